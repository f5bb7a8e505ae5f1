// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/requantize_mve.h"

/// One input: x * 2^left + offset * 2^left, requantized. The left shifts of the sum and of the requantization
/// are one.
typedef struct {
    int32x4_t factor; // 2^left
    int32_t offset;   // times 2^left
    pl_requantize_scalar quant;
} pl_add_term;

/// What the sum goes through.
typedef struct {
    int32x4_t low;
    int32x4_t high;
    int32_t factor; // 2^left
    int32_t offset;
    pl_requantize_scalar quant;
} pl_add_result;

/// 2^exponent at 32 bits: 0 from 32 on.
static inline uint32_t power_of_two(int32_t exponent) {
    return exponent < 32 ? UINT32_C(1) << exponent : 0;
}

static inline pl_add_term term_of(int32_t offset, int32_t multiplier, int32_t shift, int32_t left_shift) {
    const pl_requantize_scalar quant = pl_requantize_scalar_of(multiplier, shift);
    const uint32_t factor = power_of_two(left_shift + quant.left);
    return (pl_add_term){vdupq_n_s32((int32_t)factor), (int32_t)((uint32_t)offset * factor), quant};
}

static inline int32x4_t add_4(int32x4_t x, const pl_add_term *term_x, int32x4_t y, const pl_add_term *term_y,
                              const pl_add_result *result) {
    x = pl_requantize_shifted_mve_n(vmlasq_n_s32(x, term_x->factor, term_x->offset), term_x->quant);
    y = pl_requantize_shifted_mve_n(vmlasq_n_s32(y, term_y->factor, term_y->offset), term_y->quant);
    const int32x4_t sum = vmulq_n_s32(vaddq_s32(x, y), result->factor);
    const int32x4_t value = vaddq_n_s32(pl_requantize_shifted_mve_n(sum, result->quant), result->offset);
    return vminq_s32(vmaxq_s32(value, result->low), result->high);
}

arm_cmsis_nn_status arm_elementwise_add_s8(const int8_t *input_1_vect, const int8_t *input_2_vect,
                                           int32_t input_1_offset, int32_t input_1_mult,
                                           int32_t input_1_shift, int32_t input_2_offset,
                                           int32_t input_2_mult, int32_t input_2_shift, int32_t left_shift,
                                           int8_t *output, int32_t out_offset, int32_t out_mult,
                                           int32_t out_shift, int32_t out_activation_min,
                                           int32_t out_activation_max, int32_t block_size) {
    const pl_add_term term_1 = term_of(input_1_offset, input_1_mult, input_1_shift, left_shift);
    const pl_add_term term_2 = term_of(input_2_offset, input_2_mult, input_2_shift, left_shift);
    const pl_requantize_scalar quant = pl_requantize_scalar_of(out_mult, out_shift);
    const pl_add_result result = {
        .low = vdupq_n_s32(out_activation_min),
        .high = vdupq_n_s32(out_activation_max),
        .factor = (int32_t)power_of_two(quant.left),
        .offset = out_offset,
        .quant = quant,
    };
    for (int32_t fours = block_size / 4; fours > 0; fours--) {
        vstrbq_s32(output,
                   add_4(vldrbq_s32(input_1_vect), &term_1, vldrbq_s32(input_2_vect), &term_2, &result));
        input_1_vect += 4;
        input_2_vect += 4;
        output += 4;
    }
    const mve_pred16_t lanes = vctp32q((uint32_t)block_size % 4);
    const int32x4_t x = vldrbq_z_s32(input_1_vect, lanes);
    const int32x4_t y = vldrbq_z_s32(input_2_vect, lanes);
    vstrbq_p_s32(output, add_4(x, &term_1, y, &term_2, &result), lanes);
    return ARM_CMSIS_NN_SUCCESS;
}
