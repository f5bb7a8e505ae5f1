// SPDX-License-Identifier: Apache-2.0
// The rounding of requantize.h in fewer steps, for accumulators that are known to be small and shifts to the
// right. Bit for bit the same results.
#ifndef PL_CMSIS_NN_REQUANTIZE_NARROW_H
#define PL_CMSIS_NN_REQUANTIZE_NARROW_H

#include "internal/requantize.h"
#include <stdbool.h>

/// Requantization of one channel. `addend` is half a unit of the result plus the output offset, both as they
/// stand before the right shift.
typedef struct {
    int32_t multiplier;
    int32_t right;
    int32_t addend;
} pl_narrow_quant;

/// Bound of the accumulators' magnitude: one below it may be doubled. With a right shift of 1 to 20 there is
/// then room for the addend: 2^30 + 2^19 + 2^27 < 2^31.
#define PL_NARROW_BOUND (INT32_C(1) << 30)

static inline bool pl_is_narrow_shift(int32_t shift) {
    return shift <= -1 && shift >= -20;
}

static inline pl_narrow_quant pl_narrow_quant_of(int32_t multiplier, int32_t shift, int32_t output_offset) {
    const int32_t unit = INT32_C(1) << -shift;
    return (pl_narrow_quant){multiplier, -shift, unit / 2 + output_offset * unit};
}

/// The first rounding: the doubled high product of an accumulator and a multiplier.
#if defined(__ARM_ARCH_ISA_THUMB) && __ARM_ARCH_ISA_THUMB == 1
/// From products of 16-bit halves, of which only those of `value` have a sign:
/// value * multiplier = high * 2^32 + middle * 2^16 + low, and no sum needs more than 32 bits.
static inline int32_t pl_narrow_scale(int32_t value, int32_t multiplier) {
    const int32_t value_low = (int16_t)value;
    const int32_t value_high = (int32_t)((uint32_t)value - (uint32_t)value_low) >> 16;
    const uint32_t multiplier_low = (uint16_t)multiplier;
    const uint32_t multiplier_high = (uint32_t)multiplier >> 16;
    const int32_t low = (int32_t)((uint32_t)value_low * multiplier_low) >> 16;
    const uint32_t middle = (uint32_t)value_high * multiplier_low + (uint32_t)value_low * multiplier_high;
    const int32_t rounded = (int32_t)(middle + (uint32_t)low + (1u << 14)) >> 15;
    return (int32_t)(((uint32_t)value_high * multiplier_high << 1) + (uint32_t)rounded);
}
#else
/// The rounded high word of twice the value times the multiplier.
static inline int32_t pl_narrow_scale(int32_t value, int32_t multiplier) {
    const int64_t product = (int64_t)(int32_t)((uint32_t)value << 1) * multiplier;
    return (int32_t)(product >> 32) + (int32_t)((uint32_t)product >> 31);
}
#endif

/// The second rounding and the output offset. `product` is the doubled high product of accumulator and
/// multiplier; a negative one loses 1, which turns ties up into ties away from zero.
static inline int32_t pl_narrow_round(int32_t product, const pl_narrow_quant *quant) {
    return (product + (product >> 31) + quant->addend) >> quant->right;
}

#endif
