// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/batch_matmul.h"
#include "internal/scratch.h"
#include "internal/vec_mat_mult.h"

#include <stddef.h>

arm_cmsis_nn_status arm_batch_matmul_s8(const cmsis_nn_context *ctx, const cmsis_nn_bmm_params *bmm_params,
                                        const cmsis_nn_per_tensor_quant_params *quant_params,
                                        const cmsis_nn_dims *input_lhs_dims, const int8_t *input_lhs,
                                        const cmsis_nn_dims *input_rhs_dims, const int8_t *input_rhs,
                                        const cmsis_nn_dims *output_dims, int8_t *output) {
    const cmsis_nn_fc_params *params = &bmm_params->fc_params;
    const int32_t rhs_rows = input_rhs_dims->w, cols = input_rhs_dims->c;
    const cmsis_nn_dims filter_dims = {.n = cols, .h = 1, .w = 1, .c = rhs_rows};
    const int32_t sums_bytes = arm_fully_connected_s8_get_buffer_size(&filter_dims);
    if (!pl_batch_matmul_is_valid(input_lhs_dims, input_rhs_dims, output_dims) ||
        !pl_scratch_is_enough(ctx, sums_bytes)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    int32_t *sums = sums_bytes > 0 ? ctx->buf : NULL; // of rhs's rows
    for (int32_t n = 0; n < output_dims->n; n++) {
        for (int32_t h = 0; h < output_dims->h; h++) {
            const int8_t *lhs = input_lhs + pl_matrix_start(input_lhs_dims, n, h);
            const int8_t *rhs = input_rhs + pl_matrix_start(input_rhs_dims, n, h);
            if (sums != NULL) {
                arm_vector_sum_s8(sums, cols, rhs_rows, rhs, params->input_offset, params->filter_offset,
                                  NULL);
            }
            for (int32_t row = 0; row < input_lhs_dims->w; row++) {
                pl_vec_mat_mult_t_s8(lhs, rhs, sums, NULL, output, params->input_offset,
                                     params->output_offset, &quant_params->multiplier, &quant_params->shift,
                                     0, cols, rhs_rows, params->activation.min, params->activation.max, 1,
                                     params->filter_offset);
                lhs += cols;
                output += rhs_rows;
            }
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}
