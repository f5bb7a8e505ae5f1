// SPDX-License-Identifier: Apache-2.0
#include "arm_nnsupportfunctions.h"
#include "internal/mat_mult.h"

int8_t *arm_nn_mat_mult_kernel_row_offset_s8_s16(const int8_t *input_a, const int16_t *input_b,
                                                 uint16_t output_ch, const int32_t *out_shift,
                                                 const int32_t *out_mult, int32_t out_offset,
                                                 int16_t activation_min, int16_t activation_max,
                                                 int32_t num_col_a, int32_t aligned_num_col_a,
                                                 const int32_t *output_bias, int32_t row_address_offset,
                                                 int8_t *out_0) {
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
    if (aligned_num_col_a == pl_column_stride(num_col_a)) {
        pl_mat_mult_columns(&filter, input_b, 2, out_0, row_address_offset);
    } else {
        pl_mat_mult_columns(&filter, input_b, 1, out_0, row_address_offset);
        pl_mat_mult_columns(&filter, input_b + aligned_num_col_a, 1, out_0 + row_address_offset,
                            row_address_offset);
    }
    return out_0 + 2 * row_address_offset;
}

int8_t *arm_nn_mat_mult_kernel_s8_s16(const int8_t *input_a, const int16_t *input_b, uint16_t output_ch,
                                      const int32_t *out_shift, const int32_t *out_mult, int32_t out_offset,
                                      int16_t activation_min, int16_t activation_max, int32_t num_col_a,
                                      int32_t aligned_num_col_a, const int32_t *output_bias, int8_t *out_0) {
    return arm_nn_mat_mult_kernel_row_offset_s8_s16(input_a, input_b, output_ch, out_shift, out_mult,
                                                    out_offset, activation_min, activation_max, num_col_a,
                                                    aligned_num_col_a, output_bias, output_ch, out_0);
}
