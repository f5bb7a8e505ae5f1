// SPDX-License-Identifier: Apache-2.0
// Some output pixels at a time, each an int8 column.
#include "arm_nnfunctions.h"
#include "internal/convolve.h"
#include "internal/convolve_s4.h"
#include "internal/scratch.h"

static bool is_positive(const cmsis_nn_dims *dims) {
    return dims->h > 0 && dims->w > 0 && dims->c > 0;
}

static bool arguments_are_valid(const cmsis_nn_conv_params *params, const cmsis_nn_dims *input_dims,
                                const cmsis_nn_dims *filter_dims, const cmsis_nn_dims *output_dims) {
    return is_positive(input_dims) && is_positive(filter_dims) && is_positive(output_dims) &&
           params->stride.w > 0 && params->stride.h > 0 && params->dilation.w > 0 && params->dilation.h > 0 &&
           params->input_offset >= -127 &&
           params->input_offset <= 128; // a padded pixel is an int8 zero point
}

static void convolve_batch(const pl_convolve_group *g, pl_product_s4 product) {
    const int32_t columns = pl_convolve_s4_columns(product.cols);
    int8_t *column = g->scratch;
    product.lhs = column;
    product.lhs_stride = product.cols;
    product.lhs_rows = 0;
    product.dst = g->output;
    for (int32_t y = 0; y < g->output_dims->h; y++) {
        for (int32_t x = 0; x < g->output_dims->w; x++) {
            pl_im2col_s8(g, y, x, column + product.lhs_rows * product.cols);
            product.lhs_rows++;
            if (product.lhs_rows == columns) {
                pl_mat_mult_s4(&product);
                product.dst += columns * product.dst_stride;
                product.lhs_rows = 0;
            }
        }
    }
    pl_mat_mult_s4(&product);
}

arm_cmsis_nn_status arm_convolve_s4(const cmsis_nn_context *ctx, const cmsis_nn_conv_params *conv_params,
                                    const cmsis_nn_per_channel_quant_params *quant_params,
                                    const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                    const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                    const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                    const cmsis_nn_dims *output_dims, int8_t *output_data) {
    (void)bias_dims;
    const cmsis_nn_dims filter = pl_filter_dims_s4(input_dims, filter_dims);
    const int32_t elems = pl_column_elems(&filter);
    if (!arguments_are_valid(conv_params, input_dims, &filter, output_dims) ||
        !pl_scratch_is_enough(ctx, elems * pl_convolve_s4_columns(elems))) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const pl_product_s4 product = pl_convolve_s4_product(conv_params, quant_params, filter_data, bias_data,
                                                         pl_column_elems(&filter), output_dims->c);
    pl_convolve_group group = {
        .params = conv_params,
        .input_dims = input_dims,
        .filter_dims = &filter,
        .output_dims = output_dims,
        .upscale = {1, 1},
        .input = input_data,
        .output = output_data,
        .scratch = ctx->buf,
    };
    for (int32_t batch = 0; batch < input_dims->n; batch++) {
        convolve_batch(&group, product);
        group.input += input_dims->h * input_dims->w * input_dims->c;
        group.output += output_dims->h * output_dims->w * output_dims->c;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
