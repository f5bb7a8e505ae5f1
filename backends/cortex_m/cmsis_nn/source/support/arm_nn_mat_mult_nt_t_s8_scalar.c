// SPDX-License-Identifier: Apache-2.0
// Two rows of lhs times two rows of rhs at a time. The input offset goes into the start of the accumulators:
// sum (x + offset) * w = offset * sum w + sum x * w.
#include "arm_nnfunctions.h"
#include "arm_nnsupportfunctions.h"
#include "internal/keep_order.h"
#include "internal/requantize.h"
#include "internal/vec_mat_mult.h"

/// Accumulators of two rows of rhs (first index) and two of lhs (second index). Unsigned, so that an overflow
/// wraps.
typedef struct {
    uint32_t a00, a10, a01, a11;
} tile;

/// Element k of each.
static inline void step(tile *t, const int8_t *w0, const int8_t *w1, const int8_t *x0, const int8_t *x1,
                        int32_t k) {
    const int32_t w0_k = w0[k], x0_k = x0[k], x1_k = x1[k], w1_k = w1[k];
    t->a00 += (uint32_t)(w0_k * x0_k);
    t->a01 += (uint32_t)(w0_k * x1_k);
    t->a10 += (uint32_t)(w1_k * x0_k);
    t->a11 += (uint32_t)(w1_k * x1_k);
    PL_KEEP_ORDER_OF_4(t->a00, t->a01, t->a10, t->a11);
}

/// Adds the products of whole rows.
static inline void accumulate(tile *sums, const int8_t *w0, const int8_t *w1, const int8_t *x0,
                              const int8_t *x1, int32_t elems) {
    tile t = *sums;
    int32_t k = 0;
    for (const int32_t end = elems & ~3; k != end;) {
        for (int32_t i = 0; i < 4; i++) {
            step(&t, w0, w1, x0, x1, k);
            k++;
            PL_KEEP_ORDER_OF(k);
        }
    }
    for (; k < elems; k++) {
        step(&t, w0, w1, x0, x1, k);
    }
    *sums = t;
}

arm_cmsis_nn_status arm_nn_mat_mult_nt_t_s8(const int8_t *lhs, const int8_t *rhs, const int32_t *bias,
                                            int8_t *dst, const int32_t *dst_multipliers,
                                            const int32_t *dst_shifts, int32_t lhs_rows, int32_t rhs_rows,
                                            int32_t rhs_cols, int32_t lhs_offset, int32_t dst_offset,
                                            int32_t activation_min, int32_t activation_max,
                                            int32_t row_address_offset, int32_t lhs_cols_offset) {
    for (int32_t row = 0; row < rhs_rows; row += 2) {
        // Where there is no second row the first one is taken twice.
        const int32_t second = row + 1 < rhs_rows ? 1 : 0;
        const int8_t *w0 = rhs + row * rhs_cols;
        const int8_t *w1 = w0 + second * rhs_cols;
        int32_t start[2] = {bias != NULL ? bias[row] : 0, bias != NULL ? bias[row + second] : 0};
        if (lhs_offset != 0) {
            arm_vector_sum_s8(start, rhs_cols, 1 + second, w0, lhs_offset, 0,
                              bias != NULL ? bias + row : NULL);
        }
        const uint32_t start0 = (uint32_t)start[0], start1 = (uint32_t)start[second];
        const int32_t multiplier0 = dst_multipliers[row], multiplier1 = dst_multipliers[row + second];
        const int32_t shift0 = dst_shifts[row], shift1 = dst_shifts[row + second];
        const int8_t *x = lhs;
        int8_t *out = dst + row;
        for (int32_t pairs = lhs_rows >> 1; pairs > 0; pairs--) {
            tile t = {start0, start1, start0, start1};
            accumulate(&t, w0, w1, x, x + lhs_cols_offset, rhs_cols);
            x += 2 * lhs_cols_offset;
            out[0] = pl_requantize_s8((int32_t)t.a00, multiplier0, shift0, dst_offset, activation_min,
                                      activation_max);
            out[second] = pl_requantize_s8((int32_t)t.a10, multiplier1, shift1, dst_offset, activation_min,
                                           activation_max);
            out += row_address_offset;
            out[0] = pl_requantize_s8((int32_t)t.a01, multiplier0, shift0, dst_offset, activation_min,
                                      activation_max);
            out[second] = pl_requantize_s8((int32_t)t.a11, multiplier1, shift1, dst_offset, activation_min,
                                           activation_max);
            out += row_address_offset;
        }
    }
    if ((lhs_rows & 1) != 0) {
        const int32_t last = lhs_rows - 1;
        pl_vec_mat_mult_t_s8(lhs + last * lhs_cols_offset, rhs, NULL, bias, dst + last * row_address_offset,
                             lhs_offset, dst_offset, dst_multipliers, dst_shifts, 1, rhs_cols, rhs_rows,
                             activation_min, activation_max, 1, 0);
    }
    return ARM_CMSIS_NN_SUCCESS;
}
