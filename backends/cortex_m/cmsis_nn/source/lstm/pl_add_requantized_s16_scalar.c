// SPDX-License-Identifier: Apache-2.0
#include "internal/dot_rows.h"
#include "internal/requantize.h"

void pl_add_requantized_s16(const int32_t *acc, int32_t count, int32_t multiplier, int32_t shift,
                            int16_t *dst) {
    for (int32_t i = 0; i < count; i++) {
        const int32_t scaled = pl_requantize(acc[i], multiplier, shift);
        const int32_t sum = (int32_t)((uint32_t)scaled + (uint32_t)dst[i]);
        dst[i] = (int16_t)pl_clamp(sum, INT16_MIN, INT16_MAX);
    }
}
