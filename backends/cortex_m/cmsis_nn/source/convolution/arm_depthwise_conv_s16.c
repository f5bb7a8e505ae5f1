// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/depthwise_s16.h"

arm_cmsis_nn_status arm_depthwise_conv_s16(const cmsis_nn_context *ctx,
                                           const cmsis_nn_dw_conv_params *dw_conv_params,
                                           const cmsis_nn_per_channel_quant_params *quant_params,
                                           const cmsis_nn_dims *input_dims, const int16_t *input_data,
                                           const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                           const cmsis_nn_dims *bias_dims, const int64_t *bias_data,
                                           const cmsis_nn_dims *output_dims, int16_t *output_data) {
    (void)ctx;
    (void)bias_dims;
    const cmsis_nn_dims filter_shape = {1, filter_dims->h, filter_dims->w, output_dims->c};
    if (!pl_depthwise_is_valid(dw_conv_params, input_dims, &filter_shape, output_dims)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const cmsis_nn_bias_data bias = {bias_data, false};
    const pl_depthwise_s16_layer layer = {
        .shape =
            {
                .params = dw_conv_params,
                .input_dims = input_dims,
                .filter_dims = &filter_shape,
                .output_dims = output_dims,
            },
        .input = input_data,
        .filter = filter_data,
        .stage = pl_output_s16_per_channel(quant_params->multiplier, quant_params->shift, &bias,
                                           dw_conv_params->activation.min, dw_conv_params->activation.max),
        .output = output_data,
    };
    if (pl_is_depthwise_narrow(filter_dims)) {
        pl_depthwise_s16(&layer);
    } else {
        pl_depthwise_s16_wide(&layer);
    }
    return ARM_CMSIS_NN_SUCCESS;
}
