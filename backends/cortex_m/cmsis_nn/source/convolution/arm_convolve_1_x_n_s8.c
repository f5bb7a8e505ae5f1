// SPDX-License-Identifier: Apache-2.0
// Without padding the inputs of an output pixel are one run in memory, and those of the next pixel start
// stride.w * c further: a matrix whose rows overlap. Only the pixels over padding need a column of their own.
#include "arm_nnfunctions.h"
#include "arm_nnsupportfunctions.h"
#include "internal/convolve.h"
#include "internal/scratch.h"

static arm_cmsis_nn_status multiply(const pl_convolve_group *g, const int8_t *input, int32_t first_x,
                                    int32_t pixels) {
    const cmsis_nn_conv_params *params = g->params;
    const int32_t channels_out = g->output_dims->c;
    return arm_nn_mat_mult_nt_t_s8(
        input, g->filter, g->bias, g->output + first_x * channels_out, g->multiplier, g->shift, pixels,
        channels_out, pl_column_elems(g->filter_dims), params->input_offset, params->output_offset,
        params->activation.min, params->activation.max, channels_out, params->stride.w * g->input_dims->c);
}

/// Output pixels [first_x, end_x) of which each lies over padding.
static arm_cmsis_nn_status convolve_edge(const pl_convolve_group *g, int32_t first_x, int32_t end_x) {
    arm_cmsis_nn_status status = ARM_CMSIS_NN_SUCCESS;
    for (int32_t x = first_x; x < end_x && status == ARM_CMSIS_NN_SUCCESS; x++) {
        pl_im2col_s8(g, 0, x, g->scratch);
        status = multiply(g, g->scratch, x, 1);
    }
    return status;
}

static arm_cmsis_nn_status convolve_batch(const pl_convolve_group *g) {
    const cmsis_nn_conv_params *params = g->params;
    const int32_t stride = params->stride.w;
    const int32_t last_start = g->input_dims->w - g->filter_dims->w + params->padding.w;
    // Output pixels [inner, inner_end) lie wholly over the input.
    const int32_t inner = MIN((params->padding.w + stride - 1) / stride, g->output_dims->w);
    int32_t inner_end = last_start < 0 ? 0 : last_start / stride + 1;
    inner_end = MAX(MIN(inner_end, g->output_dims->w), inner);
    arm_cmsis_nn_status status = convolve_edge(g, 0, inner);
    if (status == ARM_CMSIS_NN_SUCCESS && inner_end > inner) {
        const int8_t *input = g->input + (inner * stride - params->padding.w) * g->input_dims->c;
        status = multiply(g, input, inner, inner_end - inner);
    }
    return status == ARM_CMSIS_NN_SUCCESS ? convolve_edge(g, inner_end, g->output_dims->w) : status;
}

arm_cmsis_nn_status arm_convolve_1_x_n_s8(const cmsis_nn_context *ctx,
                                          const cmsis_nn_conv_params *conv_params,
                                          const cmsis_nn_per_channel_quant_params *quant_params,
                                          const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                          const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                          const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                          const cmsis_nn_dims *output_dims, int8_t *output_data) {
    (void)bias_dims;
    if (!pl_is_convolve_1_x_n(conv_params, input_dims, filter_dims, output_dims) ||
        conv_params->stride.w < 1 || conv_params->padding.w < 0 || conv_params->input_offset < -127 ||
        conv_params->input_offset > 128 ||
        !pl_scratch_is_enough(
            ctx, arm_convolve_1_x_n_s8_get_buffer_size(conv_params, input_dims, filter_dims, output_dims))) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    pl_convolve_group group = {
        .params = conv_params,
        .input_dims = input_dims,
        .filter_dims = filter_dims,
        .output_dims = output_dims,
        .upscale = {1, 1},
        .input = input_data,
        .filter = filter_data,
        .bias = bias_data,
        .multiplier = quant_params->multiplier,
        .shift = quant_params->shift,
        .channels_out = output_dims->c,
        .output = output_data,
        .scratch = ctx->buf,
    };
    arm_cmsis_nn_status status = ARM_CMSIS_NN_SUCCESS;
    for (int32_t batch = 0; batch < input_dims->n && status == ARM_CMSIS_NN_SUCCESS; batch++) {
        status = convolve_batch(&group);
        group.input += input_dims->w * input_dims->c;
        group.output += output_dims->w * output_dims->c;
    }
    return status;
}
