// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "arm_nnsupportfunctions.h"
#include "broadcast.h"
#include "operators.h"

// Bits of fraction that the inputs get before they are scaled.
enum { LEFT_SHIFT = 20 };

static pl_broadcast shape_of(const pl_add_s8_params *p) {
    return (pl_broadcast){{p->dim_0, p->dim_1, p->dim_2, p->dim_3}, {p->broadcast_1, p->broadcast_2}};
}

// With right shifts alone each scaled input stays below 2^29, so that their sum is an int32.
int pl_add_s8_check(const void *params) {
    const pl_add_s8_params *p = params;
    const pl_broadcast shape = shape_of(p);
    const bool sizes = pl_broadcast_has(&shape, p->broadcast_1, p->elems_1) &&
                       pl_broadcast_has(&shape, p->broadcast_2, p->elems_2) &&
                       pl_broadcast_has(&shape, 0, p->elems);
    return sizes && p->shift_1 <= 0 && p->shift_2 <= 0 ? PL_OK : PL_ERR_CORRUPT;
}

int pl_add_s8(const void *params, void *const *args) {
    const pl_add_s8_params *p = params;
    if (p->elems_1 != p->elems || p->elems_2 != p->elems) {
        return PL_ERR_KERNEL;
    }
    const arm_cmsis_nn_status status = arm_elementwise_add_s8(
        args[PL_ADD_S8_INPUT_1], args[PL_ADD_S8_INPUT_2], p->offset_1, p->multiplier_1, p->shift_1,
        p->offset_2, p->multiplier_2, p->shift_2, LEFT_SHIFT, args[PL_ADD_S8_OUTPUT], p->output_offset,
        p->output_multiplier, p->output_shift, p->activation_min, p->activation_max, (int32_t)p->elems);
    return status == ARM_CMSIS_NN_SUCCESS ? PL_OK : PL_ERR_KERNEL;
}

static int32_t scaled(int8_t value, int32_t offset, int32_t multiplier, int32_t shift) {
    return arm_nn_requantize((value + offset) * (1 << LEFT_SHIFT), multiplier, shift);
}

static void add_row(const void *params, const int8_t *in_1, uint32_t step_1, const int8_t *in_2,
                    uint32_t step_2, int8_t *out, uint32_t count) {
    const pl_add_s8_params *p = params;
    for (uint32_t i = 0; i < count; i++) {
        const int32_t first = scaled(in_1[i * step_1], p->offset_1, p->multiplier_1, p->shift_1);
        const int32_t second = scaled(in_2[i * step_2], p->offset_2, p->multiplier_2, p->shift_2);
        const int64_t sum =
            (int64_t)arm_nn_requantize(first + second, p->output_multiplier, p->output_shift) +
            p->output_offset;
        const int64_t raised = sum < p->activation_min ? p->activation_min : sum;
        out[i] = (int8_t)(raised > p->activation_max ? p->activation_max : raised);
    }
}

int pl_add_s8_broadcast(const void *params, void *const *args) {
    const pl_add_s8_params *p = params;
    const pl_broadcast shape = shape_of(p);
    pl_broadcast_rows(&shape, p, args[PL_ADD_S8_INPUT_1], args[PL_ADD_S8_INPUT_2], args[PL_ADD_S8_OUTPUT],
                      add_row);
    return PL_OK;
}
