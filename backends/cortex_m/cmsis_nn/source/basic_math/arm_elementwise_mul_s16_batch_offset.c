// SPDX-License-Identifier: Apache-2.0
#include "arm_nnsupportfunctions.h"
#include "internal/multiply_s16.h"

arm_cmsis_nn_status arm_elementwise_mul_s16_batch_offset(const int16_t *input_1_vect,
                                                         const int16_t *input_2_vect, int16_t *output,
                                                         int32_t out_offset, int32_t out_mult,
                                                         int32_t out_shift, int32_t block_size,
                                                         int32_t batch_size, int32_t batch_offset) {
    const pl_elementwise_output out = {out_offset, out_mult, out_shift, INT16_MIN, INT16_MAX};
    for (int32_t batch = 0; batch < batch_size; batch++) {
        pl_multiply_s16(input_1_vect, input_2_vect, output, block_size, &out);
        input_1_vect += block_size;
        input_2_vect += block_size;
        output += batch_offset * block_size;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
