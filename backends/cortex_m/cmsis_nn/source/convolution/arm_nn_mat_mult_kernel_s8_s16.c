// SPDX-License-Identifier: Apache-2.0
#include "arm_nnsupportfunctions.h"
#include "internal/mat_mult.h"

int8_t *arm_nn_mat_mult_kernel_s8_s16(const int8_t *input_a, const int16_t *input_b, uint16_t output_ch,
                                      const int32_t *out_shift, const int32_t *out_mult, int32_t out_offset,
                                      int16_t activation_min, int16_t activation_max, int32_t num_col_a,
                                      const int32_t *output_bias, int8_t *out_0) {
    const pl_filter_matrix filter = {
        .weights = input_a,
        .bias = output_bias,
        .multiplier = out_mult,
        .shift = out_shift,
        .rows = output_ch,
        .cols = num_col_a,
        .output_offset = out_offset,
        .activation_min = activation_min,
        .activation_max = activation_max,
    };
    pl_mat_mult_columns(&filter, input_b, 2, out_0, output_ch);
    return out_0 + 2 * output_ch;
}
