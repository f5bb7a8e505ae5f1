// SPDX-License-Identifier: Apache-2.0
// Four neighbouring channels at a time. A word of four int8 splits into two words of two int16: channels 0
// and 2, channels 1 and 3.
#include "internal/depthwise_dsp.h"
#include "internal/depthwise_lanes.h"
#include "internal/dsp_bytes.h"
#include "internal/keep_order.h"

enum { LANES = PL_DEPTHWISE_LANES };

typedef struct {
    // The layer's.
    const pl_depthwise *layer;
    int32_t *filter;        // the block's weights; for each tap those of channels 0 and 2, then of 1 and 3
    int32_t channels;       // elements from one pixel to the next
    int32_t input_row;      // elements from one input row under the kernel to the next
    int32_t filter_row;     // words from one kernel row to the next
    int32_t input_offset;   // in both halves
    int32_t activation_min; // in all four bytes
    int32_t activation_max;
    pl_taps full; // output pixels of a row with all columns of the kernel over the input
    // The block's.
    pl_depthwise_lanes lanes;
} depthwise_block;

/// A row of `cols` taps.
static inline void add_taps(const depthwise_block *block, const int8_t *input, const int32_t *filter,
                            int32_t cols, int32_t acc[LANES]) {
    const int32_t channels = block->channels;
    const int32_t input_offset = block->input_offset;
    for (int32_t col = 0; col < cols; col++) {
        const int32_t pixel = pl_load_s8x4(input);
        const int32_t weights_02 = filter[0];
        const int32_t weights_13 = filter[1];
        const int32_t pixel_02 = pl_sxtab16(input_offset, pixel);
        const int32_t pixel_13 = pl_sxtab16_ror8(input_offset, pixel);
        acc[0] = pl_smlabb(pixel_02, weights_02, acc[0]);
        acc[2] = pl_smlatt(pixel_02, weights_02, acc[2]);
        acc[1] = pl_smlabb(pixel_13, weights_13, acc[1]);
        acc[3] = pl_smlatt(pixel_13, weights_13, acc[3]);
        input += channels;
        filter += 2;
        PL_KEEP_ORDER();
    }
}

/// rows * cols taps; the loops over the usual numbers of columns are unrolled.
static inline void add_window(const depthwise_block *block, const int8_t *input, const int32_t *filter,
                              int32_t rows, int32_t cols, int32_t acc[LANES]) {
    for (int32_t row = 0; row < rows; row++) {
        if (cols == 3) {
            add_taps(block, input, filter, 3, acc);
        } else if (cols == 2) {
            add_taps(block, input, filter, 2, acc);
        } else {
            add_taps(block, input, filter, cols, acc);
        }
        input += block->input_row;
        filter += block->filter_row;
    }
}

static inline int32_t requantize_narrow(int32_t acc, const pl_narrow_quant *quant) {
    return pl_ssat8(pl_narrow_round(pl_smmulr(acc * 2, quant->multiplier), quant));
}

static inline void store(const depthwise_block *block, const int32_t acc[LANES], int8_t *output) {
    if (!block->lanes.is_narrow) {
        const pl_depthwise_acc all = {
            {(uint32_t)acc[0], (uint32_t)acc[1], (uint32_t)acc[2], (uint32_t)acc[3]}};
        pl_depthwise_store_wide(block->layer, block->lanes.channel, all, output);
        return;
    }
    const pl_narrow_quant *quant = block->lanes.narrow;
    const int32_t word =
        pl_pack_s8x4(requantize_narrow(acc[0], &quant[0]), requantize_narrow(acc[1], &quant[1]),
                     requantize_narrow(acc[2], &quant[2]), requantize_narrow(acc[3], &quant[3]));
    pl_store_s8x4(output, pl_min_s8x4(pl_max_s8x4(word, block->activation_min), block->activation_max));
}

/// Output pixels [x, x + pixels) of a row, which have the same columns of the kernel over the input.
static void compute_pixels(const depthwise_block *block, const pl_depthwise_line *line, int32_t x,
                           int32_t pixels) {
    const pl_depthwise *layer = block->layer;
    const int32_t channels = block->channels;
    const int32_t stride = layer->params->stride.w;
    const int32_t origin = x * stride - layer->params->padding.w;
    const pl_taps taps = pl_taps_inside(origin, layer->filter_dims->w, 1, layer->input_dims->w);
    const int32_t rows = line->rows;
    const int32_t cols = taps.end - taps.begin;
    const int32_t *filter = block->filter + line->row * block->filter_row + taps.begin * 2;
    const int8_t *input =
        layer->input + (line->input_pixel + origin + taps.begin) * channels + block->lanes.channel;
    int8_t *output = layer->output + (line->output_pixel + x) * channels + block->lanes.channel;
    for (; pixels > 0; pixels--) {
        int32_t acc[LANES] = {block->lanes.bias[0], block->lanes.bias[1], block->lanes.bias[2],
                              block->lanes.bias[3]};
        if (rows == 3 && cols == 3) {
            add_taps(block, input, filter, 3, acc);
            add_taps(block, input + block->input_row, filter + block->filter_row, 3, acc);
            add_taps(block, input + 2 * block->input_row, filter + 2 * block->filter_row, 3, acc);
        } else {
            add_window(block, input, filter, rows, cols, acc);
        }
        store(block, acc, output);
        input += stride * channels;
        output += channels;
    }
}

static void compute_line(const void *context, const pl_depthwise_line *line) {
    const depthwise_block *block = context;
    const int32_t width = block->layer->output_dims->w;
    int32_t x = 0;
    for (; x < block->full.begin; x++) {
        compute_pixels(block, line, x, 1);
    }
    compute_pixels(block, line, x, block->full.end - x);
    for (x = block->full.end; x < width; x++) {
        compute_pixels(block, line, x, 1);
    }
}

static void widen_filter(const depthwise_block *block, int32_t channel) {
    const int32_t taps = block->layer->filter_dims->h * block->layer->filter_dims->w;
    const int8_t *weights = block->layer->filter + channel;
    for (int32_t tap = 0; tap < taps; tap++) {
        const int32_t word = pl_load_s8x4(weights);
        block->filter[2 * tap] = pl_sxtb16(word);
        block->filter[2 * tap + 1] = pl_sxtb16_ror8(word);
        weights += block->channels;
    }
}

void pl_depthwise_dsp(const pl_depthwise *layer, int32_t *widened) {
    const cmsis_nn_dw_conv_params *params = layer->params;
    const int32_t channels = layer->input_dims->c;
    depthwise_block block = {
        .layer = layer,
        .filter = widened,
        .channels = channels,
        .input_row = params->dilation.h * layer->input_dims->w * channels,
        .filter_row = layer->filter_dims->w * 2,
        .input_offset = pl_splat_s16x2(params->input_offset),
        .activation_min = pl_splat_s8x4(params->activation.min),
        .activation_max = pl_splat_s8x4(params->activation.max),
        .full = pl_depthwise_full_pixels(layer),
    };
    // The last block of a ragged number of channels computes some of the one before it again.
    for (int32_t channel = 0; channel < channels; channel += LANES) {
        const int32_t first = channel < channels - LANES ? channel : channels - LANES;
        widen_filter(&block, first);
        block.lanes = pl_depthwise_lanes_of(layer, first);
        pl_depthwise_walk(layer, compute_line, &block);
    }
}
