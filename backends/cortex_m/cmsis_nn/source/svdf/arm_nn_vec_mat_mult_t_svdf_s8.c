// SPDX-License-Identifier: Apache-2.0
#include "arm_nnsupportfunctions.h"
#include "internal/dot_rows.h"
#include "internal/requantize.h"

#include <stddef.h>

arm_cmsis_nn_status arm_nn_vec_mat_mult_t_svdf_s8(const int8_t *lhs, const int8_t *rhs, int16_t *dst,
                                                  int32_t lhs_offset, int32_t scatter_offset,
                                                  int32_t dst_multiplier, int32_t dst_shift, int32_t rhs_cols,
                                                  int32_t rhs_rows, int32_t activation_min,
                                                  int32_t activation_max) {
    if (rhs_cols < 1 || scatter_offset < 0) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    int32_t acc[PL_DOT_ROWS_BLOCK];
    for (int32_t row = 0; row < rhs_rows; row += PL_DOT_ROWS_BLOCK) {
        const int32_t rows = MIN(rhs_rows - row, PL_DOT_ROWS_BLOCK);
        pl_dot_rows_s8(lhs, lhs_offset, rhs + row * rhs_cols, rhs_cols, rows, NULL, acc);
        for (int32_t i = 0; i < rows; i++) {
            const int32_t scaled = pl_requantize(acc[i], dst_multiplier, dst_shift);
            dst[(row + i) * scatter_offset] = (int16_t)pl_clamp(scaled, activation_min, activation_max);
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}
