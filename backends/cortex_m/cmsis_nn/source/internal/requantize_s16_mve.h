// SPDX-License-Identifier: Apache-2.0
// The roundings of requantize_s16.h, four lanes at a time. Bit for bit the same results.
#ifndef PL_CMSIS_NN_REQUANTIZE_S16_MVE_H
#define PL_CMSIS_NN_REQUANTIZE_S16_MVE_H

#include "internal/requantize_mve.h"
#include "internal/requantize_s16.h"

/// As pl_requantize_s64 for values of 32 bits; saturates. With value * reduced = high * 2^16 + low the shift
/// leaves high * 2^(shift + 1) and low * 2^(shift - 15), of which at most one needs rounding: where high is
/// shifted to the right, low is less than half a unit.
static inline int32x4_t pl_requantize_reduced_mve(int32x4_t value, int32x4_t reduced, int32x4_t shift) {
    const uint32x4_t bottom = vmovlbq_u16(vreinterpretq_u16_s32(value));
    const uint32x4_t product = vmulq_u32(bottom, vreinterpretq_u32_s32(reduced));
    const int32x4_t top = vmulq_s32(vshrq_n_s32(value, 16), reduced);
    const int32x4_t high = vaddq_s32(top, vreinterpretq_s32_u32(vshrq_n_u32(product, 16)));
    const int32x4_t low = vreinterpretq_s32_u32(vmovlbq_u16(vreinterpretq_u16_u32(product)));
    return vqaddq_s32(vqrshlq_s32(high, vaddq_n_s32(shift, 1)), vrshlq_s32(low, vaddq_n_s32(shift, -15)));
}

/// As pl_reduced_multiplier.
static inline int32x4_t pl_reduced_multiplier_mve(int32x4_t multiplier) {
    return vminq_s32(vrshrq_n_s32(multiplier, 16), vdupq_n_s32(0x7FFF));
}

/// Four sums of 32 bits; overflow is negative where one has left them.
typedef struct {
    int32x4_t sum;
    int32x4_t overflow;
} pl_sums_s32;

static inline pl_sums_s32 pl_add_to_sums(pl_sums_s32 sums, int32x4_t part) {
    const int32x4_t sum = vaddq_s32(sums.sum, part);
    const int32x4_t overflow = vandq_s32(veorq_s32(sums.sum, sum), veorq_s32(part, sum));
    return (pl_sums_s32){sum, vorrq_s32(sums.overflow, overflow)};
}

/// Up to four adjacent rows of a matrix: what turns their sums into results.
typedef struct {
    mve_pred16_t rows; // the lanes that exist
    int32x4_t multiplier;
    int32x4_t shift;
    int32x4_t bias;
    bool is_int32_bias;
    bool is_narrow; // 32 bits hold each bias
    int32_t min;
    int32_t max;
} pl_output_lanes_s16;

static inline pl_output_lanes_s16 pl_output_lanes_s16_of(const pl_output_s16 *output, int32_t row,
                                                         int32_t count) {
    const uint32x4_t places = vmulq_n_u32(vidupq_n_u32(0, 1), (uint32_t)output->quant_stride);
    const mve_pred16_t rows = vctp32q((uint32_t)count);
    const int32_t first = row * output->quant_stride;
    const int32x4_t multiplier = vldrwq_gather_shifted_offset_z_s32(output->multiplier + first, places, rows);
    pl_output_lanes_s16 lanes = {
        .rows = rows,
        .multiplier = output->is_int32_bias ? multiplier : pl_reduced_multiplier_mve(multiplier),
        .shift = vldrwq_gather_shifted_offset_z_s32(output->shift + first, places, rows),
        .bias = vdupq_n_s32(0),
        .is_int32_bias = output->is_int32_bias,
        .is_narrow = true,
        .min = output->min,
        .max = output->max,
    };
    if (output->bias != NULL && output->is_int32_bias) {
        lanes.bias = vldrwq_z_s32((const int32_t *)output->bias + row, rows);
    } else if (output->bias != NULL) {
        const int64_t *bias = (const int64_t *)output->bias + row;
        int32_t narrow[4] = {0};
        for (int32_t i = 0; i < 4 && i < count; i++) {
            narrow[i] = (int32_t)bias[i];
            lanes.is_narrow = lanes.is_narrow && pl_fits_s32(bias[i], 0);
        }
        lanes.bias = vldrwq_s32(narrow);
    }
    return lanes;
}

/// Stores results of sums of products. False, and nothing is stored, where 32 bits do not hold a sum with its
/// bias or what a left shift makes of it.
static inline bool pl_requantize_s16_lanes(pl_sums_s32 sums, const pl_output_lanes_s16 *lanes, int16_t *dst) {
    sums = pl_add_to_sums(sums, lanes->bias);
    int32x4_t value = sums.sum;
    mve_pred16_t is_wide = vcmpltq_n_s32(sums.overflow, 0);
    if (lanes->is_int32_bias) {
        const int32x4_t left = vmaxq_s32(lanes->shift, vdupq_n_s32(0));
        const int32x4_t back = vshlq_s32(vshlq_s32(value, left), vnegq_s32(left));
        is_wide |= vcmpneq_s32(back, value);
        value = pl_requantize_mve(value, pl_requantize_lanes_of(lanes->multiplier, lanes->shift));
    } else {
        value = pl_requantize_reduced_mve(value, lanes->multiplier, lanes->shift);
    }
    if (!lanes->is_narrow || (is_wide & lanes->rows) != 0) {
        return false;
    }
    vstrhq_p_s32(dst, pl_clamp_mve(value, lanes->min, lanes->max), lanes->rows);
    return true;
}

#endif
