// SPDX-License-Identifier: Apache-2.0
// Four int8 lanes in a word: pack, minimum and maximum, by the instructions of the DSP extension or in C.
#ifndef PL_CMSIS_NN_DSP_BYTES_H
#define PL_CMSIS_NN_DSP_BYTES_H

#include "internal/dsp_intrinsics.h"

/// The same value, which fits in int8, in all lanes.
static inline int32_t pl_splat_s8x4(int32_t value) {
    return (int32_t)(((uint32_t)value & 0xFFu) * 0x01010101u);
}

/// The same value, which fits in int16, in both halves.
static inline int32_t pl_splat_s16x2(int32_t value) {
    return (int32_t)(((uint32_t)value & 0xFFFFu) * 0x00010001u);
}

#if defined(__ARM_FEATURE_DSP)

static inline int32_t pl_pack_s8x4(int32_t lane_0, int32_t lane_1, int32_t lane_2, int32_t lane_3) {
    __asm__("bfi %0, %1, #8, #8\n\tbfi %0, %2, #16, #8\n\tbfi %0, %3, #24, #8"
            : "+&r"(lane_0)
            : "r"(lane_1), "r"(lane_2), "r"(lane_3));
    return lane_0;
}

// SSUB8 leaves in the GE flags for SEL which lanes of a are not below those of b.

static inline int32_t pl_max_s8x4(int32_t a, int32_t b) {
    int32_t r;
    __asm__("ssub8 %0, %1, %2\n\tsel %0, %1, %2" : "=&r"(r) : "r"(a), "r"(b) : "cc");
    return r;
}

static inline int32_t pl_min_s8x4(int32_t a, int32_t b) {
    int32_t r;
    __asm__("ssub8 %0, %1, %2\n\tsel %0, %2, %1" : "=&r"(r) : "r"(a), "r"(b) : "cc");
    return r;
}

#else

/// The low bytes of four values.
static inline int32_t pl_pack_s8x4(int32_t lane_0, int32_t lane_1, int32_t lane_2, int32_t lane_3) {
    return (int32_t)(((uint32_t)lane_0 & 0xFFu) | ((uint32_t)lane_1 & 0xFFu) << 8 |
                     ((uint32_t)lane_2 & 0xFFu) << 16 | (uint32_t)lane_3 << 24);
}

static inline int32_t pl_larger(int32_t a, int32_t b) {
    return a > b ? a : b;
}
static inline int32_t pl_smaller(int32_t a, int32_t b) {
    return a < b ? a : b;
}

/// The larger of each pair of lanes.
static inline int32_t pl_max_s8x4(int32_t a, int32_t b) {
    return pl_pack_s8x4(pl_larger(pl_byte(a, 0), pl_byte(b, 0)), pl_larger(pl_byte(a, 1), pl_byte(b, 1)),
                        pl_larger(pl_byte(a, 2), pl_byte(b, 2)), pl_larger(pl_byte(a, 3), pl_byte(b, 3)));
}

/// The smaller of each pair of lanes.
static inline int32_t pl_min_s8x4(int32_t a, int32_t b) {
    return pl_pack_s8x4(pl_smaller(pl_byte(a, 0), pl_byte(b, 0)), pl_smaller(pl_byte(a, 1), pl_byte(b, 1)),
                        pl_smaller(pl_byte(a, 2), pl_byte(b, 2)), pl_smaller(pl_byte(a, 3), pl_byte(b, 3)));
}

#endif

#endif
