// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/copy.h"
#include "internal/copy_strided.h"
#include <stdbool.h>

enum { MAX_DIMS = 4 };

/// One loop over the output, with its steps in elements.
typedef struct {
    int32_t count;
    int32_t dst_stride;
    int32_t src_stride;
} transpose_loop;

/// Whether `order` is a permutation and makes the output's shape of the input's.
static bool is_permutation(const uint32_t *order, int32_t num_dims, const int32_t *input_dims,
                           const int32_t *output_dims) {
    uint32_t seen = 0;
    for (int32_t i = 0; i < num_dims; i++) {
        if (order[i] >= (uint32_t)num_dims || (seen >> order[i] & 1u) != 0 || output_dims[i] < 0 ||
            output_dims[i] != input_dims[order[i]]) {
            return false;
        }
        seen |= 1u << order[i];
    }
    return true;
}

/// Fills `loops` from the innermost (first) on. Output dimensions that are neighbours in
/// the input, too, make one loop; dimensions of one element make none.
static void loops_of(const uint32_t *order, int32_t num_dims, const int32_t *input_dims,
                     transpose_loop loops[MAX_DIMS]) {
    int32_t input_strides[MAX_DIMS];
    int32_t elems = 1;
    for (int32_t i = num_dims - 1; i >= 0; i--) {
        input_strides[i] = elems;
        elems *= input_dims[i];
    }
    int32_t used = 0;
    int32_t dst_stride = 1;
    for (int32_t i = num_dims - 1; i >= 0; i--) {
        const int32_t count = input_dims[order[i]];
        const int32_t src_stride = input_strides[order[i]];
        if (used > 0 && loops[used - 1].src_stride * loops[used - 1].count == src_stride) {
            loops[used - 1].count *= count;
        } else if (count != 1) {
            loops[used++] = (transpose_loop){count, dst_stride, src_stride};
        }
        dst_stride *= count;
    }
}

static void copy_run(int8_t *dst, const int8_t *src, const transpose_loop *loop) {
    if (loop->dst_stride == 1 && loop->src_stride == 1) {
        pl_copy_s8(dst, src, loop->count);
    } else {
        pl_copy_strided_s8(dst, loop->dst_stride, src, loop->src_stride, loop->count);
    }
}

arm_cmsis_nn_status arm_transpose_s8(const int8_t *input_data, int8_t *output_data,
                                     const cmsis_nn_dims *input_dims, const cmsis_nn_dims *output_dims,
                                     const cmsis_nn_transpose_params *transpose_params) {
    const int32_t from[MAX_DIMS] = {input_dims->n, input_dims->h, input_dims->w, input_dims->c};
    const int32_t to[MAX_DIMS] = {output_dims->n, output_dims->h, output_dims->w, output_dims->c};
    const int32_t num_dims = transpose_params->num_dims;
    if (num_dims < 1 || num_dims > MAX_DIMS ||
        !is_permutation(transpose_params->permutations, num_dims, from, to)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    transpose_loop loops[MAX_DIMS] = {{1, 1, 1}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}};
    loops_of(transpose_params->permutations, num_dims, from, loops);
    // The longer of the two inner loops goes inside, unless the inner one copies whole runs.
    if (loops[0].src_stride != 1 && loops[1].count > loops[0].count) {
        const transpose_loop inner = loops[0];
        loops[0] = loops[1];
        loops[1] = inner;
    }
    for (int32_t i = 0; i < loops[3].count; i++) {
        for (int32_t j = 0; j < loops[2].count; j++) {
            for (int32_t k = 0; k < loops[1].count; k++) {
                copy_run(
                    output_data + i * loops[3].dst_stride + j * loops[2].dst_stride + k * loops[1].dst_stride,
                    input_data + i * loops[3].src_stride + j * loops[2].src_stride + k * loops[1].src_stride,
                    &loops[0]);
            }
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}
