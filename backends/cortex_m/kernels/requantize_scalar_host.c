// SPDX-License-Identifier: Apache-2.0
#include "tier.h"

#if PL_BUILDS_SCALAR && !defined(__arm__)

#include "internal/requantize_narrow.h"
#include "requantize_scalar.h"

// The rounded high word of `doubled` times the multiplier, then the second rounding and the output offset.
static inline int32_t requantized(int32_t doubled, const pl_narrow_quant *quant) {
    const int64_t wide = (int64_t)doubled * quant->multiplier;
    const int32_t product = (int32_t)(wide >> 32) + (int32_t)((uint32_t)wide >> 31);
    const uint32_t sum = (uint32_t)product + (uint32_t)(product >> 31) + (uint32_t)quant->addend;
    return (int32_t)sum >> quant->right;
}

void pl_requantize_scalar(pl_results *results, const int32_t *sums) {
    const int32_t low = results->activation_min;
    const int32_t high = results->activation_max;
    const uint32_t pixels = results->pixels;
    const uint32_t stride = results->stride;
    while (results->bias != results->bias_end) {
        const uint32_t doubled_bias = 2 * (uint32_t)*results->bias++;
        const pl_narrow_quant quant =
            pl_narrow_quant_of(*results->multiplier++, *results->shift++, results->output_offset);
        int8_t *out = results->output++;
        const int32_t *const end = sums + pixels;
        do {
            const uint32_t doubled = doubled_bias + 2 * (uint32_t)*sums++;
            *out = (int8_t)pl_clamp(requantized((int32_t)doubled, &quant), low, high);
            out += stride;
        } while (sums != end);
        sums += results->spare;
    }
}

#endif
