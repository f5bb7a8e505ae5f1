// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"

#include <stddef.h>

arm_cmsis_nn_status arm_vector_sum_s8(int32_t *vector_sum_buf, int32_t vector_cols, int32_t vector_rows,
                                      const int8_t *vector_data, int32_t lhs_offset, int32_t rhs_offset,
                                      const int32_t *bias_data) {
    for (int32_t row = 0; row < vector_rows; row++) {
        int32_t sum = vector_cols * rhs_offset;
        for (int32_t k = 0; k < vector_cols; k++) {
            sum += vector_data[k];
        }
        // Unsigned, so that an overflow wraps.
        const uint32_t bias = bias_data != NULL ? (uint32_t)bias_data[row] : 0;
        vector_sum_buf[row] = (int32_t)((uint32_t)lhs_offset * (uint32_t)sum + bias);
        vector_data += vector_cols;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
