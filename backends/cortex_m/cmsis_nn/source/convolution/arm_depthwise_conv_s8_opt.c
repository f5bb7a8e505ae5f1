// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/depthwise.h"
#include "internal/scratch.h"

arm_cmsis_nn_status arm_depthwise_conv_s8_opt(const cmsis_nn_context *ctx,
                                              const cmsis_nn_dw_conv_params *dw_conv_params,
                                              const cmsis_nn_per_channel_quant_params *quant_params,
                                              const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                              const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                              const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                              const cmsis_nn_dims *output_dims, int8_t *output_data) {
    (void)bias_dims;
    if (!pl_depthwise_is_valid(dw_conv_params, input_dims, filter_dims, output_dims) ||
        dw_conv_params->ch_mult != 1 ||
        !pl_scratch_is_enough(ctx, arm_depthwise_conv_s8_opt_get_buffer_size(input_dims, filter_dims))) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const pl_depthwise layer = {
        .params = dw_conv_params,
        .input_dims = input_dims,
        .filter_dims = filter_dims,
        .output_dims = output_dims,
        .input = input_data,
        .filter = filter_data,
        .bias = bias_data,
        .multiplier = quant_params->multiplier,
        .shift = quant_params->shift,
        .output = output_data,
        .scratch = ctx != NULL ? ctx->buf : NULL,
    };
    pl_depthwise_s8_opt(&layer);
    return ARM_CMSIS_NN_SUCCESS;
}
