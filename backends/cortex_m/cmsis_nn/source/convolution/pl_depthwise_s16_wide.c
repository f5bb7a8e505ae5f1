// SPDX-License-Identifier: Apache-2.0
#include "internal/depthwise_s16.h"

static int64_t sum_of(const pl_depthwise_s16_window *window, const pl_depthwise_s16_steps *steps,
                      int32_t input_channel, int32_t channel) {
    int64_t sum = 0;
    for (int32_t row = 0; row < window->rows; row++) {
        const int16_t *x = window->input + row * steps->input_row + input_channel;
        const int8_t *w = window->filter + row * steps->filter_row + channel;
        for (int32_t col = 0; col < window->cols; col++) {
            sum += x[col * steps->input_col] * w[col * steps->filter_col];
        }
    }
    return sum;
}

static void compute_line(const void *block, const pl_depthwise_line *line) {
    const pl_depthwise_s16_layer *layer = block;
    const pl_depthwise_s16_steps steps = pl_depthwise_s16_steps_of(layer);
    const int32_t channels = layer->shape.output_dims->c;
    int16_t *output = layer->output + line->output_pixel * channels;
    for (int32_t x = 0; x < layer->shape.output_dims->w; x++) {
        const pl_depthwise_s16_window window = pl_depthwise_s16_window_of(layer, &steps, line, x);
        for (int32_t channel = 0; channel < channels; channel++) {
            const int64_t sum = sum_of(&window, &steps, channel / layer->shape.params->ch_mult, channel);
            output[channel] = pl_requantize_s16(sum, &layer->stage, channel);
        }
        output += channels;
    }
}

void pl_depthwise_s16_wide(const pl_depthwise_s16_layer *layer) {
    pl_depthwise_walk(&layer->shape, compute_line, layer);
}
