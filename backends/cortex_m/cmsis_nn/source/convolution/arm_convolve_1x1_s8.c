// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "arm_nnsupportfunctions.h"
#include "internal/convolve.h"

arm_cmsis_nn_status arm_convolve_1x1_s8(const cmsis_nn_context *ctx, const cmsis_nn_conv_params *conv_params,
                                        const cmsis_nn_per_channel_quant_params *quant_params,
                                        const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                        const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                        const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                        const cmsis_nn_dims *output_dims, int8_t *output_data) {
    (void)ctx;
    (void)bias_dims;
    if (!pl_is_convolve_1x1(conv_params, input_dims, filter_dims, output_dims)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const int32_t input_row = input_dims->w * input_dims->c;
    const int32_t output_row = output_dims->w * output_dims->c;
    for (int32_t batch = 0; batch < input_dims->n; batch++) {
        for (int32_t y = 0; y < output_dims->h; y++) {
            const int32_t in_y = batch * input_dims->h + y * conv_params->stride.h;
            const arm_cmsis_nn_status status = arm_nn_mat_mult_nt_t_s8(
                input_data + in_y * input_row, filter_data, bias_data, output_data, quant_params->multiplier,
                quant_params->shift, output_dims->w, output_dims->c, input_dims->c, conv_params->input_offset,
                conv_params->output_offset, conv_params->activation.min, conv_params->activation.max,
                output_dims->c, conv_params->stride.w * input_dims->c);
            if (status != ARM_CMSIS_NN_SUCCESS) {
                return status;
            }
            output_data += output_row;
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}
