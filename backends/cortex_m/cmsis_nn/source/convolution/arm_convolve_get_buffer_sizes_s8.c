// SPDX-License-Identifier: Apache-2.0
// The sizes are CMSIS-NN's own for its GCC builds, so that memory planned for one library serves the other.
#include "arm_nnfunctions.h"
#include "arm_nnsupportfunctions.h"
#include "internal/convolve.h"
#include "internal/mat_mult.h"
#include "internal/tier.h"

// arm_convolve_s8. The column counts the channels of all groups, more than a group needs.

static int32_t full_column_elems(const cmsis_nn_dims *input_dims, const cmsis_nn_dims *filter_dims) {
    return filter_dims->h * filter_dims->w * input_dims->c;
}

/// Scalar and DSP: two int16 columns.
int32_t arm_convolve_s8_get_buffer_size_dsp(const cmsis_nn_dims *input_dims,
                                            const cmsis_nn_dims *filter_dims) {
    return 2 * pl_column_stride(full_column_elems(input_dims, filter_dims)) * (int32_t)sizeof(int16_t);
}

/// MVE: four int8 columns of whole vectors.
int32_t arm_convolve_s8_get_buffer_size_mve(const cmsis_nn_dims *input_dims,
                                            const cmsis_nn_dims *filter_dims) {
    return 4 * ((full_column_elems(input_dims, filter_dims) + 15) & ~15);
}

int32_t arm_convolve_s8_get_buffer_size(const cmsis_nn_dims *input_dims, const cmsis_nn_dims *filter_dims) {
#if defined(PL_CMSIS_NN_TIER_MVE)
    return arm_convolve_s8_get_buffer_size_mve(input_dims, filter_dims);
#else
    return arm_convolve_s8_get_buffer_size_dsp(input_dims, filter_dims);
#endif
}

// arm_convolve_1x1_s8_fast and arm_convolve_1x1_s8 need none.

int32_t arm_convolve_1x1_s8_fast_get_buffer_size_dsp(const cmsis_nn_dims *input_dims) {
    (void)input_dims;
    return 0;
}

int32_t arm_convolve_1x1_s8_fast_get_buffer_size_mve(const cmsis_nn_dims *input_dims) {
    (void)input_dims;
    return 0;
}

int32_t arm_convolve_1x1_s8_fast_get_buffer_size(const cmsis_nn_dims *input_dims) {
    (void)input_dims;
    return 0;
}

// arm_convolve_1_x_n_s8: at least one int8 column for the pixels over padding.

int32_t arm_convolve_1_x_n_s8_get_buffer_size_dsp(const cmsis_nn_conv_params *conv_params,
                                                  const cmsis_nn_dims *input_dims,
                                                  const cmsis_nn_dims *filter_dims,
                                                  const cmsis_nn_dims *output_dims) {
    (void)conv_params;
    (void)output_dims;
    return arm_convolve_s8_get_buffer_size_dsp(input_dims, filter_dims);
}

/// Output pixels over padding of pad pixels; none or at least one.
static int32_t edge_pixels(int32_t pad, int32_t stride) {
    return pad != 0 ? MAX(1, (pad + stride - 1) / stride) : 0;
}

int32_t arm_convolve_1_x_n_s8_get_buffer_size_mve(const cmsis_nn_conv_params *conv_params,
                                                  const cmsis_nn_dims *input_dims,
                                                  const cmsis_nn_dims *filter_dims,
                                                  const cmsis_nn_dims *output_dims) {
    const int32_t stride = conv_params->stride.w;
    const int32_t pad = conv_params->padding.w;
    const int32_t total_pad = (output_dims->w - 1) * stride + filter_dims->w - input_dims->w;
    const int32_t odd_pad = total_pad % 2;
    const int32_t right = edge_pixels(pad + odd_pad, stride);
    const int32_t left = edge_pixels(pad, stride);
    if (left + right > output_dims->w) {
        return arm_convolve_s8_get_buffer_size_mve(input_dims, filter_dims);
    }
    const int32_t channels = input_dims->c;
    const int32_t left_elems = (filter_dims->w + pad) * channels;
    const int32_t right_elems = (filter_dims->w - 1 + (odd_pad != 0 ? right : pad)) * channels;
    return MAX(left_elems, right_elems);
}

int32_t arm_convolve_1_x_n_s8_get_buffer_size(const cmsis_nn_conv_params *conv_params,
                                              const cmsis_nn_dims *input_dims,
                                              const cmsis_nn_dims *filter_dims,
                                              const cmsis_nn_dims *output_dims) {
#if defined(PL_CMSIS_NN_TIER_MVE)
    return arm_convolve_1_x_n_s8_get_buffer_size_mve(conv_params, input_dims, filter_dims, output_dims);
#else
    return arm_convolve_1_x_n_s8_get_buffer_size_dsp(conv_params, input_dims, filter_dims, output_dims);
#endif
}

// arm_convolve_wrapper_s8: that of the function which it calls.

int32_t arm_convolve_wrapper_s8_get_buffer_size_dsp(const cmsis_nn_conv_params *conv_params,
                                                    const cmsis_nn_dims *input_dims,
                                                    const cmsis_nn_dims *filter_dims,
                                                    const cmsis_nn_dims *output_dims) {
    if (pl_is_convolve_1x1(conv_params, input_dims, filter_dims, output_dims)) {
        return arm_convolve_1x1_s8_fast_get_buffer_size_dsp(input_dims);
    }
    if (pl_is_convolve_1_x_n(conv_params, input_dims, filter_dims, output_dims)) {
        return arm_convolve_1_x_n_s8_get_buffer_size_dsp(conv_params, input_dims, filter_dims, output_dims);
    }
    return arm_convolve_s8_get_buffer_size_dsp(input_dims, filter_dims);
}

int32_t arm_convolve_wrapper_s8_get_buffer_size_mve(const cmsis_nn_conv_params *conv_params,
                                                    const cmsis_nn_dims *input_dims,
                                                    const cmsis_nn_dims *filter_dims,
                                                    const cmsis_nn_dims *output_dims) {
    if (pl_is_convolve_1x1(conv_params, input_dims, filter_dims, output_dims)) {
        return arm_convolve_1x1_s8_fast_get_buffer_size_mve(input_dims);
    }
    if (pl_is_convolve_1_x_n(conv_params, input_dims, filter_dims, output_dims)) {
        return arm_convolve_1_x_n_s8_get_buffer_size_mve(conv_params, input_dims, filter_dims, output_dims);
    }
    return arm_convolve_s8_get_buffer_size_mve(input_dims, filter_dims);
}

int32_t arm_convolve_wrapper_s8_get_buffer_size(const cmsis_nn_conv_params *conv_params,
                                                const cmsis_nn_dims *input_dims,
                                                const cmsis_nn_dims *filter_dims,
                                                const cmsis_nn_dims *output_dims) {
#if defined(PL_CMSIS_NN_TIER_MVE)
    return arm_convolve_wrapper_s8_get_buffer_size_mve(conv_params, input_dims, filter_dims, output_dims);
#else
    return arm_convolve_wrapper_s8_get_buffer_size_dsp(conv_params, input_dims, filter_dims, output_dims);
#endif
}
