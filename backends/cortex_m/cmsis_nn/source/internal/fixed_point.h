// SPDX-License-Identifier: Apache-2.0
// Exponential and reciprocal in fixed point, with integers alone. Qm.n: n fraction bits in an int32. The
// sequences of roundings are those of gemmlowp (fixedpoint/fixedpoint.h), which the results of TFLite's int8
// softmax follow.
#ifndef PL_CMSIS_NN_FIXED_POINT_H
#define PL_CMSIS_NN_FIXED_POINT_H

#include "internal/requantize.h"

/// exp(x) in Q0.31 for x in [-1/4, 0) in Q5.26: Taylor's series of fourth order about -1/8.
static inline int32_t pl_exp_of_quarter(int32_t x) {
    const int32_t exp_minus_eighth = 1895147668;
    const int32_t third = 715827883;
    const int32_t t = x * (1 << 5) + (1 << 28); // x + 1/8 in Q0.31
    const int32_t t2 = pl_doubling_high_mult(t, t);
    const int32_t t3 = pl_doubling_high_mult(t2, t);
    const int32_t t4 = pl_doubling_high_mult(t2, t2);
    const int32_t cubic =
        pl_doubling_high_mult(pl_divide_by_power_of_two(t4, 2) + t3, third); // (t^4 / 4 + t^3) / 3
    const int32_t series = t + pl_divide_by_power_of_two(cubic + t2, 1);
    return exp_minus_eighth + pl_doubling_high_mult(exp_minus_eighth, series);
}

/// exp(x) in Q0.31 for x <= 0 in Q5.26. x is split into a part in [-1/4, 0) and minus a multiple of 1/4; each
/// bit of the multiple stands for one factor.
static inline int32_t pl_exp_of_negative(int32_t x) {
    // exp(-1/4), exp(-1/2), ... exp(-16) in Q0.31
    static const int32_t factors[] = {1672461947, 1302514674, 790015084, 290630308, 39332535, 720401, 242};
    if (x == 0) {
        return INT32_MAX;
    }
    const int32_t quarter = 1 << 24;
    const int32_t small = (x & (quarter - 1)) - quarter;
    uint32_t quarters = ((uint32_t)small - (uint32_t)x) >> 24;
    int32_t result = pl_exp_of_quarter(small);
    for (const int32_t *factor = factors; quarters != 0; quarters >>= 1, factor++) {
        if (quarters & 1u) {
            result = pl_doubling_high_mult(result, *factor);
        }
    }
    return result;
}

/// 1 / d in Q0.31 (2^31 saturated) for d in [1, 2), given as d / 2 in Q0.31: three steps of Newton's method
/// on 2 / d in Q2.29.
static inline int32_t pl_reciprocal(int32_t half_d) {
    const int32_t one = 1 << 29;
    int32_t x = 1515870810 + pl_doubling_high_mult(half_d, -1010580540); // 48/17 - 32/17 * d/2
    for (int32_t step = 0; step < 3; step++) {
        const int32_t error = one - pl_doubling_high_mult(half_d, x);
        x += pl_doubling_high_mult(x, error) * (1 << 2);
    }
    return x >= (1 << 30) ? INT32_MAX : x * 2;
}

#endif
