// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"

arm_cmsis_nn_status arm_transpose_conv_wrapper_s8(const cmsis_nn_context *ctx,
                                                  const cmsis_nn_context *reverse_conv_ctx,
                                                  const cmsis_nn_transpose_conv_params *transpose_conv_params,
                                                  const cmsis_nn_per_channel_quant_params *quant_params,
                                                  const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                                  const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                                  const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                                  const cmsis_nn_dims *output_dims, int8_t *output_data) {
    return arm_transpose_conv_s8(ctx, reverse_conv_ctx, transpose_conv_params, quant_params, input_dims,
                                 input_data, filter_dims, filter_data, bias_dims, bias_data, output_dims,
                                 output_data);
}
