// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/convolve.h"
#include "internal/mat_mult_s16.h"
#include "internal/scratch.h"

/// The filters with all that turns their sums into results.
typedef struct {
    const int8_t *filter;
    int32_t channels_out;
    int32_t column_elems;
    pl_output_s16 output;
} filter_matrix;

static bool arguments_are_valid(const cmsis_nn_conv_params *params, const cmsis_nn_dims *input_dims,
                                const cmsis_nn_dims *filter_dims, const cmsis_nn_dims *output_dims) {
    return input_dims->h > 0 && input_dims->w > 0 && input_dims->c > 0 && filter_dims->h > 0 &&
           filter_dims->w > 0 && output_dims->h > 0 && output_dims->w > 0 && output_dims->c > 0 &&
           params->stride.w > 0 && params->stride.h > 0 && params->dilation.w > 0 && params->dilation.h > 0;
}

/// Pixels that are columns as they lie in the input.
static void convolve_1x1(const filter_matrix *f, const cmsis_nn_conv_params *params,
                         const cmsis_nn_dims *input_dims, const int16_t *input,
                         const cmsis_nn_dims *output_dims, int16_t *output) {
    pl_rows_s16 row = {input, output_dims->w, params->stride.w * input_dims->c};
    for (int32_t y = 0; y < output_dims->h; y++) {
        pl_mat_mult_nt_t_s16(&row, f->filter, f->channels_out, f->column_elems, &f->output, output);
        row.rows += params->stride.h * input_dims->w * input_dims->c;
        output += output_dims->w * output_dims->c;
    }
}

/// Any shape; `bytes` describes the input as if each int16 channel were two of int8, whose columns are the
/// same memory.
static void convolve(const filter_matrix *f, const pl_convolve_group *bytes, int16_t *output) {
    pl_rows_s16 columns = {bytes->scratch, 0, f->column_elems};
    for (int32_t y = 0; y < bytes->output_dims->h; y++) {
        for (int32_t x = 0; x < bytes->output_dims->w; x++) {
            int16_t *column = (int16_t *)bytes->scratch + columns.count * f->column_elems;
            pl_im2col_s8(bytes, y, x, (int8_t *)column);
            columns.count++;
            if (columns.count == PL_ROWS_TOGETHER) {
                pl_mat_mult_nt_t_s16(&columns, f->filter, f->channels_out, f->column_elems, &f->output,
                                     output);
                output += PL_ROWS_TOGETHER * f->channels_out;
                columns.count = 0;
            }
        }
    }
    pl_mat_mult_nt_t_s16(&columns, f->filter, f->channels_out, f->column_elems, &f->output, output);
}

arm_cmsis_nn_status arm_convolve_s16(const cmsis_nn_context *ctx, const cmsis_nn_conv_params *conv_params,
                                     const cmsis_nn_per_channel_quant_params *quant_params,
                                     const cmsis_nn_dims *input_dims, const int16_t *input_data,
                                     const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                     const cmsis_nn_dims *bias_dims, const cmsis_nn_bias_data *bias_data,
                                     const cmsis_nn_dims *output_dims, int16_t *output_data) {
    (void)bias_dims;
    if (!arguments_are_valid(conv_params, input_dims, filter_dims, output_dims) ||
        !pl_scratch_is_enough(ctx, arm_convolve_s16_get_buffer_size(input_dims, filter_dims))) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const cmsis_nn_dims filter_shape = {output_dims->c, filter_dims->h, filter_dims->w, input_dims->c};
    const filter_matrix f = {
        .filter = filter_data,
        .channels_out = output_dims->c,
        .column_elems = pl_column_elems(&filter_shape),
        .output = pl_output_s16_per_channel(quant_params->multiplier, quant_params->shift, bias_data,
                                            conv_params->activation.min, conv_params->activation.max),
    };
    const bool is_1x1 = pl_is_convolve_1x1(conv_params, input_dims, &filter_shape, output_dims);
    cmsis_nn_conv_params params = *conv_params;
    params.input_offset = 0;
    cmsis_nn_dims input_bytes = *input_dims, filter_bytes = filter_shape;
    input_bytes.c *= (int32_t)sizeof(int16_t);
    filter_bytes.c *= (int32_t)sizeof(int16_t);
    pl_convolve_group bytes = {
        .params = &params,
        .input_dims = &input_bytes,
        .filter_dims = &filter_bytes,
        .output_dims = output_dims,
        .upscale = {1, 1},
        .scratch = ctx->buf,
    };
    for (int32_t batch = 0; batch < input_dims->n; batch++) {
        if (is_1x1) {
            convolve_1x1(&f, conv_params, input_dims, input_data, output_dims, output_data);
        } else {
            bytes.input = (const int8_t *)input_data;
            convolve(&f, &bytes, output_data);
        }
        input_data += input_dims->h * input_dims->w * input_dims->c;
        output_data += output_dims->h * output_dims->w * output_dims->c;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
