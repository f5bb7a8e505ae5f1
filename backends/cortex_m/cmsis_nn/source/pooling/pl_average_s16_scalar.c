// SPDX-License-Identifier: Apache-2.0
#include "internal/pool_s16.h"
#include "internal/requantize.h"

enum { LANES = 4 };

/// Channels [channel, channel + lanes).
static inline void average(const pl_pool_window_s16 *window, int32_t channel, int32_t lanes,
                           int16_t *output) {
    const int16_t *row = window->input + channel;
    int32_t sum[LANES] = {0};
    for (int32_t y = window->rows; y > 0; y--) {
        const int16_t *pixel = row;
        for (int32_t x = window->cols; x > 0; x--) {
            for (int32_t lane = 0; lane < lanes; lane++) {
                sum[lane] += pixel[lane];
            }
            pixel += window->channels;
        }
        row += window->row_elems;
    }
    for (int32_t lane = 0; lane < lanes; lane++) {
        const int32_t value = pl_rounded_average(sum[lane], window->rows * window->cols);
        output[channel + lane] = (int16_t)pl_clamp(value, window->activation.min, window->activation.max);
    }
}

void pl_average_s16(const pl_pool_window_s16 *window, int16_t *output) {
    int32_t channel = 0;
    for (; channel + LANES <= window->channels; channel += LANES) {
        average(window, channel, LANES, output);
    }
    for (; channel < window->channels; channel++) {
        average(window, channel, 1, output);
    }
}
