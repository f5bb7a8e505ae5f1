// SPDX-License-Identifier: Apache-2.0
#include "arm_nnsupportfunctions.h"
#include "internal/mat_mult_s16.h"

arm_cmsis_nn_status arm_nn_mat_mult_nt_t_s16(const int16_t *lhs, const int8_t *rhs,
                                             const cmsis_nn_bias_data *bias_data, int16_t *dst,
                                             const int32_t *dst_multipliers, const int32_t *dst_shifts,
                                             int32_t lhs_rows, int32_t rhs_rows, int32_t rhs_cols,
                                             int32_t activation_min, int32_t activation_max) {
    const pl_output_s16 output =
        pl_output_s16_per_channel(dst_multipliers, dst_shifts, bias_data, activation_min, activation_max);
    const pl_rows_s16 rows = {lhs, lhs_rows, rhs_cols};
    pl_mat_mult_nt_t_s16(&rows, rhs, rhs_rows, rhs_cols, &output, dst);
    return ARM_CMSIS_NN_SUCCESS;
}
