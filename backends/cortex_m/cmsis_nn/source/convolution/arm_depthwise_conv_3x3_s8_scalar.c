// SPDX-License-Identifier: Apache-2.0
// Four neighbouring channels at a time, with their weights close together.
#include "internal/depthwise_lanes.h"

enum { LANES = PL_DEPTHWISE_LANES, TAPS = 9 };

typedef struct {
    // The layer's.
    const pl_depthwise *layer;
    int32_t channels;  // elements from one pixel to the next
    int32_t input_row; // elements from one input row to the next
    pl_taps full;      // output pixels of a row with all columns of the kernel over the input
    cmsis_nn_activation activation;
    // The block's.
    pl_depthwise_lanes lanes;
    int32_t filter[TAPS][LANES];
    uint32_t start[LANES]; // bias + input offset * sum of all weights; wraps at 32 bits, as all sums here
} depthwise_block;

static inline void add_tap(const int8_t *input, const int32_t *filter, uint32_t acc[LANES]) {
    for (int32_t lane = 0; lane < LANES; lane++) {
        acc[lane] += (uint32_t)(input[lane] * filter[lane]);
    }
}

static inline void store(const depthwise_block *block, const uint32_t acc[LANES], int8_t *output) {
    if (!block->lanes.is_narrow) {
        const pl_depthwise_acc all = {{acc[0], acc[1], acc[2], acc[3]}};
        pl_depthwise_store_wide(block->layer, block->lanes.channel, all, output);
        return;
    }
    const cmsis_nn_activation range = block->activation;
    for (int32_t lane = 0; lane < LANES; lane++) {
        const pl_narrow_quant *quant = &block->lanes.narrow[lane];
        const int32_t result = pl_narrow_round(pl_scale((int32_t)acc[lane], quant->multiplier), quant);
        output[lane] = (int8_t)pl_clamp(result, range.min, range.max);
    }
}

/// Output pixels that have all taps over the input, input_step elements apart in the input.
static void compute_full(const depthwise_block *block, const int8_t *input, int32_t input_step,
                         int8_t *output, int32_t pixels) {
    const int32_t channels = block->channels;
    for (; pixels > 0; pixels--) {
        uint32_t acc[LANES] = {block->start[0], block->start[1], block->start[2], block->start[3]};
        const int8_t *x = input;
        for (int32_t tap = 0; tap < TAPS; tap += 3) {
            add_tap(x, block->filter[tap], acc);
            add_tap(x + channels, block->filter[tap + 1], acc);
            add_tap(x + 2 * channels, block->filter[tap + 2], acc);
            x += block->input_row;
        }
        store(block, acc, output);
        input += input_step;
        output += channels;
    }
}

/// A row of taps of an output pixel that has not all of them over the input.
static inline void add_part(const int8_t *input, int32_t input_step, int32_t input_offset,
                            const int32_t *filter, int32_t cols, uint32_t acc[LANES]) {
    for (int32_t col = 0; col < cols; col++) {
        for (int32_t lane = 0; lane < LANES; lane++) {
            acc[lane] += (uint32_t)((input[lane] + input_offset) * filter[lane]);
        }
        input += input_step;
        filter += LANES;
    }
}

/// One output pixel with rows * cols taps over the input, the first of them `first_tap`.
static void compute_part(const depthwise_block *block, const int8_t *input, int32_t first_tap, int32_t rows,
                         int32_t cols, int8_t *output) {
    const int32_t input_offset = block->layer->params->input_offset;
    const int32_t *filter = block->filter[first_tap];
    uint32_t acc[LANES];
    for (int32_t lane = 0; lane < LANES; lane++) {
        acc[lane] = (uint32_t)block->lanes.bias[lane];
    }
    for (int32_t row = 0; row < rows; row++) {
        if (cols == 3) {
            add_part(input, block->channels, input_offset, filter, 3, acc);
        } else if (cols == 2) {
            add_part(input, block->channels, input_offset, filter, 2, acc);
        } else {
            add_part(input, block->channels, input_offset, filter, cols, acc);
        }
        input += block->input_row;
        filter += 3 * LANES;
    }
    store(block, acc, output);
}

static void compute_line(const void *context, const pl_depthwise_line *line) {
    const depthwise_block *block = context;
    const pl_depthwise *layer = block->layer;
    const int32_t stride = layer->params->stride.w;
    const int8_t *input = layer->input + line->input_pixel * block->channels + block->lanes.channel;
    int8_t *output = layer->output + line->output_pixel * block->channels + block->lanes.channel;
    int32_t pixels;
    for (int32_t x = 0; x < layer->output_dims->w; x += pixels) {
        const int32_t origin = x * stride - layer->params->padding.w;
        if (line->rows == 3 && x >= block->full.begin && x < block->full.end) {
            pixels = block->full.end - x;
            compute_full(block, input + origin * block->channels, stride * block->channels, output, pixels);
        } else {
            const pl_taps cols = pl_taps_inside(origin, 3, 1, layer->input_dims->w);
            pixels = 1;
            compute_part(block, input + (origin + cols.begin) * block->channels, 3 * line->row + cols.begin,
                         line->rows, cols.end - cols.begin, output);
        }
        output += pixels * block->channels;
    }
}

static void set_channels(depthwise_block *block, int32_t channel) {
    const pl_depthwise *layer = block->layer;
    block->lanes = pl_depthwise_lanes_of(layer, channel);
    for (int32_t lane = 0; lane < LANES; lane++) {
        const int8_t *filter = layer->filter + channel + lane;
        int32_t sum = 0;
        for (int32_t tap = 0; tap < TAPS; tap++) {
            block->filter[tap][lane] = *filter;
            sum += *filter;
            filter += block->channels;
        }
        block->start[lane] =
            (uint32_t)block->lanes.bias[lane] + (uint32_t)layer->params->input_offset * (uint32_t)sum;
    }
}

void pl_depthwise_3x3_s8(const pl_depthwise *layer) {
    const int32_t channels = layer->input_dims->c;
    if (channels < LANES) {
        pl_depthwise_s8(layer);
        return;
    }
    depthwise_block block = {
        .layer = layer,
        .channels = channels,
        .input_row = layer->input_dims->w * channels,
        .full = pl_depthwise_full_pixels(layer),
        .activation = layer->params->activation,
    };
    // The last block of a ragged number of channels computes some of the one before it again.
    for (int32_t channel = 0; channel < channels; channel += LANES) {
        set_channels(&block, channel < channels - LANES ? channel : channels - LANES);
        pl_depthwise_walk(layer, compute_line, &block);
    }
}
