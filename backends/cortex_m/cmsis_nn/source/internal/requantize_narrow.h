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

/// The second rounding and the output offset. `product` is the doubled high product of accumulator and
/// multiplier; a negative one loses 1, which turns ties up into ties away from zero.
static inline int32_t pl_narrow_round(int32_t product, const pl_narrow_quant *quant) {
    return (product + (product >> 31) + quant->addend) >> quant->right;
}

#endif
