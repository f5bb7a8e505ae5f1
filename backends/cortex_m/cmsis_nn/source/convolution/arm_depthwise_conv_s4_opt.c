// SPDX-License-Identifier: Apache-2.0
// The weights are expanded once; then it is a layer with int8 weights.
#include "arm_nnfunctions.h"
#include "internal/depthwise_s4.h"
#include "internal/s4.h"
#include "internal/scratch.h"

enum { WIDENED_BYTES = 8 }; // of a tap, in pl_depthwise_s8_opt

arm_cmsis_nn_status arm_depthwise_conv_s4_opt(const cmsis_nn_context *ctx,
                                              const cmsis_nn_dw_conv_params *dw_conv_params,
                                              const cmsis_nn_per_channel_quant_params *quant_params,
                                              const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                              const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                              const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                              const cmsis_nn_dims *output_dims, int8_t *output_data) {
    (void)bias_dims;
    const cmsis_nn_dims filter = pl_depthwise_filter_dims_s4(filter_dims, output_dims);
    if (!pl_depthwise_is_valid(dw_conv_params, input_dims, &filter, output_dims) ||
        dw_conv_params->ch_mult != 1 ||
        !pl_scratch_is_enough(ctx, arm_depthwise_conv_s4_opt_get_buffer_size(input_dims, filter_dims))) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    // From eight channels on the memory holds the filter twice: as int8, and some of it widened.
    const bool has_two = input_dims->c >= WIDENED_BYTES;
    int8_t *expanded = (int8_t *)ctx->buf + (has_two ? WIDENED_BYTES * filter.h * filter.w : 0);
    pl_depthwise layer = {
        .params = dw_conv_params,
        .input_dims = input_dims,
        .filter_dims = &filter,
        .output_dims = output_dims,
        .input = input_data,
        .filter = expanded,
        .bias = bias_data,
        .multiplier = quant_params->multiplier,
        .shift = quant_params->shift,
        .output = output_data,
        .scratch = ctx->buf,
    };
    pl_expand_s4(filter_data, pl_depthwise_weights(&filter, output_dims), expanded);
    if (pl_is_depthwise_3x3(dw_conv_params, &filter)) {
        pl_depthwise_3x3_s8(&layer);
    } else if (has_two) {
        pl_depthwise_s8_opt(&layer);
    } else {
        pl_depthwise_s8(&layer);
    }
    return ARM_CMSIS_NN_SUCCESS;
}
