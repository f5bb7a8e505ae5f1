// SPDX-License-Identifier: Apache-2.0
#include "arm_nnsupportfunctions.h"
#include "internal/dot_rows.h"
#include "internal/requantize_s16.h"

arm_cmsis_nn_status arm_nn_vec_mat_mul_result_acc_s16(const int16_t *lhs, const int8_t *rhs,
                                                      const int64_t *effective_bias, int16_t *dst,
                                                      int32_t dst_multiplier, int32_t dst_shift,
                                                      int32_t rhs_cols, int32_t rhs_rows, int32_t batches,
                                                      int32_t batch_offset) {
    const int32_t reduced = pl_reduced_multiplier(dst_multiplier);
    int64_t acc[PL_DOT_ROWS_BLOCK];
    for (int32_t batch = 0; batch < batches; batch++) {
        for (int32_t row = 0; row < rhs_rows; row += PL_DOT_ROWS_BLOCK) {
            const int32_t rows = MIN(rhs_rows - row, PL_DOT_ROWS_BLOCK);
            pl_dot_rows_s16(lhs, rhs + row * rhs_cols, rhs_cols, rows, acc);
            for (int32_t i = row; i < row + rows; i++) {
                const int64_t bias = effective_bias != NULL ? effective_bias[i] : 0;
                const int64_t scaled = pl_requantize_s64(acc[i - row] + bias, reduced, dst_shift);
                dst[i] = (int16_t)pl_clamp_s64(dst[i] + scaled, INT16_MIN, INT16_MAX);
            }
        }
        lhs += rhs_cols * batch_offset;
        dst += rhs_rows;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
