// SPDX-License-Identifier: Apache-2.0
#include "tier.h"

#if PL_BUILDS_SCALAR

#include "depthwise_3x3_scalar.h"
#include "operators.h"
#include "requantize_scalar.h"
#include "window.h"

#include <stdbool.h>
#include <string.h>

// A tile is some neighbouring pixels of a row, some channels.
enum {
    KERNEL = 3,
    TILE_PIXELS = 4,
    TILE_CHANNELS = 16,
    WEIGHTS = 12, // bytes of a filter
};

// Columns that the windows of a tile span.
static uint32_t columns_of(const pl_depthwise_conv2d_s8_scalar_params *p, uint32_t pixels) {
    return (pixels - 1) * p->stride_w + KERNEL;
}

int pl_depthwise_conv2d_s8_scalar_check(const void *params) {
    const pl_depthwise_conv2d_s8_scalar_params *p = params;
    const pl_axis y = {p->in_h, p->out_h, p->kernel_h, p->stride_h, p->pad_h, p->dilation_h};
    const pl_axis x = {p->in_w, p->out_w, p->kernel_w, p->stride_w, p->pad_w, p->dilation_w};
    const bool is_3x3 =
        p->kernel_h == KERNEL && p->kernel_w == KERNEL && p->dilation_w == 1 && p->stride_w <= 2;
    const bool is_plain = p->out_c == p->in_c && p->channel_multiplier == 1;
    const bool sizes = p->weights_bytes == (uint32_t)p->out_c * WEIGHTS &&
                       p->scratch_bytes == KERNEL * columns_of(p, TILE_PIXELS) * TILE_CHANNELS;
    return is_3x3 && is_plain && sizes && pl_is_input_offset(p->input_offset) &&
                   pl_window_is_indexable(y, x, p->batch, p->in_c)
               ? PL_OK
               : PL_ERR_CORRUPT;
}

// The layer, and the output row that is being computed.
typedef struct {
    const pl_depthwise_conv2d_s8_scalar_params *p;
    const int8_t *image;
    const int8_t *weights;
    int8_t *patch;
    int32_t first_y; // row of the input under the window's first row
    pl_results results;
} depthwise_row;

// What a tile sees: `step` bytes from one column to the next, `row` bytes from one row of the window to the
// next.
typedef struct {
    const int8_t *input; // the first tap of the first pixel and channel
    uint32_t step;
    uint32_t row;
    uint32_t pixels; // 1 or TILE_PIXELS
    uint32_t channels;
} depthwise_tile;

// Some channels of a pixel, in words where they lie so.
static void copy_channels(int8_t *out, const int8_t *in, uint32_t count) {
    if (count == TILE_CHANNELS && (uintptr_t)in % 4 == 0) {
        memcpy(__builtin_assume_aligned(out, 4), __builtin_assume_aligned(in, 4), TILE_CHANNELS);
    } else if (((uintptr_t)in | count) % 4 == 0) {
        for (uint32_t i = 0; i < count; i += 4) {
            memcpy(__builtin_assume_aligned(out + i, 4), __builtin_assume_aligned(in + i, 4), 4);
        }
    } else {
        for (uint32_t i = 0; i < count; i++) {
            out[i] = in[i];
        }
    }
}

// Makes the tile see a copy of its windows, in which padding has values.
static void make_patch(const depthwise_row *r, depthwise_tile *tile, int32_t first_x, uint32_t channel) {
    const pl_depthwise_conv2d_s8_scalar_params *p = r->p;
    const uint32_t columns = columns_of(p, tile->pixels);
    const uint32_t padding = (uint8_t)-p->input_offset * 0x01010101u;
    int8_t *out = r->patch;
    for (uint32_t ky = 0; ky < KERNEL; ky++) {
        const int32_t y = r->first_y + (int32_t)(ky * p->dilation_h);
        const bool is_row = (uint32_t)y < p->in_h;
        const int32_t in = (y * p->in_w + first_x) * p->in_c + (int32_t)channel;
        for (uint32_t column = 0; column < columns; column++) {
            if (is_row && (uint32_t)first_x + column < p->in_w) {
                copy_channels(out, r->image + in + (int32_t)(column * p->in_c), tile->channels);
            } else {
                for (uint32_t i = 0; i < tile->channels; i += 4) {
                    memcpy(__builtin_assume_aligned(out + i, 4), &padding, 4);
                }
            }
            out += TILE_CHANNELS;
        }
    }
    tile->input = r->patch;
    tile->step = TILE_CHANNELS;
    tile->row = TILE_CHANNELS * columns;
}

