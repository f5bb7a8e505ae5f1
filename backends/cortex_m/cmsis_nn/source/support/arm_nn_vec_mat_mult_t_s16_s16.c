// SPDX-License-Identifier: Apache-2.0
#include "arm_nnsupportfunctions.h"
#include "internal/mat_mult_s16.h"

arm_cmsis_nn_status arm_nn_vec_mat_mult_t_s16_s16(const int16_t *lhs, const int16_t *rhs, const int64_t *bias,
                                                  int16_t *dst, int32_t dst_multiplier, int32_t dst_shift,
                                                  int32_t rhs_cols, int32_t rhs_rows, int32_t activation_min,
                                                  int32_t activation_max) {
    const int32_t multiplier = pl_unreduced_multiplier(dst_multiplier);
    const pl_output_s16 output =
        pl_output_s16_per_tensor(&multiplier, &dst_shift, bias, activation_min, activation_max);
    const pl_rows_s16 row = {lhs, 1, rhs_cols};
    pl_mat_mult_nt_t_s16_s16(&row, rhs, rhs_rows, rhs_cols, &output, dst);
    return ARM_CMSIS_NN_SUCCESS;
}
