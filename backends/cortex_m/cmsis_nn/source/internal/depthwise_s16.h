// SPDX-License-Identifier: Apache-2.0
// Inside of the int16 depthwise convolutions.
#ifndef PL_CMSIS_NN_DEPTHWISE_S16_H
#define PL_CMSIS_NN_DEPTHWISE_S16_H

#include "internal/depthwise.h"
#include "internal/mat_mult_s16.h"

/// One layer, all arguments checked.
typedef struct {
    pl_depthwise shape; // params and dimensions; its data are not used
    const int16_t *input;
    const int8_t *filter;
    pl_output_s16 stage;
    int16_t *output;
} pl_depthwise_s16_layer;

/// Whether 32 bits hold each sum of products.
static inline bool pl_is_depthwise_narrow(const cmsis_nn_dims *filter_dims) {
    return filter_dims->w <= PL_PRODUCTS_S16_S8 && filter_dims->h <= PL_PRODUCTS_S16_S8 / filter_dims->w;
}

/// Layers with pl_is_depthwise_narrow. By tier: pl_depthwise_s16_<tier>.c.
void pl_depthwise_s16(const pl_depthwise_s16_layer *layer);

/// Any layer, slowly.
void pl_depthwise_s16_wide(const pl_depthwise_s16_layer *layer);

/// Steps from tap to tap, in elements.
typedef struct {
    int32_t input_col;
    int32_t input_row;
    int32_t filter_col;
    int32_t filter_row;
} pl_depthwise_s16_steps;

static inline pl_depthwise_s16_steps pl_depthwise_s16_steps_of(const pl_depthwise_s16_layer *layer) {
    const pl_depthwise *shape = &layer->shape;
    const int32_t channels = shape->input_dims->c;
    return (pl_depthwise_s16_steps){
        .input_col = shape->params->dilation.w * channels,
        .input_row = shape->params->dilation.h * shape->input_dims->w * channels,
        .filter_col = shape->output_dims->c,
        .filter_row = shape->filter_dims->w * shape->output_dims->c,
    };
}

/// The taps of one output pixel that lie over the input.
typedef struct {
    const int16_t *input; // channel 0 under the first tap
    const int8_t *filter; // output channel 0 of that tap
    int32_t rows;
    int32_t cols;
} pl_depthwise_s16_window;

/// Those of output column x of a line.
static inline pl_depthwise_s16_window pl_depthwise_s16_window_of(const pl_depthwise_s16_layer *layer,
                                                                 const pl_depthwise_s16_steps *steps,
                                                                 const pl_depthwise_line *line, int32_t x) {
    const pl_depthwise *shape = &layer->shape;
    const int32_t origin = x * shape->params->stride.w - shape->params->padding.w;
    const pl_taps taps =
        pl_taps_inside(origin, shape->filter_dims->w, shape->params->dilation.w, shape->input_dims->w);
    return (pl_depthwise_s16_window){
        .input = layer->input +
                 ((line->input_pixel + origin) * shape->input_dims->c + taps.begin * steps->input_col),
        .filter = layer->filter + (line->row * steps->filter_row + taps.begin * steps->filter_col),
        .rows = line->rows,
        .cols = taps.end - taps.begin,
    };
}

#endif
