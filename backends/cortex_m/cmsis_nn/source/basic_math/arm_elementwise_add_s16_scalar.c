// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/elementwise.h"

arm_cmsis_nn_status arm_elementwise_add_s16(const int16_t *input_1_vect, const int16_t *input_2_vect,
                                            int32_t input_1_offset, int32_t input_1_mult,
                                            int32_t input_1_shift, int32_t input_2_offset,
                                            int32_t input_2_mult, int32_t input_2_shift, int32_t left_shift,
                                            int16_t *output, int32_t out_offset, int32_t out_mult,
                                            int32_t out_shift, int32_t out_activation_min,
                                            int32_t out_activation_max, int32_t block_size) {
    (void)input_1_offset;
    (void)input_2_offset;
    (void)out_offset;
    const pl_add_input in_1 = {0, left_shift, input_1_mult, input_1_shift};
    const pl_add_input in_2 = {0, left_shift, input_2_mult, input_2_shift};
    for (int32_t i = 0; i < block_size; i++) {
        const int32_t sum = pl_add_terms(input_1_vect[i], &in_1, input_2_vect[i], &in_2);
        const int32_t scaled = pl_requantize(sum, out_mult, out_shift);
        output[i] = (int16_t)pl_clamp(scaled, out_activation_min, out_activation_max);
    }
    return ARM_CMSIS_NN_SUCCESS;
}
