// SPDX-License-Identifier: Apache-2.0
// The rounding of requantize.h, four lanes at a time. Bit for bit the same results.
#ifndef PL_CMSIS_NN_REQUANTIZE_MVE_H
#define PL_CMSIS_NN_REQUANTIZE_MVE_H

#include <arm_mve.h>
#include <stdint.h>

/// Requantization of four lanes: multiplier and shift in the form that the instructions take.
typedef struct {
    int32x4_t multiplier;
    int32x4_t left;        // the part of the shift that is >= 0
    int32x4_t minus_right; // the part that is <= 0
    int32x4_t has_right;   // 1 where minus_right is not 0, else 0
} pl_requantize_lanes;

static inline pl_requantize_lanes pl_requantize_lanes_of(int32x4_t multiplier, int32x4_t shift) {
    const int32x4_t zero = vdupq_n_s32(0);
    const int32x4_t minus_right = vminq_s32(shift, zero);
    const uint32x4_t sign = vshrq_n_u32(vreinterpretq_u32_s32(minus_right), 31);
    return (pl_requantize_lanes){multiplier, vmaxq_s32(shift, zero), minus_right,
                                 vreinterpretq_s32_u32(sign)};
}

/// As pl_divide_by_power_of_two, with the exponent negated. VRSHL rounds ties up, so a negative value that is
/// shifted at all first loses one: its sign, which is the high half of its product with 1.
static inline int32x4_t pl_divide_by_power_of_two_mve(int32x4_t value, int32x4_t minus_exponent,
                                                      int32x4_t has_exponent) {
    return vrshlq_s32(vaddq_s32(value, vmulhq_s32(value, has_exponent)), minus_exponent);
}

/// As pl_requantize.
static inline int32x4_t pl_requantize_mve(int32x4_t value, pl_requantize_lanes lanes) {
    const int32x4_t scaled = vqrdmulhq_s32(vshlq_s32(value, lanes.left), lanes.multiplier);
    return pl_divide_by_power_of_two_mve(scaled, lanes.minus_right, lanes.has_right);
}

static inline int32x4_t pl_clamp_mve(int32x4_t value, int32_t low, int32_t high) {
    return vminq_s32(vmaxq_s32(value, vdupq_n_s32(low)), vdupq_n_s32(high));
}

/// One multiplier and shift for all lanes.
typedef struct {
    int32_t multiplier;
    int32_t left;
    int32_t minus_right;
    int32_t has_right;
} pl_requantize_scalar;

static inline pl_requantize_scalar pl_requantize_scalar_of(int32_t multiplier, int32_t shift) {
    return (pl_requantize_scalar){multiplier, shift > 0 ? shift : 0, shift < 0 ? shift : 0, shift < 0};
}

/// As pl_requantize, after its left shift. The doubled high half of the product with 1 is the sign.
static inline int32x4_t pl_requantize_shifted_mve_n(int32x4_t value, pl_requantize_scalar quant) {
    value = vqrdmulhq_n_s32(value, quant.multiplier);
    return vrshlq_n_s32(vaddq_s32(value, vqdmulhq_n_s32(value, quant.has_right)), quant.minus_right);
}

/// Up to four adjacent output channels: what turns their accumulators into results.
typedef struct {
    pl_requantize_lanes quant;
    mve_pred16_t channels; // the lanes that exist
    int32_t output_offset;
    int32_t activation_min;
    int32_t activation_max;
} pl_output_lanes;

/// acc holds one vector of four channels for each of the pixels; the results of pixel i go to output[i *
/// pixel_stride] and the bytes after it.
static inline void pl_requantize_s8_pixels(const int32_t *acc, int32_t pixels, const pl_output_lanes *lanes,
                                           int8_t *output, int32_t pixel_stride) {
    const pl_requantize_lanes quant = lanes->quant;
    const int32x4_t low = vdupq_n_s32(lanes->activation_min);
    const int32x4_t high = vdupq_n_s32(lanes->activation_max);
    const int32_t offset = lanes->output_offset;
    const mve_pred16_t channels = lanes->channels;
#pragma GCC unroll 1
    for (int32_t i = 0; i < pixels; i++) {
        const int32x4_t value = vaddq_n_s32(pl_requantize_mve(vldrwq_s32(acc), quant), offset);
        vstrbq_p_s32(output, vminq_s32(vmaxq_s32(value, low), high), channels);
        acc += 4;
        output += pixel_stride;
    }
}

#endif
