// SPDX-License-Identifier: Apache-2.0
#include "arm_nnsupportfunctions.h"
#include "internal/dot_rows.h"

#include <stddef.h>

arm_cmsis_nn_status arm_nn_vec_mat_mul_result_acc_s8_s16(const int8_t *lhs, const int8_t *rhs,
                                                         const int32_t *effective_bias, int16_t *dst,
                                                         int32_t dst_multiplier, int32_t dst_shift,
                                                         int32_t rhs_cols, int32_t rhs_rows, int32_t batches,
                                                         int32_t batch_offset) {
    int32_t acc[PL_DOT_ROWS_BLOCK];
    for (int32_t batch = 0; batch < batches; batch++) {
        for (int32_t row = 0; row < rhs_rows; row += PL_DOT_ROWS_BLOCK) {
            const int32_t rows = MIN(rhs_rows - row, PL_DOT_ROWS_BLOCK);
            const int32_t *start = effective_bias != NULL ? effective_bias + row : NULL;
            pl_dot_rows_s8(lhs, 0, rhs + row * rhs_cols, rhs_cols, rows, start, acc);
            pl_add_requantized_s16(acc, rows, dst_multiplier, dst_shift, dst + row);
        }
        lhs += rhs_cols * batch_offset;
        dst += rhs_rows;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
