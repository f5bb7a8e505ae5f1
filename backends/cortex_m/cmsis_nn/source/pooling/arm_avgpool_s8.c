// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/pool.h"

arm_cmsis_nn_status arm_avgpool_s8(const cmsis_nn_context *ctx, const cmsis_nn_pool_params *pool_params,
                                   const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                   const cmsis_nn_dims *filter_dims, const cmsis_nn_dims *output_dims,
                                   int8_t *output_data) {
    (void)ctx;
    if (!pl_average_is_valid(pool_params, input_dims, filter_dims, output_dims)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    pl_pool_walk(pool_params, input_dims, input_data, filter_dims, output_dims, output_data, pl_average_s8);
    return ARM_CMSIS_NN_SUCCESS;
}
