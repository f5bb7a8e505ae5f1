// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/elementwise.h"

arm_cmsis_nn_status arm_elementwise_mul_s8(const int8_t *input_1_vect, const int8_t *input_2_vect,
                                           int32_t input_1_offset, int32_t input_2_offset, int8_t *output,
                                           int32_t out_offset, int32_t out_mult, int32_t out_shift,
                                           int32_t out_activation_min, int32_t out_activation_max,
                                           int32_t block_size) {
    const pl_elementwise_output out = {out_offset, out_mult, out_shift, out_activation_min,
                                       out_activation_max};
    if (pl_mul_is_narrow(input_1_offset, input_2_offset, &out)) {
        const pl_narrow_quant quant = pl_narrow_quant_of(out_mult, out_shift, out_offset);
        for (int32_t i = 0; i < block_size; i++) {
            const int32_t acc = (input_1_vect[i] + input_1_offset) * (input_2_vect[i] + input_2_offset);
            const int32_t product = pl_scale(acc, quant.multiplier);
            output[i] = (int8_t)pl_clamp(pl_narrow_round(product, &quant), out.min, out.max);
        }
        return ARM_CMSIS_NN_SUCCESS;
    }
    for (int32_t i = 0; i < block_size; i++) {
        output[i] = pl_mul_s8(input_1_vect[i] + input_1_offset, input_2_vect[i] + input_2_offset, &out);
    }
    return ARM_CMSIS_NN_SUCCESS;
}
