// SPDX-License-Identifier: Apache-2.0
// A function given by 513 values over the whole range of int16, a straight line between each two of them.
#ifndef PL_CMSIS_NN_LOOKUP_S16_H
#define PL_CMSIS_NN_LOOKUP_S16_H

#include <stdint.h>

/// Bits of an argument that choose a place between two values of the table; the others choose these.
enum { PL_LOOKUP_FRACTION_BITS = 7, PL_LOOKUP_MIDDLE = 256 };

static inline int32_t pl_lookup_s16(const int16_t *table, int32_t x) {
    const int16_t *entry = table + PL_LOOKUP_MIDDLE + (x >> PL_LOOKUP_FRACTION_BITS);
    const int32_t fraction = x & ((1 << PL_LOOKUP_FRACTION_BITS) - 1);
    const int32_t half = 1 << (PL_LOOKUP_FRACTION_BITS - 1);
    return entry[0] + (((entry[1] - entry[0]) * fraction + half) >> PL_LOOKUP_FRACTION_BITS);
}

#endif
