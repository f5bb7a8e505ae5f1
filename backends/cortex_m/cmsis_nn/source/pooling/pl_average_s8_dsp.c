// SPDX-License-Identifier: Apache-2.0
#include "internal/dsp_intrinsics.h"
#include "internal/pool.h"
#include "internal/requantize.h"

enum { LANES = 4 };

static inline int8_t result(const pl_pool_window *window, int32_t sum) {
    const int32_t value = pl_rounded_average(sum, window->rows * window->cols);
    return (int8_t)pl_clamp(value, window->activation.min, window->activation.max);
}

/// Channels [channel, channel + 4), a word a pixel. Each line of sums is one SXTAB.
static inline void average_4(const pl_pool_window *window, int32_t channel, int8_t *output) {
    const int8_t *row = window->input + channel;
    int32_t sum[LANES] = {0};
    for (int32_t y = window->rows; y > 0; y--) {
        const int8_t *pixel = row;
        for (int32_t x = window->cols; x > 0; x--) {
            const uint32_t word = (uint32_t)pl_load_s8x4(pixel);
            sum[0] += (int8_t)word;
            sum[1] += (int8_t)(word >> 8);
            sum[2] += (int8_t)(word >> 16);
            sum[3] += (int8_t)(word >> 24);
            pixel += window->channels;
        }
        row += window->row_elems;
    }
    for (int32_t lane = 0; lane < LANES; lane++) {
        output[channel + lane] = result(window, sum[lane]);
    }
}

static void average_1(const pl_pool_window *window, int32_t channel, int8_t *output) {
    const int8_t *row = window->input + channel;
    int32_t sum = 0;
    for (int32_t y = window->rows; y > 0; y--) {
        for (int32_t x = 0; x < window->cols; x++) {
            sum += row[x * window->channels];
        }
        row += window->row_elems;
    }
    output[channel] = result(window, sum);
}

void pl_average_s8(const pl_pool_window *window, int8_t *output) {
    int32_t channel = 0;
    for (; channel + LANES <= window->channels; channel += LANES) {
        average_4(window, channel, output);
    }
    for (; channel < window->channels; channel++) {
        average_1(window, channel, output);
    }
}
