// SPDX-License-Identifier: Apache-2.0
// Eight elements at a time; the products of even and odd ones are two vectors.
#include "internal/multiply_s16.h"
#include "internal/requantize_mve.h"

static inline int32x4_t finish_4(int32x4_t product, pl_requantize_scalar quant, int32_t offset) {
    return vaddq_n_s32(pl_requantize_shifted_mve_n(vshlq_r_s32(product, quant.left), quant), offset);
}

void pl_multiply_s16(const int16_t *x, const int16_t *y, int16_t *output, int32_t count,
                     const pl_elementwise_output *out) {
    const pl_requantize_scalar quant = pl_requantize_scalar_of(out->multiplier, out->shift);
    const int16x8_t low = vdupq_n_s16((int16_t)out->min);
    const int16x8_t high = vdupq_n_s16((int16_t)out->max);
    const int32_t offset = out->offset;
    for (int32_t i = 0; i < count; i += 8) {
        const mve_pred16_t lanes = vctp16q((uint32_t)(count - i));
        const int16x8_t xs = vldrhq_z_s16(x + i, lanes), ys = vldrhq_z_s16(y + i, lanes);
        const int32x4_t even = finish_4(vmullbq_int_s16(xs, ys), quant, offset);
        const int32x4_t odd = finish_4(vmulltq_int_s16(xs, ys), quant, offset);
        const int16x8_t value = vqmovntq_s32(vqmovnbq_s32(low, even), odd);
        vstrhq_p_s16(output + i, vminq_s16(vmaxq_s16(value, low), high), lanes);
    }
}
