// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/requantize_mve.h"

/// An input's term. The left shifts of the sum and of the requantization are one.
static inline int32x4_t term_4(int32x4_t x, int32_t left, pl_requantize_scalar quant) {
    return pl_requantize_shifted_mve_n(vshlq_r_s32(x, left), quant);
}

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
    const pl_requantize_scalar quant_1 = pl_requantize_scalar_of(input_1_mult, input_1_shift);
    const pl_requantize_scalar quant_2 = pl_requantize_scalar_of(input_2_mult, input_2_shift);
    const pl_requantize_scalar quant = pl_requantize_scalar_of(out_mult, out_shift);
    const int32_t left_1 = left_shift + quant_1.left, left_2 = left_shift + quant_2.left;
    const int32x4_t low = vdupq_n_s32(out_activation_min), high = vdupq_n_s32(out_activation_max);
    for (int32_t i = 0; i < block_size; i += 4) {
        const mve_pred16_t lanes = vctp32q((uint32_t)(block_size - i));
        const int32x4_t x = term_4(vldrhq_z_s32(input_1_vect + i, lanes), left_1, quant_1);
        const int32x4_t y = term_4(vldrhq_z_s32(input_2_vect + i, lanes), left_2, quant_2);
        const int32x4_t value = term_4(vaddq_s32(x, y), quant.left, quant);
        vstrhq_p_s32(output + i, vminq_s32(vmaxq_s32(value, low), high), lanes);
    }
    return ARM_CMSIS_NN_SUCCESS;
}
