// SPDX-License-Identifier: Apache-2.0
#include "internal/multiply_s16.h"

void pl_multiply_s16(const int16_t *x, const int16_t *y, int16_t *output, int32_t count,
                     const pl_elementwise_output *out) {
    const pl_elementwise_output o = *out;
    for (int32_t i = 0; i < count; i++) {
        output[i] = pl_multiply_one_s16(x[i], y[i], &o);
    }
}
