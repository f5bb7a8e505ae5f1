// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/multiply_s16.h"

arm_cmsis_nn_status arm_elementwise_mul_s16(const int16_t *input_1_vect, const int16_t *input_2_vect,
                                            int32_t input_1_offset, int32_t input_2_offset, int16_t *output,
                                            int32_t out_offset, int32_t out_mult, int32_t out_shift,
                                            int32_t out_activation_min, int32_t out_activation_max,
                                            int32_t block_size) {
    (void)input_1_offset;
    (void)input_2_offset;
    (void)out_offset;
    const pl_elementwise_output out = {0, out_mult, out_shift, out_activation_min, out_activation_max};
    pl_multiply_s16(input_1_vect, input_2_vect, output, block_size, &out);
    return ARM_CMSIS_NN_SUCCESS;
}
