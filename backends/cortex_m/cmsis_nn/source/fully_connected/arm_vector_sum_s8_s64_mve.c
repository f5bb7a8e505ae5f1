// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/dot_mve.h"

#include <stddef.h>

arm_cmsis_nn_status arm_vector_sum_s8_s64(int64_t *vector_sum_buf, int32_t vector_cols, int32_t vector_rows,
                                          const int8_t *vector_data, int32_t lhs_offset,
                                          const int64_t *bias_data) {
    for (int32_t row = 0; row < vector_rows; row++) {
        const int32_t sum = vector_cols > 0 ? pl_sum_of_row(vector_data, vector_cols) : 0;
        vector_sum_buf[row] = (int64_t)lhs_offset * sum + (bias_data != NULL ? bias_data[row] : 0);
        vector_data += vector_cols;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
