// SPDX-License-Identifier: Apache-2.0
#include "tier.h"

#if PL_BUILDS_SCALAR

#include "columns_scalar.h"
#include "operators.h"
#include "requantize_scalar.h"
#include "window.h"

#include <string.h>

// Output channels whose sums are computed before they are requantized.
enum { CHANNELS = 8 };

// Elements of a column for all groups, so that no size overflows.
enum { MAX_COLUMN = 1 << 27 };

static uint32_t taps_of(const pl_conv2d_s8_scalar_params *p) {
    return pl_padded_taps((uint32_t)p->kernel_h * p->kernel_w * p->filter_c);
}

// The columns, and what stands for padding.
static uint32_t scratch_of(const pl_conv2d_s8_scalar_params *p) {
    return taps_of(p) * PL_COLUMNS * 2 + (uint32_t)p->kernel_w * p->filter_c;
}

int pl_conv2d_s8_scalar_check(const void *params) {
    const pl_conv2d_s8_scalar_params *p = params;
    const pl_axis y = {p->in_h, p->out_h, p->kernel_h, p->stride_h, p->pad_h, p->dilation_h};
    const pl_axis x = {p->in_w, p->out_w, p->kernel_w, p->stride_w, p->pad_w, p->dilation_w};
    const uint64_t taps = (uint64_t)p->kernel_h * p->kernel_w;
    if (p->in_c % p->filter_c != 0 || p->out_c % (p->in_c / p->filter_c) != 0 ||
        !pl_is_input_offset(p->input_offset) || taps * p->filter_c > PL_MAX_PRODUCTS ||
        taps * p->in_c > MAX_COLUMN || !pl_window_is_indexable(y, x, p->batch, p->in_c)) {
        return PL_ERR_CORRUPT;
    }
    const bool sizes =
        p->weights_bytes == (uint64_t)p->out_c * taps_of(p) && p->scratch_bytes == scratch_of(p);
    return sizes ? PL_OK : PL_ERR_CORRUPT;
}

// The layer, and the pixels that are being computed.
typedef struct {
    const pl_conv2d_s8_scalar_params *p;
    const int8_t *weights;
    uint32_t *columns;
    uint32_t taps;
    pl_results results; // of all channels of the pixels
} conv_tile;

static void convolve_channels(const conv_tile *t, uint32_t first, uint32_t end) {
    int32_t sums[CHANNELS * PL_COLUMNS];
    pl_results results = t->results;
    results.bias += first;
    results.multiplier += first;
    results.shift += first;
    results.output += first;
    const int8_t *weights = t->weights + first * t->taps;
    while (first < end) {
        const uint32_t count = end - first < CHANNELS ? end - first : CHANNELS;
        pl_multiply_columns_scalar(t->columns, weights, t->taps, count, sums);
        results.bias_end = results.bias + count;
        pl_requantize_scalar(&results, sums);
        weights += count * t->taps;
        first += count;
    }
}

static void convolve_pixels(const conv_tile *t, const pl_column_shape *shape, const int8_t *image,
                            const pl_corner corners[PL_COLUMNS]) {
    const uint32_t step = t->p->out_c / (t->p->in_c / t->p->filter_c);
    for (uint32_t channel = 0; channel < t->p->out_c; channel += step) {
        pl_fill_columns(shape, image, corners, t->columns);
        convolve_channels(t, channel, channel + step);
        image += t->p->filter_c;
    }
}

// The corners of up to PL_COLUMNS pixels from column x and row y of the output on, which move behind these.
// The last pixel stands for those that are missing.
static uint32_t next_corners(const pl_conv2d_s8_scalar_params *p, int32_t *y, int32_t *x,
                             pl_corner corners[PL_COLUMNS]) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < PL_COLUMNS; i++) {
        if (*y == p->out_h) {
            corners[i] = corners[i - 1];
            continue;
        }
        corners[i] = (pl_corner){*y * p->stride_h - p->pad_h, *x * p->stride_w - p->pad_w};
        count++;
        if (++*x == p->out_w) {
            *x = 0;
            ++*y;
        }
    }
    return count;
}

static void convolve_image(conv_tile *t, const pl_column_shape *shape, const int8_t *image) {
    int32_t y = 0, x = 0;
    while (y < t->p->out_h) {
        pl_corner corners[PL_COLUMNS];
        const uint32_t count = next_corners(t->p, &y, &x, corners);
        t->results.pixels = count;
        t->results.spare = PL_COLUMNS - count;
        convolve_pixels(t, shape, image, corners);
        t->results.output += count * t->p->out_c;
    }
}

int pl_conv2d_s8_scalar(const void *params, void *const *args) {
    const pl_conv2d_s8_scalar_params *p = params;
    conv_tile tile = {
        .p = p,
        .weights = args[PL_CONV2D_S8_SCALAR_WEIGHTS],
        .columns = args[PL_CONV2D_S8_SCALAR_SCRATCH],
        .taps = taps_of(p),
        .results =
            {
                .bias = args[PL_CONV2D_S8_SCALAR_BIAS],
                .multiplier = args[PL_CONV2D_S8_SCALAR_MULTIPLIER],
                .shift = args[PL_CONV2D_S8_SCALAR_SHIFT],
                .output = args[PL_CONV2D_S8_SCALAR_OUTPUT],
                .stride = p->out_c,
                .output_offset = p->output_offset,
                .activation_min = p->activation_min,
                .activation_max = p->activation_max,
            },
    };
    if (tile.results.bias == NULL || !pl_are_narrow_shifts(tile.results.shift, p->out_c)) {
        return PL_ERR_KERNEL;
    }
    int8_t *padding = (int8_t *)(tile.columns + 2 * tile.taps);
    memset(padding, -p->input_offset, (uint32_t)p->kernel_w * p->filter_c);
    const pl_column_shape shape = {
        .in_h = p->in_h,
        .in_w = p->in_w,
        .kernel_h = p->kernel_h,
        .kernel_w = p->kernel_w,
        .dilation_h = p->dilation_h,
        .dilation_w = p->dilation_w,
        .pixel_bytes = p->in_c,
        .channels = p->filter_c,
        .padding = padding,
    };
    const int8_t *image = args[PL_CONV2D_S8_SCALAR_INPUT];
    for (uint32_t n = 0; n < p->batch; n++) {
        convolve_image(&tile, &shape, image);
        image += (uint32_t)p->in_h * p->in_w * p->in_c;
    }
    return PL_OK;
}

#endif
