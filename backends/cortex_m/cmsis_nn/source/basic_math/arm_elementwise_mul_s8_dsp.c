// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/dsp_bytes.h"
#include "internal/elementwise.h"

static inline int32_t narrow(int32_t acc, const pl_narrow_quant *quant) {
    return pl_ssat8(pl_narrow_round(pl_smmulr(acc * 2, quant->multiplier), quant));
}

/// Whole groups of four elements; returns how many elements that is.
static int32_t mul_narrow(const int8_t *input_x, int32_t x_offset, const int8_t *input_y, int32_t y_offset,
                          int8_t *output, const pl_elementwise_output *out, int32_t count) {
    const pl_narrow_quant quant = pl_narrow_quant_of(out->multiplier, out->shift, out->offset);
    const int32_t offset_x = pl_splat_s16x2(x_offset);
    const int32_t offset_y = pl_splat_s16x2(y_offset);
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
        const int32_t word = pl_pack_s8x4(
            narrow(pl_smlabb(even_x, even_y, 0), &quant), narrow(pl_smlabb(odd_x, odd_y, 0), &quant),
            narrow(pl_smlatt(even_x, even_y, 0), &quant), narrow(pl_smlatt(odd_x, odd_y, 0), &quant));
        pl_store_s8x4(output + i, pl_min_s8x4(pl_max_s8x4(word, min), max));
    }
    return i;
}

arm_cmsis_nn_status arm_elementwise_mul_s8(const int8_t *input_1_vect, const int8_t *input_2_vect,
                                           int32_t input_1_offset, int32_t input_2_offset, int8_t *output,
                                           int32_t out_offset, int32_t out_mult, int32_t out_shift,
                                           int32_t out_activation_min, int32_t out_activation_max,
                                           int32_t block_size) {
    const pl_elementwise_output out = {out_offset, out_mult, out_shift, out_activation_min,
                                       out_activation_max};
    int32_t i = 0;
    if (pl_mul_is_narrow(input_1_offset, input_2_offset, &out)) {
        i = mul_narrow(input_1_vect, input_1_offset, input_2_vect, input_2_offset, output, &out, block_size);
    }
    for (; i < block_size; i++) {
        output[i] = pl_mul_s8(input_1_vect[i] + input_1_offset, input_2_vect[i] + input_2_offset, &out);
    }
    return ARM_CMSIS_NN_SUCCESS;
}
