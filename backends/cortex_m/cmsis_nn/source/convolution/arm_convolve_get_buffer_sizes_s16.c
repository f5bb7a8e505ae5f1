// SPDX-License-Identifier: Apache-2.0
// The sizes are CMSIS-NN's, so that memory planned for one library serves the other. The kernels here take
// one column on the scalar and DSP tiers.
#include "arm_nnfunctions.h"
#include "internal/tier.h"

static int32_t column_elems(const cmsis_nn_dims *input_dims, const cmsis_nn_dims *filter_dims) {
    return filter_dims->h * filter_dims->w * input_dims->c;
}

/// Scalar and DSP: two columns.
int32_t arm_convolve_s16_get_buffer_size_dsp(const cmsis_nn_dims *input_dims,
                                             const cmsis_nn_dims *filter_dims) {
    return 2 * column_elems(input_dims, filter_dims) * (int32_t)sizeof(int16_t);
}

/// MVE: four columns of whole vectors.
int32_t arm_convolve_s16_get_buffer_size_mve(const cmsis_nn_dims *input_dims,
                                             const cmsis_nn_dims *filter_dims) {
    return 4 * ((column_elems(input_dims, filter_dims) + 7) & ~7) * (int32_t)sizeof(int16_t);
}

int32_t arm_convolve_s16_get_buffer_size(const cmsis_nn_dims *input_dims, const cmsis_nn_dims *filter_dims) {
#if defined(PL_CMSIS_NN_TIER_MVE)
    return arm_convolve_s16_get_buffer_size_mve(input_dims, filter_dims);
#else
    return arm_convolve_s16_get_buffer_size_dsp(input_dims, filter_dims);
#endif
}

int32_t arm_convolve_wrapper_s16_get_buffer_size_dsp(const cmsis_nn_conv_params *conv_params,
                                                     const cmsis_nn_dims *input_dims,
                                                     const cmsis_nn_dims *filter_dims,
                                                     const cmsis_nn_dims *output_dims) {
    (void)conv_params;
    (void)output_dims;
    return arm_convolve_s16_get_buffer_size_dsp(input_dims, filter_dims);
}

int32_t arm_convolve_wrapper_s16_get_buffer_size_mve(const cmsis_nn_conv_params *conv_params,
                                                     const cmsis_nn_dims *input_dims,
                                                     const cmsis_nn_dims *filter_dims,
                                                     const cmsis_nn_dims *output_dims) {
    (void)conv_params;
    (void)output_dims;
    return arm_convolve_s16_get_buffer_size_mve(input_dims, filter_dims);
}

int32_t arm_convolve_wrapper_s16_get_buffer_size(const cmsis_nn_conv_params *conv_params,
                                                 const cmsis_nn_dims *input_dims,
                                                 const cmsis_nn_dims *filter_dims,
                                                 const cmsis_nn_dims *output_dims) {
    (void)conv_params;
    (void)output_dims;
    return arm_convolve_s16_get_buffer_size(input_dims, filter_dims);
}
