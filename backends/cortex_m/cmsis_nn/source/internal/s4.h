// SPDX-License-Identifier: Apache-2.0
// Weights of four bits: two in a byte, the first of them in its low half.
#ifndef PL_CMSIS_NN_S4_H
#define PL_CMSIS_NN_S4_H

#include <stdint.h>

static inline int32_t pl_low_s4(int32_t byte) {
    return (int32_t)((uint32_t)byte << 28) >> 28;
}

/// Of a byte read as int8.
static inline int32_t pl_high_s4(int32_t byte) {
    return byte >> 4;
}

/// Weight `index`.
static inline int32_t pl_s4_at(const int8_t *packed, int32_t index) {
    const int32_t byte = packed[index >> 1];
    return (index & 1) != 0 ? pl_high_s4(byte) : pl_low_s4(byte);
}

/// weights[i] = weight i for 0 <= i < count.
void pl_expand_s4(const int8_t *packed, int32_t count, int8_t *weights);

#endif
