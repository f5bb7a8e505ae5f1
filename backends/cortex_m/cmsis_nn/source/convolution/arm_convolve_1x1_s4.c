// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/convolve.h"
#include "internal/convolve_s4.h"

arm_cmsis_nn_status arm_convolve_1x1_s4(const cmsis_nn_context *ctx, const cmsis_nn_conv_params *conv_params,
                                        const cmsis_nn_per_channel_quant_params *quant_params,
                                        const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                        const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                        const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                        const cmsis_nn_dims *output_dims, int8_t *output_data) {
    (void)ctx;
    (void)bias_dims;
    const cmsis_nn_dims filter = pl_filter_dims_s4(input_dims, filter_dims);
    if (!pl_is_convolve_1x1(conv_params, input_dims, &filter, output_dims)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    pl_product_s4 product = pl_convolve_s4_product(conv_params, quant_params, filter_data, bias_data,
                                                   input_dims->c, output_dims->c);
    product.lhs_rows = output_dims->w;
    product.lhs_stride = conv_params->stride.w * input_dims->c;
    product.dst = output_data;
    for (int32_t batch = 0; batch < input_dims->n; batch++) {
        for (int32_t y = 0; y < output_dims->h; y++) {
            const int32_t input_row = batch * input_dims->h + y * conv_params->stride.h;
            product.lhs = input_data + input_row * input_dims->w * input_dims->c;
            pl_mat_mult_s4(&product);
            product.dst += output_dims->w * output_dims->c;
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}
