// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/pool.h"

/// Whether each window along one dimension has a pixel of the input; those at the two ends have the fewest.
static bool has_pixels(int32_t padding, int32_t stride, int32_t filter_size, int32_t input_size,
                       int32_t output_size) {
    return padding < filter_size && (output_size - 1) * stride - padding < input_size;
}

arm_cmsis_nn_status arm_avgpool_s8(const cmsis_nn_context *ctx, const cmsis_nn_pool_params *pool_params,
                                   const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                   const cmsis_nn_dims *filter_dims, const cmsis_nn_dims *output_dims,
                                   int8_t *output_data) {
    (void)ctx;
    if (!pl_pool_is_valid(pool_params, input_dims, filter_dims, output_dims) ||
        !has_pixels(pool_params->padding.w, pool_params->stride.w, filter_dims->w, input_dims->w,
                    output_dims->w) ||
        !has_pixels(pool_params->padding.h, pool_params->stride.h, filter_dims->h, input_dims->h,
                    output_dims->h)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    pl_pool_walk(pool_params, input_dims, input_data, filter_dims, output_dims, output_data, pl_average_s8);
    return ARM_CMSIS_NN_SUCCESS;
}
