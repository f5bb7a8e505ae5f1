// SPDX-License-Identifier: Apache-2.0
// Inside of the convolution family: choice of kernel, and the one step of arm_convolve_s8 that differs by
// tier.
#ifndef PL_CMSIS_NN_CONVOLVE_H
#define PL_CMSIS_NN_CONVOLVE_H

#include "arm_nn_types.h"

/// One channel group of one batch, all arguments checked.
typedef struct {
    const cmsis_nn_conv_params *params;
    const cmsis_nn_dims *input_dims;  // h and w as seen by the kernel (upscaled), c of all groups
    const cmsis_nn_dims *filter_dims; // c of one group
    const cmsis_nn_dims *output_dims; // c of all groups
    cmsis_nn_tile upscale;            // 1 or 2: every upscale-th pixel is real, the others are zero points
    const int8_t *input;              // first channel of the group
    const int8_t *filter;
    const int32_t *bias; // NULL: none
    const int32_t *multiplier;
    const int32_t *shift;
    int32_t channels_out; // output channels of the group
    int8_t *output;       // first channel of the group
    void *scratch;        // arm_convolve_s8_get_buffer_size bytes
} pl_convolve_group;

/// Elements in the column of one output pixel: kernel height * kernel width * channels of the group.
static inline int32_t pl_column_elems(const cmsis_nn_dims *filter_dims) {
    return filter_dims->h * filter_dims->w * filter_dims->c;
}

/// Writes the column of output pixel (out_y, out_x): the inputs under the kernel in filter order, with the
/// input's zero point where the kernel lies over padding. pl_column_elems elements.
void pl_im2col_s8(const pl_convolve_group *group, int32_t out_y, int32_t out_x, int8_t *column);

/// All output pixels of one group. By tier: arm_convolve_s8_<tier>.c.
void pl_convolve_s8_group(const pl_convolve_group *group);

// Which kernel arm_convolve_wrapper_s8 and its buffer size take. The choice is the same on every tier, and
// CMSIS-NN's for all shapes that CMSIS-NN computes rightly, so that buffer sizes agree.

/// Whether each of `out` positions, stride apart, lies inside of `in`: no padding, not even behind the input.
static inline bool pl_lies_inside(int32_t out, int32_t stride, int32_t in) {
    return out > 0 && stride > 0 && (out - 1) * stride < in;
}

static inline bool pl_is_convolve_1x1(const cmsis_nn_conv_params *params, const cmsis_nn_dims *input_dims,
                                      const cmsis_nn_dims *filter_dims, const cmsis_nn_dims *output_dims) {
    return params->padding.w == 0 && params->padding.h == 0 && filter_dims->w == 1 && filter_dims->h == 1 &&
           params->dilation.w == 1 && params->dilation.h == 1 && input_dims->c == filter_dims->c &&
           pl_lies_inside(output_dims->w, params->stride.w, input_dims->w) &&
           pl_lies_inside(output_dims->h, params->stride.h, input_dims->h);
}

/// Of a 1x1 convolution: whether output pixels and input pixels are the same.
static inline bool pl_is_dense(const cmsis_nn_conv_params *params, const cmsis_nn_dims *input_dims,
                               const cmsis_nn_dims *output_dims) {
    return params->stride.w == 1 && params->stride.h == 1 && output_dims->w == input_dims->w &&
           output_dims->h == input_dims->h;
}

/// The condition on stride.w * c has no meaning for this library's kernel.
static inline bool pl_is_convolve_1_x_n(const cmsis_nn_conv_params *params, const cmsis_nn_dims *input_dims,
                                        const cmsis_nn_dims *filter_dims, const cmsis_nn_dims *output_dims) {
    return input_dims->h == 1 && filter_dims->h == 1 && output_dims->h == 1 && params->padding.h == 0 &&
           params->dilation.w == 1 && (params->stride.w * input_dims->c) % 4 == 0 &&
           input_dims->c == filter_dims->c;
}

#endif
