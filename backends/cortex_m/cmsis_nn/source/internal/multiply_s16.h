// SPDX-License-Identifier: Apache-2.0
// Products of int16 elements: what the element-wise functions share.
#ifndef PL_CMSIS_NN_MULTIPLY_S16_H
#define PL_CMSIS_NN_MULTIPLY_S16_H

#include "internal/elementwise.h"

/// output[i] = requantize(x[i] * y[i]) + offset, clamped; output may be x or y. By tier:
/// pl_multiply_s16_<tier>.c.
void pl_multiply_s16(const int16_t *x, const int16_t *y, int16_t *output, int32_t count,
                     const pl_elementwise_output *out);

/// The product of two elements through that.
static inline int16_t pl_multiply_one_s16(int32_t x, int32_t y, const pl_elementwise_output *out) {
    const int32_t scaled = pl_requantize(x * y, out->multiplier, out->shift);
    return (int16_t)pl_clamp((int32_t)((uint32_t)scaled + (uint32_t)out->offset), out->min, out->max);
}

typedef struct {
    int32_t min;
    int32_t max;
} pl_range_s16;

/// The range of arm_elementwise_mul_acc_s16: whole where max is not greater than 0.
static inline pl_range_s16 pl_accumulated_range(int32_t min, int32_t max) {
    return max > 0 ? (pl_range_s16){min, max} : (pl_range_s16){INT16_MIN, INT16_MAX};
}

#endif
