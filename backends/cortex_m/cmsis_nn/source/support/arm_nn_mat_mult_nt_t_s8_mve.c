// SPDX-License-Identifier: Apache-2.0
// Four columns of dst (output channels) at a time, and all rows (pixels) for them, so that the sums of the
// rhs rows and the channels' numbers are fetched once. Where their number is no multiple of four, the last
// four overlap those before; fewer than four go one at a time.
#include "arm_nnsupportfunctions.h"
#include "internal/dot_mve.h"
#include "internal/requantize_mve.h"

enum { ROWS_PER_BLOCK = 16 };

/// All rows of lhs for a few columns of dst.
typedef struct {
    const int8_t *lhs;
    const int8_t *rhs; // rows of the columns
    int8_t *dst;
    int32_t rows;
    int32_t elems; // of a row
    int32_t lhs_stride;
    int32_t dst_stride;
} pl_strip;

static void multiply_4(const pl_strip *s, const int32_t base[4], const pl_output_lanes *lanes) {
    const int8_t *const rhs = s->rhs;
    const int32_t elems = s->elems;
    const int32_t lhs_stride = s->lhs_stride;
    const int8_t *vector = s->lhs;
    int8_t *dst = s->dst;
    int32_t acc[ROWS_PER_BLOCK][4];
    for (int32_t rows_left = s->rows; rows_left > 0; rows_left -= ROWS_PER_BLOCK) {
        const int32_t rows = MIN(ROWS_PER_BLOCK, rows_left);
#pragma GCC unroll 1
        for (int32_t i = 0; i < rows; i++) {
            pl_dot_4_rows(base, vector, rhs, elems, acc[i]);
            vector += lhs_stride;
        }
        pl_requantize_s8_pixels(acc[0], rows, lanes, dst, s->dst_stride);
        dst += rows * s->dst_stride;
    }
}

static void multiply_1(const pl_strip *s, int32_t base, const pl_output_lanes *lanes) {
    const int8_t *vector = s->lhs;
    int8_t *dst = s->dst;
    for (int32_t i = 0; i < s->rows; i++) {
        const int32_t acc[4] = {base + pl_dot_row(vector, s->rhs, s->elems)};
        pl_requantize_s8_pixels(acc, 1, lanes, dst, s->dst_stride);
        vector += s->lhs_stride;
        dst += s->dst_stride;
    }
}

arm_cmsis_nn_status arm_nn_mat_mult_nt_t_s8(const int8_t *lhs, const int8_t *rhs, const int32_t *bias,
                                            int8_t *dst, const int32_t *dst_multipliers,
                                            const int32_t *dst_shifts, int32_t lhs_rows, int32_t rhs_rows,
                                            int32_t rhs_cols, int32_t lhs_offset, int32_t dst_offset,
                                            int32_t activation_min, int32_t activation_max,
                                            int32_t row_address_offset, int32_t lhs_cols_offset) {
    const int32_t width = rhs_rows < 4 ? 1 : 4;
    const mve_pred16_t columns = vctp32q((uint32_t)width);
    for (int32_t next = 0; next < rhs_rows; next += width) {
        const int32_t column = MIN(next, rhs_rows - width);
        const pl_strip strip = {
            .lhs = lhs,
            .rhs = rhs + column * rhs_cols,
            .dst = dst + column,
            .rows = lhs_rows,
            .elems = rhs_cols,
            .lhs_stride = lhs_cols_offset,
            .dst_stride = row_address_offset,
        };
        const pl_output_lanes lanes = {
            .quant = pl_requantize_lanes_of(vldrwq_z_s32(dst_multipliers + column, columns),
                                            vldrwq_z_s32(dst_shifts + column, columns)),
            .channels = columns,
            .output_offset = dst_offset,
            .activation_min = activation_min,
            .activation_max = activation_max,
        };
        int32_t base[4];
        for (int32_t i = 0; i < width; i++) {
            const int32_t sum = lhs_offset != 0 ? pl_sum_of_row(strip.rhs + i * rhs_cols, rhs_cols) : 0;
            base[i] = lhs_offset * sum + (bias != NULL ? bias[column + i] : 0);
        }
        if (width == 4) {
            multiply_4(&strip, base, &lanes);
        } else {
            multiply_1(&strip, base[0], &lanes);
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}
