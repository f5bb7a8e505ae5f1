// SPDX-License-Identifier: Apache-2.0
// From an int32 accumulator to an int8 result: the one definition of the rounding that all kernels share.
//
// real = value * multiplier / 2^31 * 2^shift, in two roundings: first the doubled high product to nearest
// with ties up, then the right shift to nearest with ties away from zero. multiplier >= 0, shift in [-31,
// 30].
#ifndef PL_CMSIS_NN_REQUANTIZE_H
#define PL_CMSIS_NN_REQUANTIZE_H

#include "internal/dsp_intrinsics.h"
#include "internal/tier.h"

#include <stdint.h>

/// (a * b) / 2^31 rounded to nearest, ties up. INT32_MIN * INT32_MIN wraps.
static inline int32_t pl_doubling_high_mult(int32_t a, int32_t b) {
    return (int32_t)(((int64_t)a * b + (INT64_C(1) << 30)) >> 31);
}

/// value / 2^exponent rounded to nearest, ties away from zero; exponent in [0, 31].
static inline int32_t pl_divide_by_power_of_two(int32_t value, int32_t exponent) {
    const uint32_t mask = (UINT32_C(1) << exponent) - 1u;
    const uint32_t remainder = (uint32_t)value & mask;
    const uint32_t threshold = (mask >> 1) + (value < 0 ? 1u : 0u);
    return (value >> exponent) + (remainder > threshold ? 1 : 0);
}

#if defined(PL_CMSIS_NN_TIER_SCALAR) && __ARM_ARCH_ISA_THUMB == 1
/// pl_doubling_high_mult for multiplier >= 0, from products of 16-bit halves: these cores have no long
/// multiplication.
static inline int32_t pl_scale(int32_t value, int32_t multiplier) {
    const int32_t value_high = value >> 16, multiplier_high = multiplier >> 16;
    const uint32_t value_low = (uint16_t)value, multiplier_low = (uint16_t)multiplier;
    // value * multiplier = high * 2^32 + (middle + rest) * 2^16 + bits that the rounding does not see
    const int32_t high = value_high * multiplier_high;
    const int32_t middle =
        value_high * (int32_t)multiplier_low + (int32_t)((value_low * multiplier_low) >> 16);
    const int32_t rest = (int32_t)value_low * multiplier_high;
    // (middle + rest) / 2^15 rounded; the sum takes 33 bits, so its lowest 15 are added apart.
    const int32_t low_bits = (middle & 0x7FFF) + (rest & 0x7FFF) + 0x4000;
    return 2 * high + (middle >> 15) + (rest >> 15) + (low_bits >> 15);
}
#elif defined(PL_CMSIS_NN_TIER_SCALAR)
/// pl_doubling_high_mult for multiplier >= 0.
static inline int32_t pl_scale(int32_t value, int32_t multiplier) {
    return pl_doubling_high_mult(value, multiplier);
}
#else
/// pl_doubling_high_mult for multiplier >= 0: the rounded high word of value * (2 * multiplier). The doubled
/// multiplier read as int32 is 2^32 too small where its top bit is set; adding value to the high word makes
/// up for it.
static inline int32_t pl_scale(int32_t value, int32_t multiplier) {
    const int32_t doubled = (int32_t)((uint32_t)multiplier << 1);
    return pl_smmlar(value, doubled, value & (doubled >> 31));
}
#endif

/// See the head of this file. A left shift wraps at 32 bits.
static inline int32_t pl_requantize(int32_t value, int32_t multiplier, int32_t shift) {
    if (shift >= 0) {
        return pl_scale((int32_t)((uint32_t)value << shift), multiplier);
    }
    // With a multiplier >= 0 the product lies inside of (INT32_MIN, INT32_MAX), so that neither step below
    // wraps: one less for a negative value turns ties away from zero into ties up, which is half a step more
    // and floor.
    int32_t scaled = pl_scale(value, multiplier);
    scaled = (int32_t)((uint32_t)scaled + (uint32_t)(scaled >> 31));
    return (int32_t)((uint32_t)(scaled >> (-shift - 1)) + 1u) >> 1;
}

static inline int32_t pl_clamp(int32_t value, int32_t low, int32_t high) {
    value = value < low ? low : value;
    return value > high ? high : value;
}

/// The whole way from accumulator to result.
static inline int8_t pl_requantize_s8(int32_t acc, int32_t multiplier, int32_t shift, int32_t output_offset,
                                      int32_t activation_min, int32_t activation_max) {
    const int32_t scaled = pl_requantize(acc, multiplier, shift);
    return (int8_t)pl_clamp((int32_t)((uint32_t)scaled + (uint32_t)output_offset), activation_min,
                            activation_max);
}

#endif
