// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"

#include <stddef.h>

arm_cmsis_nn_status arm_vector_sum_s8_s64(int64_t *vector_sum_buf, int32_t vector_cols, int32_t vector_rows,
                                          const int8_t *vector_data, int32_t lhs_offset,
                                          const int64_t *bias_data) {
    for (int32_t row = 0; row < vector_rows; row++) {
        int32_t sum = 0;
        for (int32_t k = 0; k < vector_cols; k++) {
            sum += vector_data[k];
        }
        vector_sum_buf[row] = (int64_t)lhs_offset * sum + (bias_data != NULL ? bias_data[row] : 0);
        vector_data += vector_cols;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
