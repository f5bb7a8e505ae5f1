// SPDX-License-Identifier: Apache-2.0
// Where CMSIS-NN asks for more memory than this library's kernels need, the sizes are its own, so that memory
// planned for one library serves the other.
#include "arm_nnfunctions.h"
#include "arm_nnsupportfunctions.h"
#include "internal/convolve.h"
#include "internal/convolve_s4.h"
#include "internal/tier.h"

// arm_convolve_s4: the columns. CMSIS-NN has four, on MVE of whole vectors.

static int32_t columns_bytes(const cmsis_nn_dims *input_dims, const cmsis_nn_dims *filter_dims,
                             int32_t unit) {
    const int32_t elems = filter_dims->h * filter_dims->w * input_dims->c;
    return MAX(elems * pl_convolve_s4_columns(elems), 4 * ((elems + unit - 1) / unit * unit));
}

int32_t arm_convolve_s4_get_buffer_size_dsp(const cmsis_nn_dims *input_dims,
                                            const cmsis_nn_dims *filter_dims) {
    return columns_bytes(input_dims, filter_dims, 1);
}

int32_t arm_convolve_s4_get_buffer_size_mve(const cmsis_nn_dims *input_dims,
                                            const cmsis_nn_dims *filter_dims) {
    return columns_bytes(input_dims, filter_dims, 16);
}

int32_t arm_convolve_s4_get_buffer_size(const cmsis_nn_dims *input_dims, const cmsis_nn_dims *filter_dims) {
#if defined(PL_CMSIS_NN_TIER_MVE)
    return arm_convolve_s4_get_buffer_size_mve(input_dims, filter_dims);
#else
    return arm_convolve_s4_get_buffer_size_dsp(input_dims, filter_dims);
#endif
}

// arm_convolve_1x1_s4_fast and arm_convolve_1x1_s4 need none.

int32_t arm_convolve_1x1_s4_fast_get_buffer_size_dsp(const cmsis_nn_dims *input_dims) {
    (void)input_dims;
    return 0;
}

int32_t arm_convolve_1x1_s4_fast_get_buffer_size_mve(const cmsis_nn_dims *input_dims) {
    (void)input_dims;
    return 0;
}

int32_t arm_convolve_1x1_s4_fast_get_buffer_size(const cmsis_nn_dims *input_dims) {
    (void)input_dims;
    return 0;
}

// arm_convolve_1_x_n_s4 needs none; CMSIS-NN's kernel does, on MVE where the output pixels over the left and
// the right padding meet.

int32_t arm_convolve_1_x_n_s4_get_buffer_size_dsp(const cmsis_nn_conv_params *conv_params,
                                                  const cmsis_nn_dims *input_dims,
                                                  const cmsis_nn_dims *filter_dims,
                                                  const cmsis_nn_dims *output_dims) {
    (void)conv_params;
    (void)output_dims;
    return arm_convolve_s4_get_buffer_size_dsp(input_dims, filter_dims);
}

/// Output pixels over padding of pad pixels; none or at least one.
static int32_t edge_pixels(int32_t pad, int32_t stride) {
    return pad != 0 ? MAX(1, (pad + stride - 1) / stride) : 0;
}

int32_t arm_convolve_1_x_n_s4_get_buffer_size_mve(const cmsis_nn_conv_params *conv_params,
                                                  const cmsis_nn_dims *input_dims,
                                                  const cmsis_nn_dims *filter_dims,
                                                  const cmsis_nn_dims *output_dims) {
    const int32_t stride = conv_params->stride.w;
    const int32_t pad = conv_params->padding.w;
    const int32_t total_pad = (output_dims->w - 1) * stride + filter_dims->w - input_dims->w;
    const bool ends_meet =
        edge_pixels(pad + total_pad % 2, stride) + edge_pixels(pad, stride) > output_dims->w;
    return ends_meet ? arm_convolve_s4_get_buffer_size_mve(input_dims, filter_dims) : 0;
}

int32_t arm_convolve_1_x_n_s4_get_buffer_size(const cmsis_nn_conv_params *conv_params,
                                              const cmsis_nn_dims *input_dims,
                                              const cmsis_nn_dims *filter_dims,
                                              const cmsis_nn_dims *output_dims) {
#if defined(PL_CMSIS_NN_TIER_MVE)
    return arm_convolve_1_x_n_s4_get_buffer_size_mve(conv_params, input_dims, filter_dims, output_dims);
#else
    return arm_convolve_1_x_n_s4_get_buffer_size_dsp(conv_params, input_dims, filter_dims, output_dims);
#endif
}

// arm_convolve_wrapper_s4: that of the function which it calls.

int32_t arm_convolve_wrapper_s4_get_buffer_size_dsp(const cmsis_nn_conv_params *conv_params,
                                                    const cmsis_nn_dims *input_dims,
                                                    const cmsis_nn_dims *filter_dims,
                                                    const cmsis_nn_dims *output_dims) {
    const cmsis_nn_dims filter = pl_filter_dims_s4(input_dims, filter_dims);
    if (pl_is_convolve_1x1(conv_params, input_dims, &filter, output_dims)) {
        return arm_convolve_1x1_s4_fast_get_buffer_size_dsp(input_dims);
    }
    if (pl_is_convolve_1_x_n(conv_params, input_dims, &filter, output_dims)) {
        return arm_convolve_1_x_n_s4_get_buffer_size_dsp(conv_params, input_dims, filter_dims, output_dims);
    }
    return arm_convolve_s4_get_buffer_size_dsp(input_dims, filter_dims);
}

int32_t arm_convolve_wrapper_s4_get_buffer_size_mve(const cmsis_nn_conv_params *conv_params,
                                                    const cmsis_nn_dims *input_dims,
                                                    const cmsis_nn_dims *filter_dims,
                                                    const cmsis_nn_dims *output_dims) {
    const cmsis_nn_dims filter = pl_filter_dims_s4(input_dims, filter_dims);
    if (pl_is_convolve_1x1(conv_params, input_dims, &filter, output_dims)) {
        return arm_convolve_1x1_s4_fast_get_buffer_size_mve(input_dims);
    }
    if (pl_is_convolve_1_x_n(conv_params, input_dims, &filter, output_dims)) {
        return arm_convolve_1_x_n_s4_get_buffer_size_mve(conv_params, input_dims, filter_dims, output_dims);
    }
    return arm_convolve_s4_get_buffer_size_mve(input_dims, filter_dims);
}

int32_t arm_convolve_wrapper_s4_get_buffer_size(const cmsis_nn_conv_params *conv_params,
                                                const cmsis_nn_dims *input_dims,
                                                const cmsis_nn_dims *filter_dims,
                                                const cmsis_nn_dims *output_dims) {
#if defined(PL_CMSIS_NN_TIER_MVE)
    return arm_convolve_wrapper_s4_get_buffer_size_mve(conv_params, input_dims, filter_dims, output_dims);
#else
    return arm_convolve_wrapper_s4_get_buffer_size_dsp(conv_params, input_dims, filter_dims, output_dims);
#endif
}
