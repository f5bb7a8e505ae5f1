// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/pool_s16.h"

arm_cmsis_nn_status arm_max_pool_s16(const cmsis_nn_context *ctx, const cmsis_nn_pool_params *pool_params,
                                     const cmsis_nn_dims *input_dims, const int16_t *src,
                                     const cmsis_nn_dims *filter_dims, const cmsis_nn_dims *output_dims,
                                     int16_t *dst) {
    (void)ctx;
    if (!pl_pool_is_valid(pool_params, input_dims, filter_dims, output_dims)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    pl_pool_walk_s16(pool_params, input_dims, src, filter_dims, output_dims, dst, pl_maximum_s16);
    return ARM_CMSIS_NN_SUCCESS;
}
