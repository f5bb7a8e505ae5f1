// SPDX-License-Identifier: Apache-2.0
#include "internal/dsp_bytes.h"
#include "internal/pool.h"
#include "internal/requantize.h"

enum { LANES = 4 };

/// Channels [channel, channel + 4), a word a pixel.
static inline void maximum_4(const pl_pool_window *window, int32_t channel, int8_t *output) {
    const int8_t *row = window->input + channel;
    int32_t largest = pl_splat_s8x4(INT8_MIN);
    for (int32_t y = window->rows; y > 0; y--) {
        const int8_t *pixel = row;
        for (int32_t x = window->cols; x > 0; x--) {
            largest = pl_max_s8x4(largest, pl_load_s8x4(pixel));
            pixel += window->channels;
        }
        row += window->row_elems;
    }
    largest = pl_max_s8x4(largest, pl_splat_s8x4(window->activation.min));
    pl_store_s8x4(output + channel, pl_min_s8x4(largest, pl_splat_s8x4(window->activation.max)));
}

static void maximum_1(const pl_pool_window *window, int32_t channel, int8_t *output) {
    const int8_t *row = window->input + channel;
    int32_t largest = INT8_MIN;
    for (int32_t y = window->rows; y > 0; y--) {
        for (int32_t x = 0; x < window->cols; x++) {
            const int32_t value = row[x * window->channels];
            largest = value > largest ? value : largest;
        }
        row += window->row_elems;
    }
    output[channel] = (int8_t)pl_clamp(largest, window->activation.min, window->activation.max);
}

void pl_maximum_s8(const pl_pool_window *window, int8_t *output) {
    int32_t channel = 0;
    for (; channel + LANES <= window->channels; channel += LANES) {
        maximum_4(window, channel, output);
    }
    for (; channel < window->channels; channel++) {
        maximum_1(window, channel, output);
    }
}
