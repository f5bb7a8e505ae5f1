// SPDX-License-Identifier: Apache-2.0
#include "operators.h"

// Adding 1.5 * 2^23 to a float of magnitude below 2^22 leaves no bits of fraction: the sum is rounded to the
// nearest integer, ties to even, by the addition itself.
#define ROUNDING 12582912.0f

// Beyond every int8 value, whatever the zero point is.
#define LIMIT 1024.0f

int pl_quantize_f32_s8(const void *params, void *const *args) {
    const pl_quantize_f32_s8_params *p = params;
    const float *in = args[PL_QUANTIZE_F32_S8_INPUT];
    int8_t *out = args[PL_QUANTIZE_F32_S8_OUTPUT];
    for (uint32_t i = 0; i < p->elems; i++) {
        float scaled = in[i] * p->inverse_scale;
        scaled = scaled > LIMIT ? LIMIT : scaled;
        scaled = scaled < -LIMIT ? -LIMIT : scaled;
        scaled = scaled == scaled ? scaled : 0.0f; // not a number
        const float rounded = (scaled + ROUNDING) - ROUNDING;
        int32_t value = (int32_t)rounded + p->zero_point;
        value = value < INT8_MIN ? INT8_MIN : value;
        out[i] = (int8_t)(value > INT8_MAX ? INT8_MAX : value);
    }
    return PL_OK;
}
