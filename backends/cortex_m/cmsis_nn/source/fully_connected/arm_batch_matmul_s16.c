// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/batch_matmul.h"
#include "internal/mat_mult_s16.h"

arm_cmsis_nn_status arm_batch_matmul_s16(const cmsis_nn_context *ctx, const cmsis_nn_bmm_params *bmm_params,
                                         const cmsis_nn_per_tensor_quant_params *quant_params,
                                         const cmsis_nn_dims *input_lhs_dims, const int16_t *input_lhs,
                                         const cmsis_nn_dims *input_rhs_dims, const int16_t *input_rhs,
                                         const cmsis_nn_dims *output_dims, int16_t *output) {
    (void)ctx;
    if (!pl_batch_matmul_is_valid(input_lhs_dims, input_rhs_dims, output_dims)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const cmsis_nn_activation activation = bmm_params->fc_params.activation;
    const pl_output_s16 stage = pl_output_s16_per_tensor(&quant_params->multiplier, &quant_params->shift,
                                                         NULL, activation.min, activation.max);
    const int32_t cols = input_lhs_dims->c;
    pl_rows_s16 lhs = {NULL, input_lhs_dims->w, cols};
    for (int32_t n = 0; n < output_dims->n; n++) {
        for (int32_t h = 0; h < output_dims->h; h++) {
            lhs.rows = input_lhs + pl_matrix_start(input_lhs_dims, n, h);
            pl_mat_mult_nt_t_s16_s16(&lhs, input_rhs + pl_matrix_start(input_rhs_dims, n, h),
                                     input_rhs_dims->w, cols, &stage, output);
            output += input_lhs_dims->w * input_rhs_dims->w;
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}
