// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/elementwise.h"

// Bits of fraction for which the products below fit.
enum { LEAST_LEFT = 15, MOST_LEFT = 20 };

// An input of a sum. Its doubled high product with the multiplier, in two halves of the latter:
// x * high + high_addend + ((x * low + low_addend) >> low_right), where the addends hold offset and rounding.
typedef struct {
    int32_t high;
    int32_t high_addend;
    int32_t low;
    int32_t low_addend;
    int32_t low_right;
    pl_narrow_term rounding;
} split_term;

static split_term split_term_of(const pl_add_input *in) {
    const int32_t high = (int32_t)((uint32_t)in->multiplier >> 16 << (in->left_shift - LEAST_LEFT));
    const int32_t low = (uint16_t)in->multiplier;
    return (split_term){
        .high = high,
        .high_addend = in->offset * high,
        .low = low,
        .low_addend = in->offset * low + (1 << (30 - in->left_shift)),
        .low_right = 31 - in->left_shift,
        .rounding = pl_narrow_term_of(in),
    };
}

static inline int32_t scaled(int32_t x, const split_term *term) {
    const int32_t low = (x * term->low + term->low_addend) >> term->low_right;
    return pl_narrow_term_round(x * term->high + term->high_addend + low, &term->rounding);
}

// Whether an input is only halved. The one with the larger scale is.
static bool is_half(const pl_add_input *in) {
    return in->multiplier == 1 << 30 && in->shift == 0;
}

// `half` is halved, which leaves no rounding; `half_addend` is its offset, scaled.
static void add_to_half(const int8_t *x, split_term term, const int8_t *half, int32_t half_left,
                        int32_t half_addend, int8_t *output, pl_elementwise_output out, int32_t count) {
    const pl_narrow_quant quant = pl_narrow_quant_of(out.multiplier, out.shift, out.offset);
    for (int32_t i = 0; i < count; i++) {
        const int32_t sum = scaled(x[i], &term) + half[i] * (1 << half_left) + half_addend;
        const int32_t product = pl_narrow_scale(sum, quant.multiplier);
        output[i] = (int8_t)pl_clamp(pl_narrow_round(product, &quant), out.min, out.max);
    }
}

arm_cmsis_nn_status arm_elementwise_add_s8(const int8_t *input_1_vect, const int8_t *input_2_vect,
                                           int32_t input_1_offset, int32_t input_1_mult,
                                           int32_t input_1_shift, int32_t input_2_offset,
                                           int32_t input_2_mult, int32_t input_2_shift, int32_t left_shift,
                                           int8_t *output, int32_t out_offset, int32_t out_mult,
                                           int32_t out_shift, int32_t out_activation_min,
                                           int32_t out_activation_max, int32_t block_size) {
    pl_add_input x = {input_1_offset, left_shift, input_1_mult, input_1_shift};
    pl_add_input y = {input_2_offset, left_shift, input_2_mult, input_2_shift};
    const pl_elementwise_output out = {out_offset, out_mult, out_shift, out_activation_min,
                                       out_activation_max};
    if (is_half(&x)) {
        const pl_add_input halved = x;
        const int8_t *const halved_vect = input_1_vect;
        x = y;
        y = halved;
        input_1_vect = input_2_vect;
        input_2_vect = halved_vect;
    }
    if (is_half(&y) && left_shift >= LEAST_LEFT && left_shift <= MOST_LEFT &&
        pl_add_is_narrow(&x, &y, &out)) {
        add_to_half(input_1_vect, split_term_of(&x), input_2_vect, left_shift - 1,
                    y.offset * (1 << (left_shift - 1)), output, out, block_size);
        return ARM_CMSIS_NN_SUCCESS;
    }
    for (int32_t i = 0; i < block_size; i++) {
        output[i] = pl_add_s8(input_1_vect[i], &x, input_2_vect[i], &y, &out);
    }
    return ARM_CMSIS_NN_SUCCESS;
}
