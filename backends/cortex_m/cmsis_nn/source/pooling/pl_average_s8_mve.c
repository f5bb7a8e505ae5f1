// SPDX-License-Identifier: Apache-2.0
// Eight channels at a time.
#include "internal/pool.h"
#include "internal/requantize_mve.h"

/// Pixels whose sum fits in 16 bits.
enum { PIXELS_PER_SUM = 256 };

/// Sums of eight channels.
typedef struct {
    int32x4_t even;
    int32x4_t odd;
} pl_sums;

/// How to divide by the number of pixels in a window.
typedef struct {
    int32_t count;
    int32_t half;
    uint32_t reciprocal; // 2^32 / count rounded up; 0: divide
} pl_divisor;

/// For magnitudes up to 128 * count + count / 2 the high half of the product with the reciprocal is the
/// quotient, as long as 129 * count^2 <= 2^32. The reciprocal of 1 has no room in 32 bits.
static pl_divisor divisor_of(int32_t count) {
    const bool is_exact = count > 1 && count <= 5770;
    return (pl_divisor){count, count / 2, is_exact ? UINT32_MAX / (uint32_t)count + 1 : 0};
}

/// sum / count rounded to nearest, ties away from zero.
static int32x4_t divide(int32x4_t sum, const pl_divisor *divisor) {
    if (divisor->reciprocal == 0) {
        int32_t lanes[4];
        vstrwq_s32(lanes, sum);
        for (int32_t i = 0; i < 4; i++) {
            lanes[i] = pl_rounded_average(lanes[i], divisor->count);
        }
        return vldrwq_s32(lanes);
    }
    const int32x4_t magnitude = vaddq_n_s32(vabsq_s32(sum), divisor->half);
    const uint32x4_t quotient =
        vmulhq_u32(vreinterpretq_u32_s32(magnitude), vdupq_n_u32(divisor->reciprocal));
    const int32x4_t value = vreinterpretq_s32_u32(quotient);
    return vnegq_m_s32(value, value, vcmpltq_n_s32(sum, 0));
}

/// Adds `pixels` (no more than PIXELS_PER_SUM) pixels of a row.
static inline int16x8_t add_pixels(int16x8_t sum, const int8_t *pixel, int32_t pixels, int32_t channels,
                                   mve_pred16_t lanes) {
    for (; pixels > 0; pixels--) {
        sum = vaddq_s16(sum, vldrbq_z_s16(pixel, lanes));
        pixel += channels;
    }
    return sum;
}

static pl_sums sum_window(const pl_pool_window *window, int32_t channel, mve_pred16_t lanes) {
    const int32_t channels = window->channels;
    pl_sums sums = {vdupq_n_s32(0), vdupq_n_s32(0)};
    int16x8_t part = vdupq_n_s16(0);
    int32_t room = PIXELS_PER_SUM;
    for (int32_t y = 0; y < window->rows; y++) {
        const int8_t *pixel = window->input + y * window->row_elems + channel;
        for (int32_t left = window->cols; left > 0; left -= PIXELS_PER_SUM) {
            const int32_t pixels = left < PIXELS_PER_SUM ? left : PIXELS_PER_SUM;
            if (pixels > room) {
                sums = (pl_sums){vaddq_s32(sums.even, vmovlbq_s16(part)),
                                 vaddq_s32(sums.odd, vmovltq_s16(part))};
                part = vdupq_n_s16(0);
                room = PIXELS_PER_SUM;
            }
            part = add_pixels(part, pixel, pixels, channels, lanes);
            room -= pixels;
            pixel += pixels * channels;
        }
    }
    return (pl_sums){vaddq_s32(sums.even, vmovlbq_s16(part)), vaddq_s32(sums.odd, vmovltq_s16(part))};
}

void pl_average_s8(const pl_pool_window *window, int8_t *output) {
    const pl_divisor divisor = divisor_of(window->rows * window->cols);
    const int16x8_t low = vdupq_n_s16((int16_t)window->activation.min);
    const int16x8_t high = vdupq_n_s16((int16_t)window->activation.max);
    for (int32_t channel = 0; channel < window->channels; channel += 8) {
        const mve_pred16_t lanes = vctp16q((uint32_t)(window->channels - channel));
        const pl_sums sums = sum_window(window, channel, lanes);
        int16x8_t value = vreinterpretq_s16_s32(divide(sums.even, &divisor));
        value = vmovntq_s32(value, divide(sums.odd, &divisor));
        vstrbq_p_s16(output + channel, vminq_s16(vmaxq_s16(value, low), high), lanes);
    }
}
