// SPDX-License-Identifier: Apache-2.0
// Four channels at a time. Three padded input rows of these channels lie in a buffer of four bytes a pixel,
// so that all output pixels are alike and all distances are known. Then three output pixels at a time.
#include "internal/copy.h"
#include "internal/depthwise.h"
#include "internal/depthwise_3x3_mve.h"
#include "internal/requantize_mve.h"

enum {
    LANES = 4,
    TILE = 3,     // output pixels
    COLUMNS = 64, // pixels of a buffered row
};

/// Some columns of the output for up to four channels.
typedef struct {
    const pl_depthwise *layer;
    const pl_depthwise_3x3_block *block;
    mve_pred16_t channels;
    const int8_t *input; // one batch, first channel
    int8_t *output;      // one batch, first column, first channel
    int32_t width;
    int32_t origin; // input column of the first pixel of a buffered row
    int32_t elems;  // of a buffered row
    pl_taps inside; // pixels of a buffered row that lie over the input
    int8_t zero_point;
} pl_strip;

static void set_block(const pl_depthwise *layer, int32_t channel, mve_pred16_t lanes,
                      pl_depthwise_3x3_block *block) {
    const cmsis_nn_dw_conv_params *params = layer->params;
    const int32_t channels = layer->input_dims->c;
    const int8_t *weights = layer->filter + channel;
    int32x4_t sum = vdupq_n_s32(0);
    for (int32_t tap = 0; tap < 9; tap++) {
        const int32x4_t weight = vldrbq_z_s32(weights, lanes);
        vstrbq_s32(block->weights[tap], weight);
        sum = vaddq_s32(sum, weight);
        weights += channels;
    }
    int32x4_t base = vmulq_n_s32(sum, params->input_offset);
    if (layer->bias != NULL) {
        base = vaddq_s32(base, vldrwq_z_s32(layer->bias + channel, lanes));
    }
    const pl_requantize_lanes quant = pl_requantize_lanes_of(vldrwq_z_s32(layer->multiplier + channel, lanes),
                                                             vldrwq_z_s32(layer->shift + channel, lanes));
    vstrwq_s32(block->base, base);
    vstrwq_s32(block->left, quant.left);
    vstrwq_s32(block->multiplier, quant.multiplier);
    vstrwq_s32(block->has_right, quant.has_right);
    vstrwq_s32(block->minus_right, quant.minus_right);
    vstrwq_s32(block->low, vdupq_n_s32(params->activation.min));
    vstrwq_s32(block->high, vdupq_n_s32(params->activation.max));
    block->output_offset = params->output_offset;
}

/// Input row y, or zero points above and below the input. The padding to the left and right is there already.
static void load_row(const pl_strip *strip, int32_t y, int8_t *row) {
    const cmsis_nn_dims *in = strip->layer->input_dims;
    if (y < 0 || y >= in->h) {
        pl_fill_s8(row, strip->zero_point, strip->elems);
        return;
    }
    const int32_t channels = in->c;
    const mve_pred16_t lanes = strip->channels;
    const int32_t first = strip->inside.begin;
    const int8_t *pixel = strip->input + (y * in->w + strip->origin + first) * channels;
    row += first * LANES;
    for (int32_t i = strip->inside.end - first; i > 0; i--) {
        vstrbq_s32(row, vldrbq_z_s32(pixel, lanes));
        pixel += channels;
        row += LANES;
    }
}

/// One row of output pixels, three at a time. Of the last three some may not exist: they are stored first,
/// over one that does.
static inline void compute_line(const pl_strip *strip, int32_t stride, const int8_t *row0, const int8_t *row1,
                                const int8_t *row2, int8_t *output) {
    const pl_depthwise_3x3_block *const block = strip->block;
    const int32_t channels = strip->layer->input_dims->c;
    const mve_pred16_t lanes = strip->channels;
    for (int32_t left = strip->width; left > 0; left -= TILE) {
        const pl_depthwise_3x3_tile tile = stride == 1 ? pl_depthwise_3x3_stride_1(block, row0, row1, row2)
                                                       : pl_depthwise_3x3_stride_2(block, row0, row1, row2);
        const int32_t second = left > 1 ? channels : 0;
        const int32_t third = left > 2 ? channels : 0;
        vstrbq_p_s32(output + second + third, tile.pixel[2], lanes);
        vstrbq_p_s32(output + second, tile.pixel[1], lanes);
        vstrbq_p_s32(output, tile.pixel[0], lanes);
        output += TILE * channels;
        row0 += TILE * stride * LANES;
        row1 += TILE * stride * LANES;
        row2 += TILE * stride * LANES;
    }
}

static void compute_strip(const pl_strip *strip) {
    const pl_depthwise *layer = strip->layer;
    const cmsis_nn_tile stride = layer->params->stride;
    int8_t buffer[3][COLUMNS * LANES];
    int8_t *row0 = buffer[0], *row1 = buffer[1], *row2 = buffer[2];
    pl_fill_s8(row0, strip->zero_point, strip->elems);
    pl_fill_s8(row1, strip->zero_point, strip->elems);
    pl_fill_s8(row2, strip->zero_point, strip->elems);
    int8_t *output = strip->output;
    int32_t top = -layer->params->padding.h;
    int32_t next = top; // input row
    for (int32_t y = layer->output_dims->h; y > 0; y--) {
        for (next = next < top ? top : next; next < top + 3; next++) {
            int8_t *const oldest = row0;
            row0 = row1;
            row1 = row2;
            row2 = oldest;
            load_row(strip, next, row2);
        }
        if (stride.w == 1) {
            compute_line(strip, 1, row0, row1, row2, output);
        } else {
            compute_line(strip, 2, row0, row1, row2, output);
        }
        output += layer->output_dims->w * layer->output_dims->c;
        top += stride.h;
    }
}

/// Columns [x, x + width) of the output.
static pl_strip strip_of(const pl_depthwise *layer, int32_t x, int32_t width) {
    const cmsis_nn_dw_conv_params *params = layer->params;
    const int32_t pixels = (width + TILE - 1) / TILE * TILE;
    const int32_t columns = (pixels - 1) * params->stride.w + 3;
    const int32_t origin = x * params->stride.w - params->padding.w;
    return (pl_strip){
        .layer = layer,
        .width = width,
        .origin = origin,
        .elems = columns * LANES,
        .inside = pl_taps_inside(origin, columns, 1, layer->input_dims->w),
        .zero_point = (int8_t)-params->input_offset,
    };
}

void pl_depthwise_3x3_s8(const pl_depthwise *layer) {
    const cmsis_nn_dw_conv_params *params = layer->params;
    const cmsis_nn_dims *in = layer->input_dims;
    const cmsis_nn_dims *out = layer->output_dims;
    if (params->stride.w > 2) {
        pl_depthwise_s8(layer);
        return;
    }
    const int32_t max_width = (COLUMNS - 2) / (TILE * params->stride.w) * TILE;
    for (int32_t x = 0; x < out->w; x += max_width) {
        pl_strip strip = strip_of(layer, x, out->w - x < max_width ? out->w - x : max_width);
        for (int32_t channel = 0; channel < in->c; channel += LANES) {
            pl_depthwise_3x3_block block;
            strip.block = &block;
            strip.channels = vctp32q((uint32_t)(in->c - channel));
            set_block(layer, channel, strip.channels, &block);
            for (int32_t n = 0; n < out->n; n++) {
                strip.input = layer->input + n * in->h * in->w * in->c + channel;
                strip.output = layer->output + (n * out->h * out->w + x) * out->c + channel;
                compute_strip(&strip);
            }
        }
    }
}
