// SPDX-License-Identifier: Apache-2.0
#include "arm_nnsupportfunctions.h"
#include "internal/mat_mult_s4.h"

arm_cmsis_nn_status arm_nn_mat_mult_nt_t_s4(const int8_t *lhs, const int8_t *rhs, const int32_t *bias,
                                            int8_t *dst, const int32_t *dst_multipliers,
                                            const int32_t *dst_shifts, int32_t lhs_rows, int32_t rhs_rows,
                                            int32_t rhs_cols, int32_t lhs_offset, int32_t dst_offset,
                                            int32_t activation_min, int32_t activation_max,
                                            int32_t lhs_cols_offset) {
    const pl_product_s4 product = {
        .lhs = lhs,
        .lhs_rows = lhs_rows,
        .lhs_stride = lhs_cols_offset,
        .lhs_offset = lhs_offset,
        .rhs = rhs,
        .rhs_rows = rhs_rows,
        .rhs_stride = rhs_cols,
        .cols = rhs_cols,
        .bias = bias,
        .multiplier = dst_multipliers,
        .shift = dst_shifts,
        .quant_stride = 1,
        .dst_offset = dst_offset,
        .activation_min = activation_min,
        .activation_max = activation_max,
        .dst = dst,
        .dst_stride = rhs_rows,
    };
    pl_mat_mult_s4(&product);
    return ARM_CMSIS_NN_SUCCESS;
}
