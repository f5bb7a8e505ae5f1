// SPDX-License-Identifier: Apache-2.0
// Scratch memory of the depthwise convolutions. The numbers are CMSIS-NN's, so that a plan serves either
// library.
#include "arm_nnfunctions.h"
#include "arm_nnsupportfunctions.h"
#include "internal/depthwise.h"
#include "internal/tier.h"

/// Room for the filter widened to int16; the kernel widens one block of channels at a time.
int32_t arm_depthwise_conv_s8_opt_get_buffer_size_dsp(const cmsis_nn_dims *input_dims,
                                                      const cmsis_nn_dims *filter_dims) {
    return filter_dims->h * filter_dims->w * input_dims->c * (int32_t)sizeof(int16_t);
}

/// The windows of four output pixels for one block of channels.
int32_t arm_depthwise_conv_s8_opt_get_buffer_size_mve(const cmsis_nn_dims *input_dims,
                                                      const cmsis_nn_dims *filter_dims) {
    (void)input_dims;
    return filter_dims->h * filter_dims->w * 4 * CH_IN_BLOCK_MVE;
}

int32_t arm_depthwise_conv_s8_opt_get_buffer_size(const cmsis_nn_dims *input_dims,
                                                  const cmsis_nn_dims *filter_dims) {
#if defined(PL_CMSIS_NN_TIER_MVE)
    return arm_depthwise_conv_s8_opt_get_buffer_size_mve(input_dims, filter_dims);
#elif defined(PL_CMSIS_NN_TIER_DSP)
    return arm_depthwise_conv_s8_opt_get_buffer_size_dsp(input_dims, filter_dims);
#else
    (void)input_dims;
    (void)filter_dims;
    return 0;
#endif
}

int32_t arm_depthwise_conv_wrapper_s8_get_buffer_size_dsp(const cmsis_nn_dw_conv_params *dw_conv_params,
                                                          const cmsis_nn_dims *input_dims,
                                                          const cmsis_nn_dims *filter_dims,
                                                          const cmsis_nn_dims *output_dims) {
    (void)output_dims;
    if (!pl_is_depthwise_opt(dw_conv_params, input_dims) ||
        pl_is_depthwise_3x3(dw_conv_params, filter_dims)) {
        return 0;
    }
    return arm_depthwise_conv_s8_opt_get_buffer_size_dsp(input_dims, filter_dims);
}

/// For 3x3 kernels, too.
int32_t arm_depthwise_conv_wrapper_s8_get_buffer_size_mve(const cmsis_nn_dw_conv_params *dw_conv_params,
                                                          const cmsis_nn_dims *input_dims,
                                                          const cmsis_nn_dims *filter_dims,
                                                          const cmsis_nn_dims *output_dims) {
    (void)output_dims;
    return pl_is_depthwise_opt(dw_conv_params, input_dims)
               ? arm_depthwise_conv_s8_opt_get_buffer_size_mve(input_dims, filter_dims)
               : 0;
}

int32_t arm_depthwise_conv_wrapper_s8_get_buffer_size(const cmsis_nn_dw_conv_params *dw_conv_params,
                                                      const cmsis_nn_dims *input_dims,
                                                      const cmsis_nn_dims *filter_dims,
                                                      const cmsis_nn_dims *output_dims) {
#if defined(PL_CMSIS_NN_TIER_MVE)
    return arm_depthwise_conv_wrapper_s8_get_buffer_size_mve(dw_conv_params, input_dims, filter_dims,
                                                             output_dims);
#elif defined(PL_CMSIS_NN_TIER_DSP)
    return arm_depthwise_conv_wrapper_s8_get_buffer_size_dsp(dw_conv_params, input_dims, filter_dims,
                                                             output_dims);
#else
    (void)dw_conv_params;
    (void)input_dims;
    (void)filter_dims;
    (void)output_dims;
    return 0;
#endif
}
