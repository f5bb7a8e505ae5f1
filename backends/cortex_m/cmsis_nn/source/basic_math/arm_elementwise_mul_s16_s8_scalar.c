// SPDX-License-Identifier: Apache-2.0
#include "arm_nnsupportfunctions.h"
#include "internal/multiply_s16.h"

arm_cmsis_nn_status arm_elementwise_mul_s16_s8(const int16_t *input_1_vect, const int16_t *input_2_vect,
                                               int8_t *output, int32_t out_offset, int32_t out_mult,
                                               int32_t out_shift, int32_t block_size, int32_t batch_size,
                                               int32_t batch_offset) {
    for (int32_t batch = 0; batch < batch_size; batch++) {
        for (int32_t i = 0; i < block_size; i++) {
            output[i] = pl_requantize_s8(input_1_vect[i] * input_2_vect[i], out_mult, out_shift, out_offset,
                                         INT8_MIN, INT8_MAX);
        }
        input_1_vect += block_size;
        input_2_vect += block_size;
        output += batch_offset * block_size;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
