// SPDX-License-Identifier: Apache-2.0
// Softmax of int8 rows: what results of int8 and int16 share. Four elements at a time; the steps are those of
// fixed_point.h.
#ifndef PL_CMSIS_NN_SOFTMAX_MVE_H
#define PL_CMSIS_NN_SOFTMAX_MVE_H

#include "internal/fixed_point.h"
#include "internal/requantize_mve.h"

/// Bits by which an exponential (Q0.31) is moved to the right before it is summed: 2^12 of them fit.
enum { PL_SOFTMAX_SUM_RIGHT_SHIFT = 12 };

typedef struct {
    int32_t multiplier;
    int32_t shift;
    int32_t diff_min;
    int32_t max; // largest of the row
} pl_softmax_row;

/// value / 2^exponent rounded to nearest, ties away from zero; exponent > 0.
static inline int32x4_t divide_by_power_of_two(int32x4_t value, int32_t exponent) {
    return vrshlq_n_s32(vaddq_s32(value, vshrq_n_s32(value, 31)), -exponent);
}

/// As pl_exp_of_quarter.
static inline int32x4_t exp_of_quarter(int32x4_t x) {
    const int32_t exp_minus_eighth = 1895147668;
    const int32_t third = 715827883;
    const int32x4_t t = vaddq_n_s32(vshlq_n_s32(x, 5), 1 << 28);
    const int32x4_t t2 = vqrdmulhq_s32(t, t);
    const int32x4_t t3 = vqrdmulhq_s32(t2, t);
    const int32x4_t t4 = vqrdmulhq_s32(t2, t2);
    const int32x4_t cubic = vqrdmulhq_n_s32(vaddq_s32(divide_by_power_of_two(t4, 2), t3), third);
    const int32x4_t series = vaddq_s32(t, divide_by_power_of_two(vaddq_s32(cubic, t2), 1));
    return vaddq_n_s32(vqrdmulhq_n_s32(series, exp_minus_eighth), exp_minus_eighth);
}

/// As pl_exp_of_negative.
static inline int32x4_t exp_of_negative(int32x4_t x) {
    static const int32_t factors[] = {1672461947, 1302514674, 790015084, 290630308, 39332535, 720401, 242};
    const int32_t quarter = 1 << 24;
    const int32x4_t small = vsubq_n_s32(vandq_s32(x, vdupq_n_s32(quarter - 1)), quarter);
    // The number of quarters, seven bits from bit 24 on, turned round: the lowest becomes the sign.
    int32x4_t quarters = vshlq_n_s32(vbrsrq_n_s32(vsubq_s32(small, x), 32), 24);
    int32x4_t result = exp_of_quarter(small);
    for (int32_t i = 0; i < 7; i++) {
        result = vqrdmulhq_m_n_s32(result, result, factors[i], vcmpltq_n_s32(quarters, 0));
        quarters = vshlq_n_s32(quarters, 1);
    }
    return vdupq_m_n_s32(result, INT32_MAX, vcmpeqq_n_s32(x, 0));
}

/// exp of the scaled distances to the row's maximum in Q0.31; 0 where one is too small to count.
static inline int32x4_t exponential(int32x4_t values, const pl_softmax_row *row) {
    const int32x4_t diff = vsubq_n_s32(values, row->max);
    const int32x4_t scaled = vqrdmulhq_n_s32(vshlq_r_s32(diff, row->shift), row->multiplier);
    return vdupq_m_n_s32(exp_of_negative(scaled), 0, vcmpltq_n_s32(diff, row->diff_min));
}

static inline int32_t pl_softmax_maximum(const int8_t *input, int32_t count) {
    int8_t max = INT8_MIN;
    for (; count > 0; count -= 16) {
        const mve_pred16_t lanes = vctp8q((uint32_t)count);
        max = vmaxvq_p_s8(max, vldrbq_z_s8(input, lanes), lanes);
        input += 16;
    }
    return max;
}

static inline uint32_t sum_of_exponentials(const int8_t *input, int32_t count, const pl_softmax_row *row) {
    int32_t sum = 0;
    for (; count > 0; count -= 4) {
        const mve_pred16_t lanes = vctp32q((uint32_t)count);
        const int32x4_t value = exponential(vldrbq_z_s32(input, lanes), row);
        sum = vaddvaq_p_s32(sum, divide_by_power_of_two(value, PL_SOFTMAX_SUM_RIGHT_SHIFT), lanes);
        input += 4;
    }
    return (uint32_t)sum;
}

/// What turns an exponential into a result.
typedef struct {
    int32_t reciprocal; // of the sum, Q0.31
    int32_t right;
} pl_softmax_quotient;

/// `bits` is the width of the results.
static inline pl_softmax_quotient pl_softmax_quotient_of(const int8_t *input, int32_t count,
                                                         const pl_softmax_row *row, int32_t bits) {
    // The sum is at least 2^19, the term of the maximum. Normalized to [1, 2), and the reciprocal to be moved
    // back.
    const uint32_t sum = sum_of_exponentials(input, count, row);
    const int32_t headroom = __builtin_clz(sum);
    return (pl_softmax_quotient){pl_reciprocal((int32_t)((sum << headroom) >> 1)),
                                 31 - bits + PL_SOFTMAX_SUM_RIGHT_SHIFT - headroom};
}

/// The quotients of four values, not below 0.
static inline int32x4_t pl_softmax_results_of(int32x4_t values, const pl_softmax_row *row,
                                              const pl_softmax_quotient *quotient) {
    const int32x4_t product = vqrdmulhq_n_s32(exponential(values, row), quotient->reciprocal);
    return divide_by_power_of_two(product, quotient->right);
}

#endif
