// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/mat_mult_s4.h"

arm_cmsis_nn_status arm_fully_connected_s4(const cmsis_nn_context *ctx, const cmsis_nn_fc_params *fc_params,
                                           const cmsis_nn_per_tensor_quant_params *quant_params,
                                           const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                           const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                           const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                           const cmsis_nn_dims *output_dims, int8_t *output_data) {
    (void)ctx;
    (void)input_dims;
    (void)bias_dims;
    if (filter_dims->n < 1 || output_dims->c < 1 || fc_params->filter_offset != 0) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const pl_product_s4 product = {
        .lhs = input_data,
        .lhs_rows = output_dims->n,
        .lhs_stride = filter_dims->n,
        .lhs_offset = fc_params->input_offset,
        .rhs = filter_data,
        .rhs_rows = output_dims->c,
        .rhs_stride = filter_dims->n,
        .cols = filter_dims->n,
        .bias = bias_data,
        .multiplier = &quant_params->multiplier,
        .shift = &quant_params->shift,
        .dst_offset = fc_params->output_offset,
        .activation_min = fc_params->activation.min,
        .activation_max = fc_params->activation.max,
        .dst = output_data,
        .dst_stride = output_dims->c,
    };
    pl_mat_mult_s4(&product);
    return ARM_CMSIS_NN_SUCCESS;
}
