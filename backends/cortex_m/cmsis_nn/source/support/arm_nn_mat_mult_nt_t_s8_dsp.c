// SPDX-License-Identifier: Apache-2.0
// Two rows of lhs times two rows of rhs at a time; the input offset is added while bytes widen to halfwords.
#include "arm_nnsupportfunctions.h"
#include "internal/dsp_intrinsics.h"
#include "internal/keep_order.h"
#include "internal/requantize.h"
#include "internal/vec_mat_mult.h"

/// Accumulators of two rows of rhs (first index) and two of lhs (second index).
typedef struct {
    int32_t a00, a10, a01, a11;
} tile;

/// Four elements of each row: two of rhs at w, rhs_stride apart, and two of lhs at x, lhs_stride apart.
static inline void step(tile *t, const int8_t *w, int32_t rhs_stride, const int8_t *x, int32_t lhs_stride,
                        int32_t offset) {
    PL_KEEP_ORDER();
    int32_t x0 = pl_load_s8x4(x), x1 = pl_load_s8x4(x + lhs_stride);
    int32_t w0 = pl_load_s8x4(w), w1 = pl_load_s8x4(w + rhs_stride);
    const int32_t x0_even = pl_sxtab16(offset, x0), x1_even = pl_sxtab16(offset, x1);
    const int32_t w0_even = pl_sxtb16(w0), w1_even = pl_sxtb16(w1);
    t->a00 = pl_smlad(w0_even, x0_even, t->a00);
    t->a01 = pl_smlad(w0_even, x1_even, t->a01);
    t->a10 = pl_smlad(w1_even, x0_even, t->a10);
    t->a11 = pl_smlad(w1_even, x1_even, t->a11);
    x0 = pl_sxtab16_ror8(offset, x0);
    x1 = pl_sxtab16_ror8(offset, x1);
    w0 = pl_sxtb16_ror8(w0);
    w1 = pl_sxtb16_ror8(w1);
    t->a00 = pl_smlad(w0, x0, t->a00);
    t->a01 = pl_smlad(w0, x1, t->a01);
    t->a10 = pl_smlad(w1, x0, t->a10);
    t->a11 = pl_smlad(w1, x1, t->a11);
}

/// One element of each row.
static inline void step_1(tile *t, const int8_t *w, int32_t rhs_stride, const int8_t *x, int32_t lhs_stride,
                          int32_t offset) {
    const int32_t x0 = pl_sadd16(*x, offset), x1 = pl_sadd16(x[lhs_stride], offset);
    const int32_t w0 = *w, w1 = w[rhs_stride];
    t->a00 = pl_smlabb(w0, x0, t->a00);
    t->a01 = pl_smlabb(w0, x1, t->a01);
    t->a10 = pl_smlabb(w1, x0, t->a10);
    t->a11 = pl_smlabb(w1, x1, t->a11);
}

/// Adds the products of whole rows; offset (in both halves) is added to lhs. Inlined early, which leaves GCC
/// better schedules on Cortex-M7.
static inline __attribute__((always_inline)) void accumulate(tile *sums, const int8_t *w, int32_t rhs_stride,
                                                             const int8_t *x, int32_t lhs_stride,
                                                             int32_t elems, int32_t offset) {
    tile t = *sums;
    for (const int8_t *end = w + (elems & ~7); w != end; w += 8, x += 8) {
        step(&t, w, rhs_stride, x, lhs_stride, offset);
        step(&t, w + 4, rhs_stride, x + 4, lhs_stride, offset);
    }
    if ((elems & 4) != 0) {
        step(&t, w, rhs_stride, x, lhs_stride, offset);
        w += 4;
        x += 4;
    }
    for (int32_t k = 0; k < (elems & 3); k++) {
        step_1(&t, w + k, rhs_stride, x + k, lhs_stride, offset);
    }
    *sums = t;
}

arm_cmsis_nn_status arm_nn_mat_mult_nt_t_s8(const int8_t *lhs, const int8_t *rhs, const int32_t *bias,
                                            int8_t *dst, const int32_t *dst_multipliers,
                                            const int32_t *dst_shifts, int32_t lhs_rows, int32_t rhs_rows,
                                            int32_t rhs_cols, int32_t lhs_offset, int32_t dst_offset,
                                            int32_t activation_min, int32_t activation_max,
                                            int32_t row_address_offset, int32_t lhs_cols_offset) {
    const int32_t offsets = pl_pkhbt(lhs_offset, lhs_offset);
    for (int32_t row = 0; row < rhs_rows; row += 2) {
        // Where there is no second row the first one is taken twice.
        const int32_t second = row + 1 < rhs_rows ? 1 : 0;
        const int32_t bias0 = bias != NULL ? bias[row] : 0;
        const int32_t bias1 = bias != NULL ? bias[row + second] : 0;
        const int32_t multiplier0 = dst_multipliers[row], multiplier1 = dst_multipliers[row + second];
        const int32_t shift0 = dst_shifts[row], shift1 = dst_shifts[row + second];
        const int8_t *x = lhs;
        int8_t *out = dst + row;
        for (int32_t pairs = lhs_rows >> 1; pairs > 0; pairs--) {
            tile t = {bias0, bias1, bias0, bias1};
            accumulate(&t, rhs + row * rhs_cols, second * rhs_cols, x, lhs_cols_offset, rhs_cols, offsets);
            x += 2 * lhs_cols_offset;
            out[0] = pl_requantize_s8(t.a00, multiplier0, shift0, dst_offset, activation_min, activation_max);
            out[second] =
                pl_requantize_s8(t.a10, multiplier1, shift1, dst_offset, activation_min, activation_max);
            out += row_address_offset;
            out[0] = pl_requantize_s8(t.a01, multiplier0, shift0, dst_offset, activation_min, activation_max);
            out[second] =
                pl_requantize_s8(t.a11, multiplier1, shift1, dst_offset, activation_min, activation_max);
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
