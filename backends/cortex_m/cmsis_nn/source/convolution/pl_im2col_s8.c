// SPDX-License-Identifier: Apache-2.0
#include "internal/convolve.h"
#include "internal/copy.h"
#include "internal/window.h"

/// Where the pixels under a kernel row are neighbours in memory: one copy for each row of the kernel.
static void copy_runs(const pl_convolve_group *g, int32_t in_y, int32_t in_x, int8_t *column) {
    const int32_t channels = g->input_dims->c;
    const int32_t input_h = g->input_dims->h;
    const int32_t input_row_elems = g->input_dims->w * channels;
    const int32_t row_elems = g->filter_dims->w * channels;
    const int8_t zero_point = (int8_t)-g->params->input_offset;
    const pl_taps taps = pl_taps_inside(in_x, g->filter_dims->w, 1, g->input_dims->w);
    const int32_t first = taps.begin * channels;
    const int32_t run_elems = taps.end * channels - first;
    const int32_t run = in_x * channels + first;
    for (int32_t rows = g->filter_dims->h; rows > 0; rows--) {
        const bool is_inside = in_y >= 0 && in_y < input_h;
        if (!is_inside || run_elems < row_elems) {
            pl_fill_s8(column, zero_point, row_elems);
        }
        if (is_inside && run_elems > 0) {
            pl_copy_s8(column + first, g->input + in_y * input_row_elems + run, run_elems);
        }
        column += row_elems;
        in_y += g->params->dilation.h;
    }
}

/// Dilation, groups and upscaling: one kernel row over input row `row`, pixel by pixel.
static void copy_pixels(const pl_convolve_group *g, const int8_t *row, int32_t in_x, int8_t *column) {
    const int32_t channels = g->filter_dims->c;
    for (int32_t kx = 0; kx < g->filter_dims->w; kx++) {
        if (in_x >= 0 && in_x < g->input_dims->w && in_x % g->upscale.w == 0) {
            pl_copy_s8(column, row + in_x / g->upscale.w * g->input_dims->c, channels);
        } else {
            pl_fill_s8(column, (int8_t)-g->params->input_offset, channels);
        }
        column += channels;
        in_x += g->params->dilation.w;
    }
}

void pl_im2col_s8(const pl_convolve_group *g, int32_t out_y, int32_t out_x, int8_t *column) {
    const cmsis_nn_conv_params *params = g->params;
    const int32_t in_x = out_x * params->stride.w - params->padding.w;
    int32_t in_y = out_y * params->stride.h - params->padding.h;
    if (params->dilation.w == 1 && g->upscale.w == 1 && g->upscale.h == 1 &&
        g->filter_dims->c == g->input_dims->c) {
        copy_runs(g, in_y, in_x, column);
        return;
    }
    const int32_t row_elems = g->filter_dims->w * g->filter_dims->c;
    const int32_t input_row_elems = g->input_dims->w / g->upscale.w * g->input_dims->c;
    for (int32_t ky = 0; ky < g->filter_dims->h; ky++) {
        if (in_y >= 0 && in_y < g->input_dims->h && in_y % g->upscale.h == 0) {
            copy_pixels(g, g->input + in_y / g->upscale.h * input_row_elems, in_x, column);
        } else {
            pl_fill_s8(column, (int8_t)-params->input_offset, row_elems);
        }
        column += row_elems;
        in_y += params->dilation.h;
    }
}
