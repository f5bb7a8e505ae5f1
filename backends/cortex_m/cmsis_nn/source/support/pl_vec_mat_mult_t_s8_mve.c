// SPDX-License-Identifier: Apache-2.0
// Four rows of rhs at a time, so that each load of the inputs serves four products; then the requantization
// of a block of results at once. The one to three rows at the end go one at a time.
#include "arm_nnfunctions.h"
#include "arm_nnsupportfunctions.h"
#include "internal/dot_mve.h"
#include "internal/requantize.h"
#include "internal/requantize_mve.h"
#include "internal/vec_mat_mult.h"

#include <stddef.h>

enum { ROWS_PER_BLOCK = 64 };

/// What is the same for all rows.
typedef struct {
    const int8_t *lhs;
    int32_t elems;
    int32_t start; // rhs_offset * sum of lhs
    int32_t dst_offset;
    int32_t activation_min;
    int32_t activation_max;
    int32_t address_offset;
    int32_t quant_stride;
} pl_vector;

/// Some adjacent rows, no more than a block.
typedef struct {
    const int8_t *rhs;
    const int32_t *kernel_sum;
    const int32_t *multiplier;
    const int32_t *shift;
    int8_t *dst;
    int32_t rows;
} pl_row_block;

static void multiply_one(const pl_vector *v, const pl_row_block *b) {
    const int32_t acc = b->kernel_sum[0] + v->start + pl_dot_row(v->lhs, b->rhs, v->elems);
    b->dst[0] = pl_requantize_s8(acc, b->multiplier[0], b->shift[0], v->dst_offset, v->activation_min,
                                 v->activation_max);
}

/// A multiple of four rows.
static void multiply_fours(const pl_vector *v, const pl_row_block *b) {
    const int32_t elems = v->elems;
    const int32_t fours = b->rows / 4;
    const int32_t start = v->start;
    const int8_t *const lhs = v->lhs;
    const int8_t *rhs = b->rhs;
    const int32_t *kernel_sum = b->kernel_sum;
    int32_t acc[ROWS_PER_BLOCK / 4][4];
#pragma GCC unroll 1
    for (int32_t i = 0; i < fours; i++) {
        vstrwq_s32(acc[i], vaddq_n_s32(vldrwq_s32(kernel_sum), start));
        pl_dot_4_rows(acc[i], lhs, rhs, elems, acc[i]);
        rhs += 4 * elems;
        kernel_sum += 4;
    }
    const int32_t *multiplier = b->multiplier;
    const int32_t *shift = b->shift;
    int8_t *dst = b->dst;
    const int32_t dst_offset = v->dst_offset;
    const int32_t dst_step = 4 * v->address_offset;
    const int32_t quant_step = 4 * v->quant_stride;
    const uint32x4_t places = vmulq_n_u32(vidupq_n_u32(0, 1), (uint32_t)v->address_offset);
    const int32x4_t low = vdupq_n_s32(v->activation_min);
    const int32x4_t high = vdupq_n_s32(v->activation_max);
    pl_requantize_lanes quant = pl_requantize_lanes_of(vdupq_n_s32(*multiplier), vdupq_n_s32(*shift));
#pragma GCC unroll 1
    for (int32_t i = 0; i < fours; i++) {
        if (quant_step != 0) {
            quant = pl_requantize_lanes_of(vldrwq_s32(multiplier), vldrwq_s32(shift));
        }
        const int32x4_t value = vaddq_n_s32(pl_requantize_mve(vldrwq_s32(acc[i]), quant), dst_offset);
        vstrbq_scatter_offset_s32(dst, places, vminq_s32(vmaxq_s32(value, low), high));
        multiplier += quant_step;
        shift += quant_step;
        dst += dst_step;
    }
}

void pl_vec_mat_mult_t_s8(const int8_t *lhs, const int8_t *rhs, const int32_t *kernel_sum,
                          const int32_t *bias, int8_t *dst, int32_t lhs_offset, int32_t dst_offset,
                          const int32_t *multiplier, const int32_t *shift, int32_t quant_stride,
                          int32_t rhs_cols, int32_t rhs_rows, int32_t activation_min, int32_t activation_max,
                          int32_t address_offset, int32_t rhs_offset) {
    // sum (x + a) * (w + b) = sum x * w + b * sum x + a * sum (w + b); the last part is the kernel sum.
    const pl_vector vector = {
        .lhs = lhs,
        .elems = rhs_cols,
        .start = rhs_offset != 0 ? rhs_offset * pl_sum_of_row(lhs, rhs_cols) : 0,
        .dst_offset = dst_offset,
        .activation_min = activation_min,
        .activation_max = activation_max,
        .address_offset = address_offset,
        .quant_stride = quant_stride,
    };
    int32_t sums[ROWS_PER_BLOCK];
    int32_t rows;
    for (int32_t row = 0; row < rhs_rows; row += rows) {
        const int32_t left = rhs_rows - row;
        rows = left < 4 ? 1 : MIN(left & ~3, ROWS_PER_BLOCK);
        pl_row_block block = {
            .rhs = rhs + row * rhs_cols,
            .kernel_sum = sums,
            .multiplier = multiplier + row * quant_stride,
            .shift = shift + row * quant_stride,
            .dst = dst + row * address_offset,
            .rows = rows,
        };
        if (kernel_sum != NULL) {
            block.kernel_sum = kernel_sum + row;
        } else {
            (void)arm_vector_sum_s8(sums, rhs_cols, rows, block.rhs, lhs_offset, rhs_offset,
                                    bias != NULL ? bias + row : NULL);
        }
        if (rows == 1) {
            multiply_one(&vector, &block);
        } else {
            multiply_fours(&vector, &block);
        }
    }
}
