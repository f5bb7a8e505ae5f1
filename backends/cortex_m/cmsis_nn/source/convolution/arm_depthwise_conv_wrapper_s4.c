// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/depthwise.h"
#include "internal/scratch.h"

#include <stddef.h>

arm_cmsis_nn_status arm_depthwise_conv_wrapper_s4(const cmsis_nn_context *ctx,
                                                  const cmsis_nn_dw_conv_params *dw_conv_params,
                                                  const cmsis_nn_per_channel_quant_params *quant_params,
                                                  const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                                  const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                                  const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                                  const cmsis_nn_dims *output_dims, int8_t *output_data) {
    if (pl_is_depthwise_opt(dw_conv_params, input_dims)) {
        return arm_depthwise_conv_s4_opt(ctx, dw_conv_params, quant_params, input_dims, input_data,
                                         filter_dims, filter_data, bias_dims, bias_data, output_dims,
                                         output_data);
    }
    const int32_t bytes =
        arm_depthwise_conv_wrapper_s4_get_buffer_size(dw_conv_params, input_dims, filter_dims, output_dims);
    // Other libraries take no memory here: without it, arm_depthwise_conv_s4 is only slower.
    const bool has_room = ctx != NULL && pl_scratch_is_enough(ctx, bytes);
    const cmsis_nn_context scratch = {has_room ? ctx->buf : NULL, bytes};
    return arm_depthwise_conv_s4(&scratch, dw_conv_params, quant_params, input_dims, input_data, filter_dims,
                                 filter_data, bias_dims, bias_data, output_dims, output_data);
}
