// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/dsp_bytes.h"
#include "internal/elementwise.h"

/// x: offset already added. SMMULR takes the high word, so the doubling is one more left shift.
static inline int32_t narrow_term(int32_t x, const pl_narrow_term *term) {
    const int32_t doubled = (int32_t)((uint32_t)x << (term->left + 1));
    return pl_narrow_term_round(pl_smmulr(doubled, term->multiplier), term);
}

static inline int32_t narrow_sum(int32_t x, const pl_narrow_term *term_x, int32_t y,
                                 const pl_narrow_term *term_y, const pl_narrow_quant *quant) {
    const int32_t sum = narrow_term(x, term_x) + narrow_term(y, term_y);
    return pl_ssat8(pl_narrow_round(pl_smmulr(sum * 2, quant->multiplier), quant));
}

/// Whole groups of four elements; returns how many elements that is.
static int32_t add_narrow(const int8_t *input_x, const pl_add_input *x, const int8_t *input_y,
                          const pl_add_input *y, int8_t *output, const pl_elementwise_output *out,
                          int32_t count) {
    const pl_narrow_term term_x = pl_narrow_term_of(x);
    const pl_narrow_term term_y = pl_narrow_term_of(y);
    const pl_narrow_quant quant = pl_narrow_quant_of(out->multiplier, out->shift, out->offset);
    const int32_t offset_x = pl_splat_s16x2(x->offset);
    const int32_t offset_y = pl_splat_s16x2(y->offset);
    const int32_t min = pl_splat_s8x4(out->min);
    const int32_t max = pl_splat_s8x4(out->max);
    int32_t i = 0;
    for (; i + 4 <= count; i += 4) {
        const int32_t word_x = pl_load_s8x4(input_x + i);
        const int32_t word_y = pl_load_s8x4(input_y + i);
        const int32_t even_x = pl_sxtab16(offset_x, word_x);
        const int32_t even_y = pl_sxtab16(offset_y, word_y);
        const int32_t odd_x = pl_sxtab16_ror8(offset_x, word_x);
        const int32_t odd_y = pl_sxtab16_ror8(offset_y, word_y);
        const int32_t sum_0 = narrow_sum((int16_t)even_x, &term_x, (int16_t)even_y, &term_y, &quant);
        const int32_t sum_1 = narrow_sum((int16_t)odd_x, &term_x, (int16_t)odd_y, &term_y, &quant);
        const int32_t sum_2 = narrow_sum(even_x >> 16, &term_x, even_y >> 16, &term_y, &quant);
        const int32_t sum_3 = narrow_sum(odd_x >> 16, &term_x, odd_y >> 16, &term_y, &quant);
        const int32_t word = pl_pack_s8x4(sum_0, sum_1, sum_2, sum_3);
        pl_store_s8x4(output + i, pl_min_s8x4(pl_max_s8x4(word, min), max));
    }
    return i;
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
    int32_t i = 0;
    if (pl_add_is_narrow(&x, &y, &out)) {
        i = add_narrow(input_1_vect, &x, input_2_vect, &y, output, &out, block_size);
    }
    for (; i < block_size; i++) {
        output[i] = pl_add_s8(input_1_vect[i], &x, input_2_vect[i], &y, &out);
    }
    return ARM_CMSIS_NN_SUCCESS;
}
