// SPDX-License-Identifier: Apache-2.0
#include "internal/depthwise_s4.h"
#include "internal/requantize.h"
#include "internal/s4.h"

#include <stddef.h>

typedef struct {
    const pl_depthwise *layer;
    int32_t channel; // of the output
} packed_channel;

/// Sum of the products of rows * cols taps. `input` and `weight` (an index) are those of the first of them.
/// Wraps at 32 bits.
static uint32_t sum_of(const pl_depthwise *layer, const int8_t *input, int32_t weight, int32_t rows,
                       int32_t cols) {
    const int32_t input_offset = layer->params->input_offset;
    const int32_t input_col = layer->params->dilation.w * layer->input_dims->c;
    const int32_t input_row = layer->params->dilation.h * layer->input_dims->w * layer->input_dims->c;
    const int32_t filter_row = layer->filter_dims->w * layer->output_dims->c;
    uint32_t sum = 0;
    for (int32_t row = 0; row < rows; row++) {
        for (int32_t col = 0; col < cols; col++) {
            const int32_t index = weight + row * filter_row + col * layer->output_dims->c;
            sum += (uint32_t)((input[row * input_row + col * input_col] + input_offset) *
                              pl_s4_at(layer->filter, index));
        }
    }
    return sum;
}

static void compute_line(const void *block, const pl_depthwise_line *line) {
    const pl_depthwise *layer = ((const packed_channel *)block)->layer;
    const int32_t channel = ((const packed_channel *)block)->channel;
    const cmsis_nn_dw_conv_params *params = layer->params;
    const int32_t kernel_w = layer->filter_dims->w;
    const uint32_t bias = layer->bias != NULL ? (uint32_t)layer->bias[channel] : 0;
    int8_t *output = layer->output + line->output_pixel * layer->output_dims->c + channel;
    int32_t origin = -params->padding.w;
    for (int32_t x = 0; x < layer->output_dims->w; x++) {
        const pl_taps taps = pl_taps_inside(origin, kernel_w, params->dilation.w, layer->input_dims->w);
        const int32_t pixel = line->input_pixel + origin + taps.begin * params->dilation.w;
        const int32_t tap = line->row * kernel_w + taps.begin;
        const int8_t *input = layer->input + pixel * layer->input_dims->c + channel / params->ch_mult;
        const uint32_t sum =
            sum_of(layer, input, tap * layer->output_dims->c + channel, line->rows, taps.end - taps.begin);
        *output = pl_requantize_s8((int32_t)(bias + sum), layer->multiplier[channel], layer->shift[channel],
                                   params->output_offset, params->activation.min, params->activation.max);
        origin += params->stride.w;
        output += layer->output_dims->c;
    }
}

void pl_depthwise_s4(const pl_depthwise *layer, int8_t *expanded) {
    if (expanded != NULL) {
        pl_depthwise int8_layer = *layer;
        int8_layer.filter = expanded;
        pl_expand_s4(layer->filter, pl_depthwise_weights(layer->filter_dims, layer->output_dims), expanded);
        pl_depthwise_s8(&int8_layer);
        return;
    }
    for (int32_t channel = 0; channel < layer->output_dims->c; channel++) {
        const packed_channel block = {layer, channel};
        pl_depthwise_walk(layer, compute_line, &block);
    }
}
