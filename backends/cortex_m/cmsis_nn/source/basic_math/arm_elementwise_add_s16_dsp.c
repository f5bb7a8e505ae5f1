// SPDX-License-Identifier: Apache-2.0
// Two elements at a time, a word of each input.
#include "arm_nnfunctions.h"
#include "internal/dsp_halfwords.h"
#include "internal/elementwise.h"

static inline int32_t add(int32_t x, const pl_add_input *in_x, int32_t y, const pl_add_input *in_y,
                          const pl_elementwise_output *out) {
    return pl_ssat16(pl_requantize(pl_add_terms(x, in_x, y, in_y), out->multiplier, out->shift));
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
    const pl_add_input in_1 = {0, left_shift, input_1_mult, input_1_shift};
    const pl_add_input in_2 = {0, left_shift, input_2_mult, input_2_shift};
    const pl_elementwise_output out = {0, out_mult, out_shift, out_activation_min, out_activation_max};
    const int32_t min = pl_splat_s16x2(out_activation_min);
    const int32_t max = pl_splat_s16x2(out_activation_max);
    int32_t i = 0;
    for (; i + 2 <= block_size; i += 2) {
        const int32_t xs = pl_load_s16x2(input_1_vect + i), ys = pl_load_s16x2(input_2_vect + i);
        const int32_t low = add((int16_t)xs, &in_1, (int16_t)ys, &in_2, &out);
        const int32_t word = pl_pkhbt(low, add(xs >> 16, &in_1, ys >> 16, &in_2, &out));
        pl_store_s16x2(output + i, pl_min_s16x2(pl_max_s16x2(word, min), max));
    }
    if (i < block_size) {
        const int32_t value = add(input_1_vect[i], &in_1, input_2_vect[i], &in_2, &out);
        output[i] = (int16_t)pl_clamp(value, out_activation_min, out_activation_max);
    }
    return ARM_CMSIS_NN_SUCCESS;
}
