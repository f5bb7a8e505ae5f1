// SPDX-License-Identifier: Apache-2.0
#include "arm_nnsupportfunctions.h"
#include "internal/mat_mult_s4.h"

arm_cmsis_nn_status arm_nn_vec_mat_mult_t_s4(const int8_t *lhs, const int8_t *packed_rhs, const int32_t *bias,
                                             int8_t *dst, int32_t lhs_offset, int32_t dst_offset,
                                             int32_t dst_multiplier, int32_t dst_shift, int32_t rhs_cols,
                                             int32_t rhs_rows, int32_t activation_min,
                                             int32_t activation_max) {
    const pl_product_s4 product = {
        .lhs = lhs,
        .lhs_rows = 1,
        .lhs_offset = lhs_offset,
        .rhs = packed_rhs,
        .rhs_rows = rhs_rows,
        .rhs_stride = rhs_cols,
        .cols = rhs_cols,
        .bias = bias,
        .multiplier = &dst_multiplier,
        .shift = &dst_shift,
        .dst_offset = dst_offset,
        .activation_min = activation_min,
        .activation_max = activation_max,
        .dst = dst,
    };
    pl_mat_mult_s4(&product);
    return ARM_CMSIS_NN_SUCCESS;
}
