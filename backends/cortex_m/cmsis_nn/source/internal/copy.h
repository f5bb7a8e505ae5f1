// SPDX-License-Identifier: Apache-2.0
// Copy and fill of int8 runs, most of them short. With MVE a loop of two instructions that needs no C
// library.
#ifndef PL_CMSIS_NN_COPY_H
#define PL_CMSIS_NN_COPY_H

#include "internal/tier.h"

#include <stdint.h>

#if defined(PL_CMSIS_NN_TIER_MVE)

/// Copies count (>= 0) values; the ranges must not overlap.
static inline void pl_copy_s8(int8_t *dst, const int8_t *src, int32_t count) {
    __asm__ volatile("wlstp.8 lr, %[count], 2f\n"
                     "1:\n"
                     "vldrb.8 q0, [%[src]], #16\n"
                     "vstrb.8 q0, [%[dst]], #16\n"
                     "letp lr, 1b\n"
                     "2:\n"
                     : [dst] "+&r"(dst), [src] "+&r"(src)
                     : [count] "r"(count)
                     : "q0", "lr", "cc", "memory");
}

/// Sets count (>= 0) values.
static inline void pl_fill_s8(int8_t *dst, int8_t value, int32_t count) {
    __asm__ volatile("vdup.8 q0, %[value]\n"
                     "wlstp.8 lr, %[count], 2f\n"
                     "1:\n"
                     "vstrb.8 q0, [%[dst]], #16\n"
                     "letp lr, 1b\n"
                     "2:\n"
                     : [dst] "+&r"(dst)
                     : [count] "r"(count), [value] "r"(value)
                     : "q0", "lr", "cc", "memory");
}

#else

#include <string.h>

static inline void pl_copy_s8(int8_t *dst, const int8_t *src, int32_t count) {
    memcpy(dst, src, (size_t)count);
}

static inline void pl_fill_s8(int8_t *dst, int8_t value, int32_t count) {
    memset(dst, value, (size_t)count);
}

#endif

#endif
