// SPDX-License-Identifier: Apache-2.0
// Softmax of int8 rows: what results of int8 and int16 share.
#ifndef PL_CMSIS_NN_SOFTMAX_SCALAR_H
#define PL_CMSIS_NN_SOFTMAX_SCALAR_H

#include "internal/fixed_point.h"

/// Bits by which an exponential (Q0.31) is moved to the right before it is summed: 2^12 of them fit.
enum { PL_SOFTMAX_SUM_RIGHT_SHIFT = 12 };

typedef struct {
    int32_t multiplier;
    int32_t shift;
    int32_t diff_min;
    int32_t max; // largest of the row
} pl_softmax_row;

/// exp of the scaled distance to the row's maximum in Q0.31; 0 where it is too small to count.
static inline int32_t pl_softmax_exponential(int32_t value, const pl_softmax_row *row) {
    const int32_t diff = value - row->max;
    if (diff < row->diff_min) {
        return 0;
    }
    const int32_t scaled = (int32_t)((uint32_t)diff << row->shift);
    return pl_exp_of_negative(pl_doubling_high_mult(scaled, row->multiplier));
}

static inline int32_t pl_softmax_maximum(const int8_t *input, int32_t count) {
    int32_t max = INT8_MIN;
    for (int32_t i = 0; i < count; i++) {
        max = input[i] > max ? input[i] : max;
    }
    return max;
}

/// Zero bits above the highest set one; value is not 0.
static inline int32_t pl_leading_zeros(uint32_t value) {
    int32_t zeros = 0;
    for (; value < UINT32_C(0x80000000); value <<= 1) {
        zeros++;
    }
    return zeros;
}

/// What turns an exponential into a result.
typedef struct {
    int32_t reciprocal; // of the sum, Q0.31
    int32_t right;
} pl_softmax_quotient;

/// `bits` is the width of the results.
static inline pl_softmax_quotient pl_softmax_quotient_of(const int8_t *input, int32_t count,
                                                         const pl_softmax_row *row, int32_t bits) {
    uint32_t sum = 0;
    for (int32_t i = 0; i < count; i++) {
        sum += (uint32_t)pl_divide_by_power_of_two(pl_softmax_exponential(input[i], row),
                                                   PL_SOFTMAX_SUM_RIGHT_SHIFT);
    }
    // The sum is at least 2^19, the term of the maximum. Normalized to [1, 2), and the reciprocal to be moved
    // back.
    const int32_t headroom = pl_leading_zeros(sum);
    return (pl_softmax_quotient){pl_reciprocal((int32_t)((sum << headroom) >> 1)),
                                 31 - bits + PL_SOFTMAX_SUM_RIGHT_SHIFT - headroom};
}

/// The quotient of one value, not below 0.
static inline int32_t pl_softmax_result_of(int32_t value, const pl_softmax_row *row,
                                           const pl_softmax_quotient *quotient) {
    const int32_t product = pl_doubling_high_mult(quotient->reciprocal, pl_softmax_exponential(value, row));
    // With a shift of more than 31 every quotient is less than half a unit.
    return quotient->right > 31 ? 0 : pl_divide_by_power_of_two(product, quotient->right);
}

#endif
