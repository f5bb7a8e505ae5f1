// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "arm_nnsupportfunctions.h"
#include "internal/convolve.h"
#include "internal/scratch.h"

arm_cmsis_nn_status arm_convolve_1x1_s8_fast(const cmsis_nn_context *ctx,
                                             const cmsis_nn_conv_params *conv_params,
                                             const cmsis_nn_per_channel_quant_params *quant_params,
                                             const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                             const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                             const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                             const cmsis_nn_dims *output_dims, int8_t *output_data) {
    (void)bias_dims;
    if (!pl_is_convolve_1x1(conv_params, input_dims, filter_dims, output_dims) ||
        !pl_is_dense(conv_params, input_dims, output_dims) ||
        !pl_scratch_is_enough(ctx, arm_convolve_1x1_s8_fast_get_buffer_size(input_dims))) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const int32_t pixels = input_dims->n * input_dims->h * input_dims->w;
    return arm_nn_mat_mult_nt_t_s8(
        input_data, filter_data, bias_data, output_data, quant_params->multiplier, quant_params->shift,
        pixels, output_dims->c, input_dims->c, conv_params->input_offset, conv_params->output_offset,
        conv_params->activation.min, conv_params->activation.max, output_dims->c, input_dims->c);
}
