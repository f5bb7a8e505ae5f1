// SPDX-License-Identifier: Apache-2.0
// Inside of arm_softmax_s16: what is the same on every tier.
#ifndef PL_CMSIS_NN_SOFTMAX_S16_H
#define PL_CMSIS_NN_SOFTMAX_S16_H

#include "arm_nn_types.h"
#include "internal/lookup_s16.h"
#include "internal/requantize.h"

/// From the distance of a value to its row's maximum to a result.
typedef struct {
    int32_t multiplier;
    int32_t shift;
    int32_t lowest; // distances below it would wrap when they are shifted to the left; they are taken for it
    const int16_t *exp_lut;
    const int16_t *one_by_one_lut;
} pl_softmax_s16;

/// One row. By tier: softmax/pl_softmax_s16_row_<tier>.c.
void pl_softmax_s16_row(const int16_t *input, int32_t count, const pl_softmax_s16 *softmax, int16_t *output);

/// What the exponentials of a row are multiplied by: reciprocal / 2^right.
typedef struct {
    int32_t reciprocal;
    int32_t right;
} pl_softmax_s16_quotient;

static inline pl_softmax_s16_quotient pl_softmax_s16_quotient_of(int32_t sum, const int16_t *one_by_one_lut) {
    // A table without a positive value gives no sum to divide by; anything but a bad shift will do.
    const uint32_t positive = sum > 0 ? (uint32_t)sum : 1u;
    int32_t right = 0;
    while (positive >> right > 1u) {
        right++;
    }
    // positive / 2^right - 1 in [0, 1] over the range of the table's arguments, rounded
    const uint32_t scaled = ((positive << (30 - right)) + (1u << 13)) >> 14;
    const int32_t argument = pl_clamp((int32_t)scaled - (1 << 16) + INT16_MIN, INT16_MIN, INT16_MAX);
    return (pl_softmax_s16_quotient){pl_lookup_s16(one_by_one_lut, argument), right};
}

#endif
