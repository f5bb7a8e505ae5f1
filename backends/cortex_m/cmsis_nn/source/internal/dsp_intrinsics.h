// SPDX-License-Identifier: Apache-2.0
// The instructions of the Arm DSP extension that kernels use, as functions of the same name.
//
// On a core that has them each is one instruction; elsewhere an exact C emulation takes its place, so that a
// host can run the DSP kernels under sanitizers. An int32_t holds two int16 or four int8 lanes, lowest lane
// first. Accumulating functions wrap at 32 bits (the instructions' Q flag is not modelled).
#ifndef PL_CMSIS_NN_DSP_INTRINSICS_H
#define PL_CMSIS_NN_DSP_INTRINSICS_H

#include <stdint.h>
#include <string.h>

// Loads and stores of whole words without any alignment.

static inline int32_t pl_load_s8x4(const int8_t *src) {
    int32_t word;
    memcpy(&word, src, sizeof word);
    return word;
}

static inline int32_t pl_load_s16x2(const int16_t *src) {
    int32_t word;
    memcpy(&word, src, sizeof word);
    return word;
}

static inline void pl_store_s8x4(int8_t *dst, int32_t word) {
    memcpy(dst, &word, sizeof word);
}

static inline void pl_store_s16x2(int16_t *dst, int32_t word) {
    memcpy(dst, &word, sizeof word);
}

#if defined(__ARM_FEATURE_DSP)

#include <arm_acle.h>

// GCC 12 does not join the rotation, the halfword packing or the rounding high products into one instruction,
// and its __ssat trips -Wconversion.
#define PL_DSP_ASM(text, result, ...) __asm__(text : "=r"(result) : __VA_ARGS__)

static inline int32_t pl_sxtb16(int32_t x) {
    return __sxtb16(x);
}

static inline int32_t pl_sxtb16_ror8(int32_t x) {
    int32_t r;
    PL_DSP_ASM("sxtb16 %0, %1, ror #8", r, "r"(x));
    return r;
}

static inline int32_t pl_sxtab16(int32_t acc, int32_t x) {
    return __sxtab16(acc, x);
}

static inline int32_t pl_sxtab16_ror8(int32_t acc, int32_t x) {
    int32_t r;
    PL_DSP_ASM("sxtab16 %0, %1, %2, ror #8", r, "r"(acc), "r"(x));
    return r;
}

static inline int32_t pl_pkhbt(int32_t low, int32_t high) {
    int32_t r;
    PL_DSP_ASM("pkhbt %0, %1, %2, lsl #16", r, "r"(low), "r"(high));
    return r;
}

static inline int32_t pl_pkhtb(int32_t high, int32_t low) {
    int32_t r;
    PL_DSP_ASM("pkhtb %0, %1, %2, asr #16", r, "r"(high), "r"(low));
    return r;
}

static inline int32_t pl_smmulr(int32_t x, int32_t y) {
    int32_t r;
    PL_DSP_ASM("smmulr %0, %1, %2", r, "r"(x), "r"(y));
    return r;
}

static inline int32_t pl_smmlar(int32_t x, int32_t y, int32_t acc) {
    int32_t r;
    PL_DSP_ASM("smmlar %0, %1, %2, %3", r, "r"(x), "r"(y), "r"(acc));
    return r;
}

static inline int32_t pl_ssat8(int32_t x) {
    int32_t r;
    PL_DSP_ASM("ssat %0, #8, %1", r, "r"(x));
    return r;
}

static inline int32_t pl_ssat8_asr1(int32_t x) {
    int32_t r;
    PL_DSP_ASM("ssat %0, #8, %1, asr #1", r, "r"(x));
    return r;
}

static inline int32_t pl_smlad(int32_t x, int32_t y, int32_t acc) {
    return __smlad(x, y, acc);
}
static inline int32_t pl_smlabb(int32_t x, int32_t y, int32_t acc) {
    return __smlabb(x, y, acc);
}
static inline int32_t pl_smlatt(int32_t x, int32_t y, int32_t acc) {
    return __smlatt(x, y, acc);
}
static inline int32_t pl_smlabt(int32_t x, int32_t y, int32_t acc) {
    return __smlabt(x, y, acc);
}
static inline int32_t pl_smlatb(int32_t x, int32_t y, int32_t acc) {
    return __smlatb(x, y, acc);
}
static inline int32_t pl_sadd16(int32_t x, int32_t y) {
    return __sadd16(x, y);
}

