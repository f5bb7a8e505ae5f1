// SPDX-License-Identifier: Apache-2.0
// int16 depthwise convolution of four neighbouring output channels at a time: what scalar and DSP kernels
// share.
#ifndef PL_CMSIS_NN_DEPTHWISE_S16_LANES_H
#define PL_CMSIS_NN_DEPTHWISE_S16_LANES_H

#include "internal/depthwise_s16.h"

/// Sums of four channels.
typedef struct {
    int32_t a0, a1, a2, a3;
} pl_depthwise_s16_sums;

/// Sums of the first four channels of a window, each with its own input channel.
typedef pl_depthwise_s16_sums (*pl_sum_4_channels)(const pl_depthwise_s16_window *window,
                                                   const pl_depthwise_s16_steps *steps);

/// Sum of the first output channel of a window.
static inline int32_t pl_sum_channel(const pl_depthwise_s16_window *window,
                                     const pl_depthwise_s16_steps *steps) {
    const int16_t *input = window->input;
    const int8_t *filter = window->filter;
    int32_t sum = 0;
    for (int32_t row = window->rows; row > 0; row--) {
        const int16_t *x = input;
        const int8_t *w = filter;
        for (int32_t col = window->cols; col > 0; col--) {
            sum += *x * *w;
            x += steps->input_col;
            w += steps->filter_col;
        }
        input += steps->input_row;
        filter += steps->filter_row;
    }
    return sum;
}

/// The window of an output channel and the input channel that it reads.
static inline pl_depthwise_s16_window pl_at_channel(const pl_depthwise_s16_window *window,
                                                    int32_t input_channel, int32_t channel) {
    pl_depthwise_s16_window moved = *window;
    moved.input += input_channel;
    moved.filter += channel;
    return moved;
}

/// All channels of one output pixel.
static inline void pl_depthwise_s16_pixel(const pl_depthwise_s16_layer *layer,
                                          const pl_depthwise_s16_window *window,
                                          const pl_depthwise_s16_steps *steps, int16_t *output,
                                          pl_sum_4_channels sum_4) {
    const int32_t channels = layer->shape.output_dims->c;
    const int32_t ch_mult = layer->shape.params->ch_mult;
    int32_t channel = 0;
    for (; ch_mult == 1 && channel + 4 <= channels; channel += 4) {
        const pl_depthwise_s16_window here = pl_at_channel(window, channel, channel);
        const pl_depthwise_s16_sums sums = sum_4(&here, steps);
        int64_t wide[4] = {sums.a0, sums.a1, sums.a2, sums.a3};
        pl_requantize_s16_rows(wide, &layer->stage, channel, 4, output + channel);
    }
    for (; channel < channels; channel++) {
        const pl_depthwise_s16_window here = pl_at_channel(window, channel / ch_mult, channel);
        output[channel] = pl_requantize_s16(pl_sum_channel(&here, steps), &layer->stage, channel);
    }
}

/// One line of output pixels.
static inline void pl_depthwise_s16_line(const pl_depthwise_s16_layer *layer, const pl_depthwise_line *line,
                                         pl_sum_4_channels sum_4) {
    const pl_depthwise_s16_steps steps = pl_depthwise_s16_steps_of(layer);
    const int32_t channels = layer->shape.output_dims->c;
    int16_t *output = layer->output + line->output_pixel * channels;
    for (int32_t x = 0; x < layer->shape.output_dims->w; x++) {
        const pl_depthwise_s16_window window = pl_depthwise_s16_window_of(layer, &steps, line, x);
        pl_depthwise_s16_pixel(layer, &window, &steps, output, sum_4);
        output += channels;
    }
}

#endif
