// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/depthwise_s4.h"

#include <stddef.h>

arm_cmsis_nn_status arm_depthwise_conv_s4(const cmsis_nn_context *ctx,
                                          const cmsis_nn_dw_conv_params *dw_conv_params,
                                          const cmsis_nn_per_channel_quant_params *quant_params,
                                          const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                          const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                          const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                          const cmsis_nn_dims *output_dims, int8_t *output_data) {
    (void)bias_dims;
    const cmsis_nn_dims filter = pl_depthwise_filter_dims_s4(filter_dims, output_dims);
    if (!pl_depthwise_is_valid(dw_conv_params, input_dims, &filter, output_dims)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const pl_depthwise layer = {
        .params = dw_conv_params,
        .input_dims = input_dims,
        .filter_dims = &filter,
        .output_dims = output_dims,
        .input = input_data,
        .filter = filter_data,
        .bias = bias_data,
        .multiplier = quant_params->multiplier,
        .shift = quant_params->shift,
        .output = output_data,
    };
    // Other libraries take no memory here, so that only memory of a stated size is used.
    const bool has_room =
        ctx != NULL && ctx->buf != NULL && ctx->size >= pl_depthwise_weights(&filter, output_dims);
    pl_depthwise_s4(&layer, has_room ? ctx->buf : NULL);
    return ARM_CMSIS_NN_SUCCESS;
}
