// SPDX-License-Identifier: Apache-2.0
// Output pixels four at a time, each an int8 column. The input offset enters through the sums of the filters,
// which come with the dot products at no cost.
#include "internal/convolve.h"
#include "internal/dot_mve.h"
#include "internal/requantize_mve.h"

#include <stddef.h>

enum { COLUMNS = 4 };

/// Results of the first `count` columns (pixels) in scratch, four channels at a time. Columns that are not
/// there yet are multiplied too, and dropped: their memory exists.
static void multiply_columns(const pl_convolve_group *g, int32_t count, int8_t *output) {
    const int32_t elems = pl_column_elems(g->filter_dims);
    const int8_t *const columns = g->scratch;
    const int8_t *filter = g->filter;
    int32_t dots[COLUMNS + 1][4];
    for (int32_t channel = 0; channel < g->channels_out; channel += 4) {
        const int32_t left = g->channels_out - channel;
        const int32_t channels = left < 4 ? left : 4;
#pragma GCC unroll 1
        for (int32_t i = 0; i < channels; i++) {
            pl_dot_4_rows_and_sum(filter, columns, elems, &dots[0][i]);
            filter += elems;
        }
        const mve_pred16_t lanes = vctp32q((uint32_t)left);
        int32x4_t base = vmulq_n_s32(vldrwq_s32(dots[COLUMNS]), g->params->input_offset);
        if (g->bias != NULL) {
            base = vaddq_s32(base, vldrwq_z_s32(g->bias + channel, lanes));
        }
        const pl_output_lanes output_lanes = {
            .quant = pl_requantize_lanes_of(vldrwq_z_s32(g->multiplier + channel, lanes),
                                            vldrwq_z_s32(g->shift + channel, lanes)),
            .channels = lanes,
            .output_offset = g->params->output_offset,
            .activation_min = g->params->activation.min,
            .activation_max = g->params->activation.max,
        };
        for (int32_t i = 0; i < COLUMNS; i++) {
            vstrwq_s32(dots[i], vaddq_s32(vldrwq_s32(dots[i]), base));
        }
        pl_requantize_s8_pixels(dots[0], count, &output_lanes, output + channel, g->output_dims->c);
    }
}

void pl_convolve_s8_group(const pl_convolve_group *g) {
    const int32_t elems = pl_column_elems(g->filter_dims);
    int8_t *column = g->scratch;
    int8_t *output = g->output;
    int32_t filled = 0;
    for (int32_t y = 0; y < g->output_dims->h; y++) {
        for (int32_t x = 0; x < g->output_dims->w; x++) {
            pl_im2col_s8(g, y, x, column + filled * elems);
            filled++;
            if (filled == COLUMNS) {
                multiply_columns(g, COLUMNS, output);
                output += COLUMNS * g->output_dims->c;
                filled = 0;
            }
        }
    }
    if (filled > 0) {
        multiply_columns(g, filled, output);
    }
}
