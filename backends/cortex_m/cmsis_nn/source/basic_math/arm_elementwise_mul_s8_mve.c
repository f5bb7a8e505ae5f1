// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/requantize_mve.h"

/// What the products go through.
typedef struct {
    int32x4_t low;
    int32x4_t high;
    int32_t offset;
    pl_requantize_scalar quant;
} pl_mul_result;

static inline int32x4_t finish_4(int32x4_t product, const pl_mul_result *result) {
    product = vshlq_r_s32(product, result->quant.left);
    const int32x4_t value = vaddq_n_s32(pl_requantize_shifted_mve_n(product, result->quant), result->offset);
    return vminq_s32(vmaxq_s32(value, result->low), result->high);
}

arm_cmsis_nn_status arm_elementwise_mul_s8(const int8_t *input_1_vect, const int8_t *input_2_vect,
                                           int32_t input_1_offset, int32_t input_2_offset, int8_t *output,
                                           int32_t out_offset, int32_t out_mult, int32_t out_shift,
                                           int32_t out_activation_min, int32_t out_activation_max,
                                           int32_t block_size) {
    const pl_mul_result result = {
        .low = vdupq_n_s32(out_activation_min),
        .high = vdupq_n_s32(out_activation_max),
        .offset = out_offset,
        .quant = pl_requantize_scalar_of(out_mult, out_shift),
    };
    for (int32_t fours = block_size / 4; fours > 0; fours--) {
        const int32x4_t x = vaddq_n_s32(vldrbq_s32(input_1_vect), input_1_offset);
        const int32x4_t y = vaddq_n_s32(vldrbq_s32(input_2_vect), input_2_offset);
        vstrbq_s32(output, finish_4(vmulq_s32(x, y), &result));
        input_1_vect += 4;
        input_2_vect += 4;
        output += 4;
    }
    const mve_pred16_t lanes = vctp32q((uint32_t)block_size % 4);
    const int32x4_t x = vaddq_n_s32(vldrbq_z_s32(input_1_vect, lanes), input_1_offset);
    const int32x4_t y = vaddq_n_s32(vldrbq_z_s32(input_2_vect, lanes), input_2_offset);
    vstrbq_p_s32(output, finish_4(vmulq_s32(x, y), &result), lanes);
    return ARM_CMSIS_NN_SUCCESS;
}
