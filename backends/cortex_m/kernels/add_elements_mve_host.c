// SPDX-License-Identifier: Apache-2.0
//
// add_elements_mve.c in C, for a host.
#include "add_elements_mve.h"
#include "internal/requantize.h"
#include "tier.h"

#if PL_BUILDS_MVE && !defined(__ARM_FEATURE_MVE)

void pl_add_elements_mve(const pl_addition *a, const int8_t *larger, const int8_t *smaller, int8_t *output,
                         uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const int32_t scaled =
            pl_requantize(smaller[i] * a->smaller_factor[0] + a->smaller_offset, a->multiplier, a->shift);
        const int32_t sum = larger[i] * a->larger_factor + a->larger_offset + scaled;
        output[i] = pl_requantize_s8(sum, a->output_multiplier, a->output_shift, a->output_offset[0],
                                     a->activation_min[0], a->activation_max[0]);
    }
}

#endif
