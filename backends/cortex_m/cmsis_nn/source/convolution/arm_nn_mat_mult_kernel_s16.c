// SPDX-License-Identifier: Apache-2.0
#include "arm_nnsupportfunctions.h"
#include "internal/mat_mult_s16.h"

int16_t *arm_nn_mat_mult_kernel_s16(const int8_t *input_a, const int16_t *input_b, int32_t output_ch,
                                    const int32_t *out_shift, const int32_t *out_mult, int32_t activation_min,
                                    int32_t activation_max, int32_t num_col_a,
                                    const cmsis_nn_bias_data *bias_data, int16_t *out_0) {
    const pl_output_s16 output =
        pl_output_s16_per_channel(out_mult, out_shift, bias_data, activation_min, activation_max);
    const pl_rows_s16 columns = {input_b, 2, num_col_a};
    pl_mat_mult_nt_t_s16(&columns, input_a, output_ch, num_col_a, &output, out_0);
    return out_0 + 2 * output_ch;
}
