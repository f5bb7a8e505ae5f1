// SPDX-License-Identifier: Apache-2.0
#include "arm_nnsupportfunctions.h"
#include "internal/mat_mult_s4.h"

arm_cmsis_nn_status arm_nn_mat_mul_core_1x_s4(int32_t row_elements, int32_t skipped_row_elements,
                                              const int8_t *row_base_ref, const int8_t *col_base_ref,
                                              int32_t out_ch, const cmsis_nn_conv_params *conv_params,
                                              const cmsis_nn_per_channel_quant_params *quant_params,
                                              const int32_t *bias, int8_t *output) {
    const pl_product_s4 product = {
        .lhs = row_base_ref,
        .lhs_rows = 1,
        .lhs_offset = conv_params->input_offset,
        .rhs = col_base_ref,
        .rhs_rows = out_ch,
        .rhs_stride = row_elements + skipped_row_elements,
        .cols = row_elements,
        .bias = bias,
        .multiplier = quant_params->multiplier,
        .shift = quant_params->shift,
        .quant_stride = 1,
        .dst_offset = conv_params->output_offset,
        .activation_min = conv_params->activation.min,
        .activation_max = conv_params->activation.max,
        .dst = output,
    };
    pl_mat_mult_s4(&product);
    return ARM_CMSIS_NN_SUCCESS;
}
