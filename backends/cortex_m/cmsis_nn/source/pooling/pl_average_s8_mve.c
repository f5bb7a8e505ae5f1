// SPDX-License-Identifier: Apache-2.0
// Eight channels at a time.
#include "internal/average_mve.h"
#include "internal/requantize_mve.h"

/// Pixels whose sum fits in 16 bits.
enum { PIXELS_PER_SUM = 256 };

/// Sums of eight channels.
typedef struct {
    int32x4_t even;
    int32x4_t odd;
} pl_sums;

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
    const pl_divisor divisor = pl_divisor_of(window->rows * window->cols, 128);
    const int16x8_t low = vdupq_n_s16((int16_t)window->activation.min);
    const int16x8_t high = vdupq_n_s16((int16_t)window->activation.max);
    for (int32_t channel = 0; channel < window->channels; channel += 8) {
        const mve_pred16_t lanes = vctp16q((uint32_t)(window->channels - channel));
        const pl_sums sums = sum_window(window, channel, lanes);
        int16x8_t value = vreinterpretq_s16_s32(pl_divide_mve(sums.even, &divisor));
        value = vmovntq_s32(value, pl_divide_mve(sums.odd, &divisor));
        vstrbq_p_s16(output + channel, vminq_s16(vmaxq_s16(value, low), high), lanes);
    }
}
