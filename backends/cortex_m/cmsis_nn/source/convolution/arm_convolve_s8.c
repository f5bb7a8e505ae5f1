// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/convolve.h"
#include "internal/scratch.h"

#include <stddef.h>

static bool is_positive(const cmsis_nn_dims *dims) {
    return dims->h > 0 && dims->w > 0 && dims->c > 0;
}

static bool arguments_are_valid(const cmsis_nn_conv_params *params, const cmsis_nn_dims *input_dims,
                                const cmsis_nn_dims *filter_dims, const cmsis_nn_dims *output_dims,
                                cmsis_nn_tile upscale) {
    if (!is_positive(input_dims) || !is_positive(filter_dims) || !is_positive(output_dims) ||
        input_dims->c % filter_dims->c != 0 || output_dims->c % (input_dims->c / filter_dims->c) != 0) {
        return false;
    }
    if (params->stride.w < 1 || params->stride.h < 1 || params->dilation.w < 1 || params->dilation.h < 1) {
        return false;
    }
    // A padded pixel is written as an int8 zero point.
    if (params->input_offset < -127 || params->input_offset > 128) {
        return false;
    }
    return input_dims->w % upscale.w == 0 && input_dims->h % upscale.h == 0;
}

static void convolve_batch(pl_convolve_group group, const cmsis_nn_per_channel_quant_params *quant_params) {
    const int32_t groups = group.input_dims->c / group.filter_dims->c;
    group.multiplier = quant_params->multiplier;
    group.shift = quant_params->shift;
    for (int32_t i = 0; i < groups; i++) {
        pl_convolve_s8_group(&group);
        group.input += group.filter_dims->c;
        group.filter += group.channels_out * pl_column_elems(group.filter_dims);
        group.bias = group.bias != NULL ? group.bias + group.channels_out : NULL;
        group.multiplier += group.channels_out;
        group.shift += group.channels_out;
        group.output += group.channels_out;
    }
}

arm_cmsis_nn_status arm_convolve_s8(const cmsis_nn_context *ctx, const cmsis_nn_conv_params *conv_params,
                                    const cmsis_nn_per_channel_quant_params *quant_params,
                                    const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                    const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                    const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                    const cmsis_nn_dims *upscale_dims, const cmsis_nn_dims *output_dims,
                                    int8_t *output_data) {
    (void)bias_dims;
    cmsis_nn_tile upscale = {1, 1};
    if (upscale_dims != NULL) {
        upscale.w = upscale_dims->w == 2 ? 2 : 1;
        upscale.h = upscale_dims->h == 2 ? 2 : 1;
    }
    if (!arguments_are_valid(conv_params, input_dims, filter_dims, output_dims, upscale) ||
        !pl_scratch_is_enough(ctx, arm_convolve_s8_get_buffer_size(input_dims, filter_dims))) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const int32_t groups = input_dims->c / filter_dims->c;
    pl_convolve_group group = {
        .params = conv_params,
        .input_dims = input_dims,
        .filter_dims = filter_dims,
        .output_dims = output_dims,
        .upscale = upscale,
        .input = input_data,
        .filter = filter_data,
        .bias = bias_data,
        .channels_out = output_dims->c / groups,
        .output = output_data,
        .scratch = ctx->buf,
    };
    for (int32_t batch = 0; batch < input_dims->n; batch++) {
        convolve_batch(group, quant_params);
        group.input += (input_dims->h / upscale.h) * (input_dims->w / upscale.w) * input_dims->c;
        group.output += output_dims->h * output_dims->w * output_dims->c;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