#else

static inline int32_t pl_low16(int32_t x) {
    return (int16_t)(uint16_t)((uint32_t)x & 0xFFFFu);
}
static inline int32_t pl_high16(int32_t x) {
    return (int16_t)(uint16_t)((uint32_t)x >> 16);
}
static inline int32_t pl_pack16(int32_t low, int32_t high) {
    return (int32_t)(((uint32_t)low & 0xFFFFu) | ((uint32_t)high << 16));
}
static inline int32_t pl_wrap_add(int32_t x, int32_t y) {
    return (int32_t)((uint32_t)x + (uint32_t)y);
}
static inline int32_t pl_byte(int32_t x, int lane) {
    return (int8_t)(uint8_t)((uint32_t)x >> (8 * lane));
}

/// Bytes 0 and 2, sign-extended to two int16.
static inline int32_t pl_sxtb16(int32_t x) {
    return pl_pack16(pl_byte(x, 0), pl_byte(x, 2));
}

/// Bytes 1 and 3, sign-extended to two int16.
static inline int32_t pl_sxtb16_ror8(int32_t x) {
    return pl_pack16(pl_byte(x, 1), pl_byte(x, 3));
}

/// Adds two pairs of int16, each lane wrapping.
static inline int32_t pl_sadd16(int32_t x, int32_t y) {
    return pl_pack16(pl_low16(x) + pl_low16(y), pl_high16(x) + pl_high16(y));
}

/// Adds bytes 0 and 2 of x to the two int16 of acc.
static inline int32_t pl_sxtab16(int32_t acc, int32_t x) {
    return pl_sadd16(acc, pl_sxtb16(x));
}

/// Adds bytes 1 and 3 of x to the two int16 of acc.
static inline int32_t pl_sxtab16_ror8(int32_t acc, int32_t x) {
    return pl_sadd16(acc, pl_sxtb16_ror8(x));
}

/// The low halves of low and high, as low and high half.
static inline int32_t pl_pkhbt(int32_t low, int32_t high) {
    return pl_pack16(low, high);
}

/// The high halves of low and high, as low and high half.
static inline int32_t pl_pkhtb(int32_t high, int32_t low) {
    return pl_pack16(pl_high16(low), pl_high16(high));
}

/// High word of the product rounded to nearest, ties up.
static inline int32_t pl_smmulr(int32_t x, int32_t y) {
    return (int32_t)(((int64_t)x * y + INT64_C(0x80000000)) >> 32);
}

/// acc plus the high word of the product rounded to nearest, ties up.
static inline int32_t pl_smmlar(int32_t x, int32_t y, int32_t acc) {
    return pl_wrap_add(acc, pl_smmulr(x, y));
}

/// acc + x.low * y.low + x.high * y.high
static inline int32_t pl_smlad(int32_t x, int32_t y, int32_t acc) {
    return pl_wrap_add(pl_wrap_add(acc, pl_low16(x) * pl_low16(y)), pl_high16(x) * pl_high16(y));
}

// acc + one half of x times one half of y, each low (bottom) or high (top).
static inline int32_t pl_smlabb(int32_t x, int32_t y, int32_t acc) {
    return pl_wrap_add(acc, pl_low16(x) * pl_low16(y));
}
static inline int32_t pl_smlatt(int32_t x, int32_t y, int32_t acc) {
    return pl_wrap_add(acc, pl_high16(x) * pl_high16(y));
}

static inline int32_t pl_smlabt(int32_t x, int32_t y, int32_t acc) {
    return pl_wrap_add(acc, pl_low16(x) * pl_high16(y));
}
static inline int32_t pl_smlatb(int32_t x, int32_t y, int32_t acc) {
    return pl_wrap_add(acc, pl_high16(x) * pl_low16(y));
}

/// Saturates to [-128, 127].
static inline int32_t pl_ssat8(int32_t x) {
    return x > 127 ? 127 : x < -128 ? -128 : x;
}

/// Saturates half of x, rounded down.
static inline int32_t pl_ssat8_asr1(int32_t x) {
    return pl_ssat8(x >> 1);
}

#endif

#endif
