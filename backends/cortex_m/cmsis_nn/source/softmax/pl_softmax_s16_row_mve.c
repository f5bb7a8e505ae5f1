// SPDX-License-Identifier: Apache-2.0
// Four elements at a time.
#include "internal/requantize_mve.h"
#include "internal/softmax_s16.h"

static int32_t maximum(const int16_t *input, int32_t count) {
    int16_t max = INT16_MIN;
    for (; count > 0; count -= 8) {
        const mve_pred16_t lanes = vctp16q((uint32_t)count);
        max = vmaxvq_p_s16(max, vldrhq_z_s16(input, lanes), lanes);
        input += 8;
    }
    return max;
}

/// As pl_lookup_s16.
static inline int32x4_t lookup(const int16_t *table, int32x4_t x) {
    const int32x4_t index = vaddq_n_s32(vshrq_n_s32(x, PL_LOOKUP_FRACTION_BITS), PL_LOOKUP_MIDDLE);
    const uint32x4_t entry = vreinterpretq_u32_s32(index);
    const int32x4_t fraction = vandq_s32(x, vdupq_n_s32((1 << PL_LOOKUP_FRACTION_BITS) - 1));
    const int32x4_t base = vldrhq_gather_shifted_offset_s32(table, entry);
    const int32x4_t slope = vsubq_s32(vldrhq_gather_shifted_offset_s32(table + 1, entry), base);
    return vaddq_s32(base, vrshrq_n_s32(vmulq_s32(slope, fraction), PL_LOOKUP_FRACTION_BITS));
}

void pl_softmax_s16_row(const int16_t *input, int32_t count, const pl_softmax_s16 *softmax, int16_t *output) {
    const pl_requantize_scalar quant = pl_requantize_scalar_of(softmax->multiplier, softmax->shift);
    const int32_t max = maximum(input, count);
    int32_t sum = 0;
    for (int32_t i = 0; i < count; i += 4) {
        const mve_pred16_t lanes = vctp32q((uint32_t)(count - i));
        const int32x4_t distance = vsubq_n_s32(vldrhq_z_s32(input + i, lanes), max);
        const int32x4_t counted = vmaxq_s32(distance, vdupq_n_s32(softmax->lowest));
        const int32x4_t scaled = pl_requantize_shifted_mve_n(vshlq_r_s32(counted, quant.left), quant);
        const int32x4_t argument = pl_clamp_mve(vaddq_n_s32(scaled, INT16_MAX), INT16_MIN, INT16_MAX);
        const int32x4_t value = lookup(softmax->exp_lut, argument);
        vstrhq_p_s32(output + i, value, lanes);
        sum = vaddvaq_p_s32(sum, value, lanes);
    }
    const pl_softmax_s16_quotient quotient = pl_softmax_s16_quotient_of(sum, softmax->one_by_one_lut);
    for (int32_t i = 0; i < count; i += 4) {
        const mve_pred16_t lanes = vctp32q((uint32_t)(count - i));
        const int32x4_t product = vmulq_n_s32(vldrhq_z_s32(output + i, lanes), quotient.reciprocal);
        vstrhq_p_s32(output + i, pl_clamp_mve(vrshlq_n_s32(product, -quotient.right), 0, INT16_MAX), lanes);
    }
}
