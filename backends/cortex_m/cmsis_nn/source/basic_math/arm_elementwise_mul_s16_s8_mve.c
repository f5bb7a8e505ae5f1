// SPDX-License-Identifier: Apache-2.0
#include "arm_nnsupportfunctions.h"
#include "internal/requantize_mve.h"

arm_cmsis_nn_status arm_elementwise_mul_s16_s8(const int16_t *input_1_vect, const int16_t *input_2_vect,
                                               int8_t *output, int32_t out_offset, int32_t out_mult,
                                               int32_t out_shift, int32_t block_size, int32_t batch_size,
                                               int32_t batch_offset) {
    const pl_requantize_scalar quant = pl_requantize_scalar_of(out_mult, out_shift);
    for (int32_t batch = 0; batch < batch_size; batch++) {
        for (int32_t i = 0; i < block_size; i += 4) {
            const mve_pred16_t lanes = vctp32q((uint32_t)(block_size - i));
            const int32x4_t x = vldrhq_z_s32(input_1_vect + i, lanes);
            const int32x4_t product = vmulq_s32(x, vldrhq_z_s32(input_2_vect + i, lanes));
            const int32x4_t scaled = pl_requantize_shifted_mve_n(vshlq_r_s32(product, quant.left), quant);
            vstrbq_p_s32(output + i, pl_clamp_mve(vaddq_n_s32(scaled, out_offset), INT8_MIN, INT8_MAX),
                         lanes);
        }
        input_1_vect += block_size;
        input_2_vect += block_size;
        output += batch_offset * block_size;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
