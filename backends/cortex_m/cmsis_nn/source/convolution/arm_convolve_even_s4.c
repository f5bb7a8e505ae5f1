// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/convolve.h"
#include "internal/convolve_s4.h"

arm_cmsis_nn_status arm_convolve_even_s4(const cmsis_nn_context *ctx, const cmsis_nn_conv_params *conv_params,
                                         const cmsis_nn_per_channel_quant_params *quant_params,
                                         const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                         const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                         const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                         const cmsis_nn_dims *output_dims, int8_t *output_data) {
    const cmsis_nn_dims filter = pl_filter_dims_s4(input_dims, filter_dims);
    if (pl_column_elems(&filter) % 2 != 0) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    return arm_convolve_s4(ctx, conv_params, quant_params, input_dims, input_data, filter_dims, filter_data,
                           bias_dims, bias_data, output_dims, output_data);
}
