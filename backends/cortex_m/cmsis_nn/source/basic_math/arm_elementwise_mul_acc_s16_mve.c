// SPDX-License-Identifier: Apache-2.0
#include "arm_nnsupportfunctions.h"
#include "internal/multiply_s16.h"
#include "internal/requantize_mve.h"

arm_cmsis_nn_status arm_elementwise_mul_acc_s16(const int16_t *input_1_vect, const int16_t *input_2_vect,
                                                int32_t input_1_offset, int32_t input_2_offset,
                                                int16_t *output, int32_t out_offset, int32_t out_mult,
                                                int32_t out_shift, int32_t out_activation_min,
                                                int32_t out_activation_max, int32_t block_size) {
    (void)input_1_offset;
    (void)input_2_offset;
    (void)out_offset;
    const pl_requantize_scalar quant = pl_requantize_scalar_of(out_mult, out_shift);
    const pl_range_s16 range = pl_accumulated_range(out_activation_min, out_activation_max);
    for (int32_t i = 0; i < block_size; i += 4) {
        const mve_pred16_t lanes = vctp32q((uint32_t)(block_size - i));
        const int32x4_t x = vldrhq_z_s32(input_1_vect + i, lanes);
        const int32x4_t product = vmulq_s32(x, vldrhq_z_s32(input_2_vect + i, lanes));
        const int32x4_t scaled = pl_requantize_shifted_mve_n(vshlq_r_s32(product, quant.left), quant);
        const int32x4_t sum = vaddq_s32(scaled, vldrhq_z_s32(output + i, lanes));
        vstrhq_p_s32(output + i, pl_clamp_mve(sum, range.min, range.max), lanes);
    }
    return ARM_CMSIS_NN_SUCCESS;
}
