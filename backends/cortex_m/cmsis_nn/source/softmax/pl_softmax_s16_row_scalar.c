// SPDX-License-Identifier: Apache-2.0
#include "internal/softmax_s16.h"

static int32_t maximum(const int16_t *input, int32_t count) {
    int32_t max = INT16_MIN;
    for (int32_t i = 0; i < count; i++) {
        max = input[i] > max ? input[i] : max;
    }
    return max;
}

/// exp of a distance to the maximum.
static int32_t exponential(int32_t distance, const pl_softmax_s16 *softmax) {
    const int32_t counted = distance > softmax->lowest ? distance : softmax->lowest;
    const int32_t scaled = pl_requantize(counted, softmax->multiplier, softmax->shift);
    return pl_lookup_s16(softmax->exp_lut, pl_clamp(scaled + INT16_MAX, INT16_MIN, INT16_MAX));
}

void pl_softmax_s16_row(const int16_t *input, int32_t count, const pl_softmax_s16 *softmax, int16_t *output) {
    const int32_t max = maximum(input, count);
    int32_t sum = 0;
    for (int32_t i = 0; i < count; i++) {
        const int32_t value = exponential(input[i] - max, softmax);
        output[i] = (int16_t)value;
        sum += value;
    }
    const pl_softmax_s16_quotient quotient = pl_softmax_s16_quotient_of(sum, softmax->one_by_one_lut);
    const int32_t half = (1 << quotient.right) >> 1;
    for (int32_t i = 0; i < count; i++) {
        const int32_t product = output[i] * quotient.reciprocal;
        output[i] = (int16_t)pl_clamp((product + half) >> quotient.right, 0, INT16_MAX);
    }
}
