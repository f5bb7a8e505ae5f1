// SPDX-License-Identifier: Apache-2.0
#include "internal/depthwise.h"
#include "internal/requantize.h"

enum { LANES = 4 };

/// Neighbouring output channels that are computed together. All steps are in elements.
typedef struct {
    const pl_depthwise *layer;
    const int8_t *input;  // the block's (first) input channel in pixel 0
    const int8_t *filter; // its output channels in tap 0
    int8_t *output;       // the same in pixel 0
    const int32_t *bias;  // NULL: none
    const int32_t *multiplier;
    const int32_t *shift;
    int32_t input_col; // from one tap to the next
    int32_t input_row;
    int32_t filter_col;
    int32_t filter_row;
} depthwise_block;

static depthwise_block block_of(const pl_depthwise *layer, int32_t input_channel, int32_t output_channel) {
    const int32_t input_channels = layer->input_dims->c;
    const int32_t output_channels = layer->output_dims->c;
    return (depthwise_block){
        .layer = layer,
        .input = layer->input + input_channel,
        .filter = layer->filter + output_channel,
        .output = layer->output + output_channel,
        .bias = layer->bias ? layer->bias + output_channel : NULL,
        .multiplier = layer->multiplier + output_channel,
        .shift = layer->shift + output_channel,
        .input_col = layer->params->dilation.w * input_channels,
        .input_row = layer->params->dilation.h * layer->input_dims->w * input_channels,
        .filter_col = output_channels,
        .filter_row = layer->filter_dims->w * output_channels,
    };
}

/// rows * cols taps. input_step: 1 where each lane has its own input channel, 0 where all share one. Sums
/// wrap at 32 bits.
static inline void add_window(const depthwise_block *block, const int8_t *input, const int8_t *filter,
                              int32_t rows, int32_t cols, int32_t lanes, int32_t input_step,
                              uint32_t acc[LANES]) {
    const int32_t input_offset = block->layer->params->input_offset;
    for (int32_t row = rows; row > 0; row--) {
        const int8_t *x = input;
        const int8_t *w = filter;
        for (int32_t col = cols; col > 0; col--) {
            for (int32_t lane = 0; lane < lanes; lane++) {
                acc[lane] += (uint32_t)((x[lane * input_step] + input_offset) * w[lane]);
            }
            x += block->input_col;
            w += block->filter_col;
        }
        input += block->input_row;
        filter += block->filter_row;
    }
}

static inline void compute_line(const depthwise_block *block, const pl_depthwise_line *line, int32_t lanes,
                                int32_t input_step) {
    const pl_depthwise *layer = block->layer;
    const cmsis_nn_dw_conv_params *params = layer->params;
    const int32_t filter_width = layer->filter_dims->w;
    const int8_t *filter = block->filter + line->row * block->filter_row;
    const int8_t *input = block->input + line->input_pixel * layer->input_dims->c;
    int8_t *output = block->output + line->output_pixel * layer->output_dims->c;
    int32_t origin = -params->padding.w;
    for (int32_t x = layer->output_dims->w; x > 0; x--) {
        const pl_taps taps = pl_taps_inside(origin, filter_width, params->dilation.w, layer->input_dims->w);
        uint32_t acc[LANES];
        for (int32_t lane = 0; lane < lanes; lane++) {
            acc[lane] = block->bias ? (uint32_t)block->bias[lane] : 0;
        }
        add_window(block, input + origin * layer->input_dims->c + taps.begin * block->input_col,
                   filter + taps.begin * block->filter_col, line->rows, taps.end - taps.begin, lanes,
                   input_step, acc);
        for (int32_t lane = 0; lane < lanes; lane++) {
            output[lane] =
                pl_requantize_s8((int32_t)acc[lane], block->multiplier[lane], block->shift[lane],
                                 params->output_offset, params->activation.min, params->activation.max);
        }
        origin += params->stride.w;
        output += layer->output_dims->c;
    }
}

static void compute_4_from_4(const void *block, const pl_depthwise_line *line) {
    compute_line(block, line, LANES, 1);
}
static void compute_4_from_1(const void *block, const pl_depthwise_line *line) {
    compute_line(block, line, LANES, 0);
}
static void compute_1_from_1(const void *block, const pl_depthwise_line *line) {
    compute_line(block, line, 1, 0);
}

/// All output channels of one input channel.
static void from_one_channel(const pl_depthwise *layer, int32_t input_channel) {
    const int32_t end = (input_channel + 1) * layer->params->ch_mult;
    int32_t channel = input_channel * layer->params->ch_mult;
    for (; channel + LANES <= end; channel += LANES) {
        const depthwise_block block = block_of(layer, input_channel, channel);
        pl_depthwise_walk(layer, compute_4_from_1, &block);
    }
    for (; channel < end; channel++) {
        const depthwise_block block = block_of(layer, input_channel, channel);
        pl_depthwise_walk(layer, compute_1_from_1, &block);
    }
}

void pl_depthwise_s8(const pl_depthwise *layer) {
    const int32_t channels = layer->input_dims->c;
    int32_t channel = 0;
    for (; layer->params->ch_mult == 1 && channel + LANES <= channels; channel += LANES) {
        const depthwise_block block = block_of(layer, channel, channel);
        pl_depthwise_walk(layer, compute_4_from_4, &block);
    }
    for (; channel < channels; channel++) {
        from_one_channel(layer, channel);
    }
}
