// SPDX-License-Identifier: Apache-2.0
// Inside of the depthwise convolutions: choice of kernel, the kernels that differ by tier, and the walk over
// the output.
#ifndef PL_CMSIS_NN_DEPTHWISE_H
#define PL_CMSIS_NN_DEPTHWISE_H

#include "arm_nn_types.h"
#include "internal/window.h"

/// One layer, all arguments checked.
typedef struct {
    const cmsis_nn_dw_conv_params *params;
    const cmsis_nn_dims *input_dims;
    const cmsis_nn_dims *filter_dims; // h and w
    const cmsis_nn_dims *output_dims;
    const int8_t *input;
    const int8_t *filter;
    const int32_t *bias; // NULL: none
    const int32_t *multiplier;
    const int32_t *shift;
    int8_t *output;
    void *scratch; // arm_depthwise_conv_s8_opt_get_buffer_size bytes in pl_depthwise_s8_opt, else unused
} pl_depthwise;

/// Which kernel arm_depthwise_conv_wrapper_s8 and its buffer size take, first of two questions: one of those
/// for ch_mult 1? They can do more, but the condition is CMSIS-NN's, kept so that buffer sizes agree.
static inline bool pl_is_depthwise_opt(const cmsis_nn_dw_conv_params *params,
                                       const cmsis_nn_dims *input_dims) {
    return params->ch_mult == 1 && input_dims->n == 1 && params->dilation.w == 1 && params->dilation.h == 1;
}

/// Second question: that for 3x3? These are the shapes that arm_depthwise_conv_3x3_s8 takes (ch_mult 1
/// aside).
static inline bool pl_is_depthwise_3x3(const cmsis_nn_dw_conv_params *params,
                                       const cmsis_nn_dims *filter_dims) {
    return filter_dims->w == 3 && filter_dims->h == 3 && params->dilation.w == 1 && params->dilation.h == 1 &&
           params->padding.w >= 0 && params->padding.w <= 1 && params->padding.h >= 0 &&
           params->padding.h <= 1;
}

/// Whether sizes, strides and dilations are such that a kernel may run, and ch_mult agrees with the channels.
static inline bool pl_depthwise_is_valid(const cmsis_nn_dw_conv_params *params,
                                         const cmsis_nn_dims *input_dims, const cmsis_nn_dims *filter_dims,
                                         const cmsis_nn_dims *output_dims) {
    return params->stride.w > 0 && params->stride.h > 0 && params->dilation.w > 0 && params->dilation.h > 0 &&
           filter_dims->w > 0 && filter_dims->h > 0 && params->ch_mult > 0 && input_dims->c > 0 &&
           output_dims->c == input_dims->c * params->ch_mult && output_dims->c == filter_dims->c;
}

// By tier, in arm_depthwise_conv_s8_<tier>.c, arm_depthwise_conv_s8_opt_<tier>.c,
// arm_depthwise_conv_3x3_s8_<tier>.c.

/// Any layer.
void pl_depthwise_s8(const pl_depthwise *layer);

/// Layers with ch_mult 1: any kernel, dilation and batch, with scratch memory.
void pl_depthwise_s8_opt(const pl_depthwise *layer);

/// Layers with ch_mult 1 and pl_is_depthwise_3x3, without scratch memory.
void pl_depthwise_3x3_s8(const pl_depthwise *layer);

/// The output pixels of a row that have all columns of the kernel over the input, where dilation is 1 along
/// the width; begin == end when there is none.
static inline pl_taps pl_depthwise_full_pixels(const pl_depthwise *layer) {
    const int32_t stride = layer->params->stride.w;
    const int32_t padding = layer->params->padding.w;
    const int32_t last_origin = layer->input_dims->w - layer->filter_dims->w;
    const int32_t width = layer->output_dims->w;
    const int32_t begin = padding > 0 ? (padding + stride - 1) / stride : 0;
    const int32_t end = last_origin + padding >= 0 ? (last_origin + padding) / stride + 1 : 0;
    const int32_t end_inside = end < width ? end : width;
    return begin < end_inside ? (pl_taps){begin, end_inside} : (pl_taps){0, 0};
}

/// One row of output pixels. Kernel rows [row, row + rows) lie over the input; rows may be 0.
typedef struct {
    int32_t row;
    int32_t rows;
    int32_t input_pixel;  // index of the first pixel in the input row under kernel row `row`
    int32_t output_pixel; // index of the first pixel
} pl_depthwise_line;

/// Calls `kernel(block, line)` for all rows of output pixels of all batches. Kernels keep the weights and
/// constants of a few channels in `block` and walk once for each such block.
void pl_depthwise_walk(const pl_depthwise *layer,
                       void (*kernel)(const void *block, const pl_depthwise_line *line), const void *block);

#endif
