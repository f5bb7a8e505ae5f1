// SPDX-License-Identifier: Apache-2.0
// The kernels here need no scratch memory. The numbers are CMSIS-NN's, so that a plan serves either library.
#include "arm_nnfunctions.h"
#include "internal/tier.h"

#include <stdbool.h>

static int32_t window_bytes(const cmsis_nn_dims *input_dims, const cmsis_nn_dims *filter_dims) {
    return filter_dims->h * filter_dims->w * input_dims->c * (int32_t)sizeof(int16_t);
}

int32_t arm_depthwise_conv_fast_s16_get_buffer_size_dsp(const cmsis_nn_dims *input_dims,
                                                        const cmsis_nn_dims *filter_dims) {
    return window_bytes(input_dims, filter_dims);
}

int32_t arm_depthwise_conv_fast_s16_get_buffer_size_mve(const cmsis_nn_dims *input_dims,
                                                        const cmsis_nn_dims *filter_dims) {
    return 4 * window_bytes(input_dims, filter_dims) + 8;
}

int32_t arm_depthwise_conv_fast_s16_get_buffer_size(const cmsis_nn_dims *input_dims,
                                                    const cmsis_nn_dims *filter_dims) {
#if defined(PL_CMSIS_NN_TIER_MVE)
    return arm_depthwise_conv_fast_s16_get_buffer_size_mve(input_dims, filter_dims);
#elif defined(PL_CMSIS_NN_TIER_DSP)
    return arm_depthwise_conv_fast_s16_get_buffer_size_dsp(input_dims, filter_dims);
#else
    (void)input_dims;
    (void)filter_dims;
    return 0;
#endif
}

/// Whether CMSIS-NN takes arm_depthwise_conv_fast_s16.
static bool is_fast(const cmsis_nn_dw_conv_params *params, const cmsis_nn_dims *filter_dims) {
    return params->ch_mult == 1 && params->dilation.w == 1 && params->dilation.h == 1 &&
           filter_dims->w * filter_dims->h < 512;
}

int32_t arm_depthwise_conv_wrapper_s16_get_buffer_size_dsp(const cmsis_nn_dw_conv_params *dw_conv_params,
                                                           const cmsis_nn_dims *input_dims,
                                                           const cmsis_nn_dims *filter_dims,
                                                           const cmsis_nn_dims *output_dims) {
    (void)output_dims;
    return is_fast(dw_conv_params, filter_dims)
               ? arm_depthwise_conv_fast_s16_get_buffer_size_dsp(input_dims, filter_dims)
               : 0;
}

int32_t arm_depthwise_conv_wrapper_s16_get_buffer_size_mve(const cmsis_nn_dw_conv_params *dw_conv_params,
                                                           const cmsis_nn_dims *input_dims,
                                                           const cmsis_nn_dims *filter_dims,
                                                           const cmsis_nn_dims *output_dims) {
    (void)output_dims;
    return is_fast(dw_conv_params, filter_dims)
               ? arm_depthwise_conv_fast_s16_get_buffer_size_mve(input_dims, filter_dims)
               : 0;
}

int32_t arm_depthwise_conv_wrapper_s16_get_buffer_size(const cmsis_nn_dw_conv_params *dw_conv_params,
                                                       const cmsis_nn_dims *input_dims,
                                                       const cmsis_nn_dims *filter_dims,
                                                       const cmsis_nn_dims *output_dims) {
    (void)output_dims;
    return is_fast(dw_conv_params, filter_dims)
               ? arm_depthwise_conv_fast_s16_get_buffer_size(input_dims, filter_dims)
               : 0;
}
