// SPDX-License-Identifier: Apache-2.0
#include "internal/s4.h"

void pl_expand_s4(const int8_t *packed, int32_t count, int8_t *weights) {
    for (int32_t pairs = count >> 1; pairs > 0; pairs--) {
        const int32_t byte = *packed++;
        *weights++ = (int8_t)pl_low_s4(byte);
        *weights++ = (int8_t)pl_high_s4(byte);
    }
    if ((count & 1) != 0) {
        *weights = (int8_t)pl_low_s4(*packed);
    }
}
