// SPDX-License-Identifier: Apache-2.0
#include "internal/dsp_halfwords.h"
#include "internal/pool_s16.h"
#include "internal/requantize.h"

enum { LANES = 4 };

/// Channels [channel, channel + 4), two words a pixel.
static inline void maximum_4(const pl_pool_window_s16 *window, int32_t channel, int16_t *output) {
    const int16_t *row = window->input + channel;
    const int32_t min = pl_splat_s16x2(window->activation.min), max = pl_splat_s16x2(window->activation.max);
    int32_t low = pl_splat_s16x2(INT16_MIN), high = low;
    for (int32_t y = window->rows; y > 0; y--) {
        const int16_t *pixel = row;
        for (int32_t x = window->cols; x > 0; x--) {
            low = pl_max_s16x2(low, pl_load_s16x2(pixel));
            high = pl_max_s16x2(high, pl_load_s16x2(pixel + 2));
            pixel += window->channels;
        }
        row += window->row_elems;
    }
    pl_store_s16x2(output + channel, pl_min_s16x2(pl_max_s16x2(low, min), max));
    pl_store_s16x2(output + channel + 2, pl_min_s16x2(pl_max_s16x2(high, min), max));
}

static void maximum_1(const pl_pool_window_s16 *window, int32_t channel, int16_t *output) {
    const int16_t *row = window->input + channel;
    int32_t largest = INT16_MIN;
    for (int32_t y = window->rows; y > 0; y--) {
        for (int32_t x = 0; x < window->cols; x++) {
            const int32_t value = row[x * window->channels];
            largest = value > largest ? value : largest;
        }
        row += window->row_elems;
    }
    output[channel] = (int16_t)pl_clamp(largest, window->activation.min, window->activation.max);
}

void pl_maximum_s16(const pl_pool_window_s16 *window, int16_t *output) {
    int32_t channel = 0;
    for (; channel + LANES <= window->channels; channel += LANES) {
        maximum_4(window, channel, output);
    }
    for (; channel < window->channels; channel++) {
        maximum_1(window, channel, output);
    }
}
