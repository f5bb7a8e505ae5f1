// SPDX-License-Identifier: Apache-2.0
// Output pixels four at a time, each an int8 column. The input offset enters through the sums of the filters, which
// come with the dot products at no cost.
#include "internal/convolve.h"
#include "internal/copy.h"
#include "internal/dot_mve.h"
#include "internal/requantize_mve.h"
#include "internal/window.h"

#include <stddef.h>

enum { COLUMNS = 4 };

/// As pl_im2col_s8, with a short way where the pixels under a kernel row are neighbours in memory.
static void fill_column(const pl_convolve_group *g, int32_t out_y, int32_t out_x, int8_t *column) {
    const cmsis_nn_conv_params *params = g->params;
    const int32_t channels = g->input_dims->c;
    if (params->dilation.w != 1 || g->upscale.w != 1 || g->upscale.h != 1 || g->filter_dims->c != channels) {
        pl_im2col_s8(g, out_y, out_x, column);
        return;
    }
    const int32_t input_h = g->input_dims->h;
    const int32_t input_w = g->input_dims->w;
    const int32_t row_elems = g->filter_dims->w * channels;
    const int8_t zero_point = (int8_t)-params->input_offset;
    const int32_t x = out_x * params->stride.w - params->padding.w;
    const pl_taps taps = pl_taps_inside(x, g->filter_dims->w, 1, input_w);
    const int32_t first = taps.begin * channels;
    const int32_t run_elems = taps.end * channels - first;
    const int32_t dilation = params->dilation.h;
    int32_t y = out_y * params->stride.h - params->padding.h;
    const int8_t *run = g->input + (y * input_w + x + taps.begin) * channels;
    for (int32_t rows = g->filter_dims->h; rows > 0; rows--) {
        const bool is_inside = y >= 0 && y < input_h;
        if (run_elems < row_elems || !is_inside) {
            pl_fill_s8(column, zero_point, row_elems);
        }
        if (is_inside) {
            pl_copy_s8(column + first, run, run_elems);
        }
        column += row_elems;
        run += dilation * input_w * channels;
        y += dilation;
    }
}

/// Results of the first `count` columns (pixels) in scratch, four channels at a time. Columns that are not there yet
/// are multiplied too, and dropped: their memory exists.
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
            fill_column(g, y, x, column + filled * elems);
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
