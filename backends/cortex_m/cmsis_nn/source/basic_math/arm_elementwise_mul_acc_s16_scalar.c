// SPDX-License-Identifier: Apache-2.0
#include "arm_nnsupportfunctions.h"
#include "internal/multiply_s16.h"

arm_cmsis_nn_status arm_elementwise_mul_acc_s16(const int16_t *input_1_vect, const int16_t *input_2_vect,
                                                int32_t input_1_offset, int32_t input_2_offset,
                                                int16_t *output, int32_t out_offset, int32_t out_mult,
                                                int32_t out_shift, int32_t out_activation_min,
                                                int32_t out_activation_max, int32_t block_size) {
    (void)input_1_offset;
    (void)input_2_offset;
    (void)out_offset;
    const pl_range_s16 range = pl_accumulated_range(out_activation_min, out_activation_max);
    for (int32_t i = 0; i < block_size; i++) {
        const int32_t scaled = pl_requantize(input_1_vect[i] * input_2_vect[i], out_mult, out_shift);
        const int32_t sum = (int32_t)((uint32_t)scaled + (uint32_t)output[i]);
        output[i] = (int16_t)pl_clamp(sum, range.min, range.max);
    }
    return ARM_CMSIS_NN_SUCCESS;
}