static void multiply(const depthwise_row *r, const depthwise_tile *t, const int8_t *weights, int32_t *sums) {
    if (t->pixels == 1) {
        pl_depthwise_3x3_pixel_scalar(t->input, t->step, t->row, weights, t->channels, sums);
    } else if (r->p->stride_w == 1) {
        pl_depthwise_3x3_scalar(t->input, t->step, t->row, weights, t->channels, sums);
    } else {
        pl_depthwise_3x3_stride_2_scalar(t->input, t->step, t->row, weights, t->channels, sums);
    }
}

// `pixels` is 1, or some of TILE_PIXELS that are computed.
static void convolve_pixels(const depthwise_row *r, pl_results results, uint32_t first, uint32_t pixels) {
    const pl_depthwise_conv2d_s8_scalar_params *p = r->p;
    const uint32_t computed = pixels == 1 ? 1 : TILE_PIXELS;
    const int32_t first_x = (int32_t)(first * p->stride_w) - p->pad_w;
    const int32_t last_y = r->first_y + (KERNEL - 1) * p->dilation_h;
    const bool is_inside = first_x >= 0 && r->first_y >= 0 && last_y < p->in_h &&
                           (uint32_t)first_x + columns_of(p, computed) <= p->in_w;
    depthwise_tile tile = {
        .step = p->in_c,
        .row = (uint32_t)p->dilation_h * p->in_w * p->in_c,
        .pixels = computed,
    };
    results.pixels = pixels;
    results.spare = computed - pixels;
    for (uint32_t channel = 0; channel < p->out_c; channel += TILE_CHANNELS) {
        const uint32_t left = p->out_c - channel;
        tile.channels = left < TILE_CHANNELS ? left : TILE_CHANNELS;
        if (is_inside) {
            tile.input = r->image + (r->first_y * p->in_w + first_x) * p->in_c + channel;
        } else {
            make_patch(r, &tile, first_x, channel);
        }
        int32_t sums[TILE_CHANNELS * TILE_PIXELS];
        multiply(r, &tile, r->weights + channel * WEIGHTS, sums);
        results.bias_end = results.bias + tile.channels;
        pl_requantize_scalar(&results, sums);
    }
}

// Three pixels are worth a tile, two are not.
static void convolve_row(depthwise_row *r) {
    for (uint32_t first = 0; first < r->p->out_w;) {
        const uint32_t left = r->p->out_w - first;
        const uint32_t pixels = left >= TILE_PIXELS ? TILE_PIXELS : left == TILE_PIXELS - 1 ? left : 1;
        convolve_pixels(r, r->results, first, pixels);
        r->results.output += pixels * r->p->out_c;
        first += pixels;
    }
}

int pl_depthwise_conv2d_s8_scalar(const void *params, void *const *args) {
    const pl_depthwise_conv2d_s8_scalar_params *p = params;
    depthwise_row row = {
        .p = p,
        .image = args[PL_DEPTHWISE_CONV2D_S8_SCALAR_INPUT],
        .weights = args[PL_DEPTHWISE_CONV2D_S8_SCALAR_WEIGHTS],
        .patch = args[PL_DEPTHWISE_CONV2D_S8_SCALAR_SCRATCH],
        .results =
            {
                .bias = args[PL_DEPTHWISE_CONV2D_S8_SCALAR_BIAS],
                .multiplier = args[PL_DEPTHWISE_CONV2D_S8_SCALAR_MULTIPLIER],
                .shift = args[PL_DEPTHWISE_CONV2D_S8_SCALAR_SHIFT],
                .output = args[PL_DEPTHWISE_CONV2D_S8_SCALAR_OUTPUT],
                .stride = p->out_c,
                .output_offset = p->output_offset,
                .activation_min = p->activation_min,
                .activation_max = p->activation_max,
            },
    };
    if (row.results.bias == NULL || !pl_are_narrow_shifts(row.results.shift, p->out_c)) {
        return PL_ERR_KERNEL;
    }
    for (uint32_t n = 0; n < p->batch; n++) {
        for (uint32_t y = 0; y < p->out_h; y++) {
            row.first_y = (int32_t)(y * p->stride_h) - p->pad_h;
            convolve_row(&row);
        }
        row.image += (uint32_t)p->in_h * p->in_w * p->in_c;
    }
    return PL_OK;
}

#endif
