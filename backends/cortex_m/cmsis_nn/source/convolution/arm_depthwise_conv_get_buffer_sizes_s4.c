// SPDX-License-Identifier: Apache-2.0
// The same on every tier.
#include "arm_nnfunctions.h"
#include "internal/depthwise.h"

/// The filter as int8, and no less than CMSIS-NN's number, so that memory planned for one library serves the
/// other.
int32_t arm_depthwise_conv_s4_opt_get_buffer_size(const cmsis_nn_dims *input_dims,
                                                  const cmsis_nn_dims *filter_dims) {
    return filter_dims->h * filter_dims->w * input_dims->c * (int32_t)sizeof(int16_t);
}

int32_t arm_depthwise_conv_s4_opt_get_buffer_size_dsp(const cmsis_nn_dims *input_dims,
                                                      const cmsis_nn_dims *filter_dims) {
    return arm_depthwise_conv_s4_opt_get_buffer_size(input_dims, filter_dims);
}

int32_t arm_depthwise_conv_s4_opt_get_buffer_size_mve(const cmsis_nn_dims *input_dims,
                                                      const cmsis_nn_dims *filter_dims) {
    return arm_depthwise_conv_s4_opt_get_buffer_size(input_dims, filter_dims);
}

int32_t arm_depthwise_conv_wrapper_s4_get_buffer_size(const cmsis_nn_dw_conv_params *dw_conv_params,
                                                      const cmsis_nn_dims *input_dims,
                                                      const cmsis_nn_dims *filter_dims,
                                                      const cmsis_nn_dims *output_dims) {
    return pl_is_depthwise_opt(dw_conv_params, input_dims)
               ? arm_depthwise_conv_s4_opt_get_buffer_size(input_dims, filter_dims)
               : filter_dims->h * filter_dims->w * output_dims->c;
}

int32_t arm_depthwise_conv_wrapper_s4_get_buffer_size_dsp(const cmsis_nn_dw_conv_params *dw_conv_params,
                                                          const cmsis_nn_dims *input_dims,
                                                          const cmsis_nn_dims *filter_dims,
                                                          const cmsis_nn_dims *output_dims) {
    return arm_depthwise_conv_wrapper_s4_get_buffer_size(dw_conv_params, input_dims, filter_dims,
                                                         output_dims);
}

int32_t arm_depthwise_conv_wrapper_s4_get_buffer_size_mve(const cmsis_nn_dw_conv_params *dw_conv_params,
                                                          const cmsis_nn_dims *input_dims,
                                                          const cmsis_nn_dims *filter_dims,
                                                          const cmsis_nn_dims *output_dims) {
    return arm_depthwise_conv_wrapper_s4_get_buffer_size(dw_conv_params, input_dims, filter_dims,
                                                         output_dims);
}
