// SPDX-License-Identifier: Apache-2.0
// Without padding the inputs of an output pixel are one run in memory, and those of the next pixel start
// stride.w * c further: a matrix whose rows overlap. Over padding the run is shorter, and so are the rows of
// weights that it is multiplied by.
#include "arm_nnfunctions.h"
#include "arm_nnsupportfunctions.h"
#include "internal/convolve.h"
#include "internal/convolve_s4.h"
#include "internal/window.h"

/// Output pixels [x, x + pixels), which have the same taps over the input.
static void multiply(pl_product_s4 product, const cmsis_nn_conv_params *params,
                     const cmsis_nn_dims *input_dims, int32_t kernel_w, int32_t x, int32_t pixels) {
    const int32_t channels = input_dims->c;
    const int32_t origin = x * params->stride.w - params->padding.w;
    const pl_taps taps = pl_taps_inside(origin, kernel_w, 1, input_dims->w);
    product.cols = (taps.end - taps.begin) * channels;
    product.rhs_first = taps.begin * channels;
    product.lhs += product.cols > 0 ? (origin + taps.begin) * channels : 0;
    product.lhs_rows = pixels;
    product.dst += x * product.dst_stride;
    pl_mat_mult_s4(&product);
}

arm_cmsis_nn_status arm_convolve_1_x_n_s4(const cmsis_nn_context *ctx,
                                          const cmsis_nn_conv_params *conv_params,
                                          const cmsis_nn_per_channel_quant_params *quant_params,
                                          const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                          const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                          const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                          const cmsis_nn_dims *output_dims, int8_t *output_data) {
    (void)ctx;
    (void)bias_dims;
    const cmsis_nn_dims filter = pl_filter_dims_s4(input_dims, filter_dims);
    const int32_t stride = conv_params->stride.w, padding = conv_params->padding.w, width = output_dims->w;
    if (!pl_is_convolve_1_x_n(conv_params, input_dims, &filter, output_dims) || stride < 1 || padding < 0 ||
        conv_params->input_offset < -127 || conv_params->input_offset > 128) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    pl_product_s4 product = pl_convolve_s4_product(conv_params, quant_params, filter_data, bias_data,
                                                   pl_column_elems(&filter), output_dims->c);
    product.lhs = input_data;
    product.lhs_stride = stride * input_dims->c;
    product.dst = output_data;
    // Output pixels [inner, inner_end) lie wholly over the input.
    const int32_t last_start = input_dims->w - filter.w + padding;
    const int32_t inner = MIN((padding + stride - 1) / stride, width);
    const int32_t inner_end = MAX(MIN(last_start < 0 ? 0 : last_start / stride + 1, width), inner);
    for (int32_t batch = 0; batch < input_dims->n; batch++) {
        for (int32_t x = 0; x < inner; x++) {
            multiply(product, conv_params, input_dims, filter.w, x, 1);
        }
        if (inner_end > inner) {
            multiply(product, conv_params, input_dims, filter.w, inner, inner_end - inner);
        }
        for (int32_t x = inner_end; x < width; x++) {
            multiply(product, conv_params, input_dims, filter.w, x, 1);
        }
        product.lhs += input_dims->w * input_dims->c;
        product.dst += width * output_dims->c;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
