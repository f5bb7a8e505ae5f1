// SPDX-License-Identifier: Apache-2.0
// Two int16 lanes in a word: products, minimum and maximum, by the instructions of the DSP extension
// or in C.
#ifndef PL_CMSIS_NN_DSP_HALFWORDS_H
#define PL_CMSIS_NN_DSP_HALFWORDS_H

#include "internal/dsp_bytes.h"

// The product of both low halves, and of both high ones: compilers know these as one instruction.
static inline int32_t pl_smulbb(int32_t x, int32_t y) {
    return (int16_t)x * (int16_t)y;
}
static inline int32_t pl_smultt(int32_t x, int32_t y) {
    return (x >> 16) * (y >> 16);
}

#if defined(__ARM_FEATURE_DSP)

static inline int32_t pl_ssat16(int32_t x) {
    int32_t r;
    PL_DSP_ASM("ssat %0, #16, %1", r, "r"(x));
    return r;
}

static inline int64_t pl_smlald(int32_t x, int32_t y, int64_t acc) {
    return __smlald(x, y, acc);
}

// SSUB16 leaves in the GE flags for SEL which lanes of a are not below those of b.

static inline int32_t pl_max_s16x2(int32_t a, int32_t b) {
    int32_t r;
    __asm__("ssub16 %0, %1, %2\n\tsel %0, %1, %2" : "=&r"(r) : "r"(a), "r"(b) : "cc");
    return r;
}

static inline int32_t pl_min_s16x2(int32_t a, int32_t b) {
    int32_t r;
    __asm__("ssub16 %0, %1, %2\n\tsel %0, %2, %1" : "=&r"(r) : "r"(a), "r"(b) : "cc");
    return r;
}

#else

/// Saturates to int16.
static inline int32_t pl_ssat16(int32_t x) {
    return x > INT16_MAX ? INT16_MAX : x < INT16_MIN ? INT16_MIN : x;
}

/// acc + x.low * y.low + x.high * y.high in 64 bits.
static inline int64_t pl_smlald(int32_t x, int32_t y, int64_t acc) {
    return acc + pl_low16(x) * pl_low16(y) + pl_high16(x) * pl_high16(y);
}

/// The larger of each pair of lanes.
static inline int32_t pl_max_s16x2(int32_t a, int32_t b) {
    return pl_pack16(pl_larger(pl_low16(a), pl_low16(b)), pl_larger(pl_high16(a), pl_high16(b)));
}

/// The smaller of each pair of lanes.
static inline int32_t pl_min_s16x2(int32_t a, int32_t b) {
    return pl_pack16(pl_smaller(pl_low16(a), pl_low16(b)), pl_smaller(pl_high16(a), pl_high16(b)));
}

#endif

#endif
