// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/mat_mult_s16.h"

arm_cmsis_nn_status arm_fully_connected_s16(const cmsis_nn_context *ctx, const cmsis_nn_fc_params *fc_params,
                                            const cmsis_nn_per_tensor_quant_params *quant_params,
                                            const cmsis_nn_dims *input_dims, const int16_t *input_data,
                                            const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                            const cmsis_nn_dims *bias_dims, const int64_t *bias_data,
                                            const cmsis_nn_dims *output_dims, int16_t *output_data) {
    (void)ctx;
    (void)bias_dims;
    if (filter_dims->n < 1 || output_dims->c < 1) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const pl_output_s16 output =
        pl_output_s16_per_tensor(&quant_params->multiplier, &quant_params->shift, bias_data,
                                 fc_params->activation.min, fc_params->activation.max);
    const pl_rows_s16 rows = {input_data, input_dims->n, filter_dims->n};
    pl_mat_mult_nt_t_s16(&rows, filter_data, output_dims->c, filter_dims->n, &output, output_data);
    return ARM_CMSIS_NN_SUCCESS;
}
