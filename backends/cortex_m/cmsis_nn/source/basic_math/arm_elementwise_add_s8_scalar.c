// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/elementwise.h"

static int32_t narrow_term(int32_t x, const pl_narrow_term *term) {
    const int32_t scaled = (int32_t)((uint32_t)(x + term->offset) << term->left);
    return pl_narrow_term_round(pl_scale(scaled, term->multiplier), term);
}

static void add_narrow(const int8_t *x, pl_narrow_term term_x, const int8_t *y, pl_narrow_term term_y,
                       int8_t *output, const pl_elementwise_output *out, int32_t count) {
    const pl_narrow_quant quant = pl_narrow_quant_of(out->multiplier, out->shift, out->offset);
    for (int32_t i = 0; i < count; i++) {
        const int32_t sum = narrow_term(x[i], &term_x) + narrow_term(y[i], &term_y);
        const int32_t product = pl_scale(sum, quant.multiplier);
        output[i] = (int8_t)pl_clamp(pl_narrow_round(product, &quant), out->min, out->max);
    }
}

arm_cmsis_nn_status arm_elementwise_add_s8(const int8_t *input_1_vect, const int8_t *input_2_vect,
                                           int32_t input_1_offset, int32_t input_1_mult,
                                           int32_t input_1_shift, int32_t input_2_offset,
                                           int32_t input_2_mult, int32_t input_2_shift, int32_t left_shift,
                                           int8_t *output, int32_t out_offset, int32_t out_mult,
                                           int32_t out_shift, int32_t out_activation_min,
                                           int32_t out_activation_max, int32_t block_size) {
    const pl_add_input x = {input_1_offset, left_shift, input_1_mult, input_1_shift};
    const pl_add_input y = {input_2_offset, left_shift, input_2_mult, input_2_shift};
    const pl_elementwise_output out = {out_offset, out_mult, out_shift, out_activation_min,
                                       out_activation_max};
    if (pl_add_is_narrow(&x, &y, &out)) {
        add_narrow(input_1_vect, pl_narrow_term_of(&x), input_2_vect, pl_narrow_term_of(&y), output, &out,
                   block_size);
        return ARM_CMSIS_NN_SUCCESS;
    }
    for (int32_t i = 0; i < block_size; i++) {
        output[i] = pl_add_s8(input_1_vect[i], &x, input_2_vect[i], &y, &out);
    }
    return ARM_CMSIS_NN_SUCCESS;
}
