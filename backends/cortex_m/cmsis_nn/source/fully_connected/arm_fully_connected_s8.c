// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/scratch.h"
#include "internal/vec_mat_mult.h"

#include <stddef.h>

/// All three functions. quant_stride as in pl_vec_mat_mult_t_s8.
static arm_cmsis_nn_status fully_connected(const cmsis_nn_context *ctx, const cmsis_nn_fc_params *params,
                                           const int32_t *multiplier, const int32_t *shift,
                                           int32_t quant_stride, const int8_t *input,
                                           const cmsis_nn_dims *filter_dims, const int8_t *filter,
                                           const int32_t *bias, const cmsis_nn_dims *output_dims,
                                           int8_t *output) {
    if (filter_dims->n < 1 || output_dims->c < 1 ||
        !pl_scratch_is_enough(ctx, arm_fully_connected_s8_get_buffer_size(filter_dims))) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const int32_t *kernel_sum = ctx != NULL ? ctx->buf : NULL;
    for (int32_t batch = 0; batch < output_dims->n; batch++) {
        pl_vec_mat_mult_t_s8(input, filter, kernel_sum, bias, output, params->input_offset,
                             params->output_offset, multiplier, shift, quant_stride, filter_dims->n,
                             output_dims->c, params->activation.min, params->activation.max, 1,
                             params->filter_offset);
        input += filter_dims->n;
        output += output_dims->c;
    }
    return ARM_CMSIS_NN_SUCCESS;
}

arm_cmsis_nn_status arm_fully_connected_s8(const cmsis_nn_context *ctx, const cmsis_nn_fc_params *fc_params,
                                           const cmsis_nn_per_tensor_quant_params *quant_params,
                                           const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                           const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                           const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                           const cmsis_nn_dims *output_dims, int8_t *output_data) {
    (void)input_dims;
    (void)bias_dims;
    return fully_connected(ctx, fc_params, &quant_params->multiplier, &quant_params->shift, 0, input_data,
                           filter_dims, filter_data, bias_data, output_dims, output_data);
}

arm_cmsis_nn_status
arm_fully_connected_per_channel_s8(const cmsis_nn_context *ctx, const cmsis_nn_fc_params *fc_params,
                                   const cmsis_nn_per_channel_quant_params *quant_params,
                                   const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                   const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                   const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                   const cmsis_nn_dims *output_dims, int8_t *output_data) {
    (void)input_dims;
    (void)bias_dims;
    return fully_connected(ctx, fc_params, quant_params->multiplier, quant_params->shift, 1, input_data,
                           filter_dims, filter_data, bias_data, output_dims, output_data);
}

arm_cmsis_nn_status arm_fully_connected_wrapper_s8(
    const cmsis_nn_context *ctx, const cmsis_nn_fc_params *fc_params,
    const cmsis_nn_quant_params *quant_params, const cmsis_nn_dims *input_dims, const int8_t *input_data,
    const cmsis_nn_dims *filter_dims, const int8_t *filter_data, const cmsis_nn_dims *bias_dims,
    const int32_t *bias_data, const cmsis_nn_dims *output_dims, int8_t *output_data) {
    (void)input_dims;
    (void)bias_dims;
    return fully_connected(ctx, fc_params, quant_params->multiplier, quant_params->shift,
                           quant_params->is_per_channel != 0 ? 1 : 0, input_data, filter_dims, filter_data,
                           bias_data, output_dims, output_data);
}
