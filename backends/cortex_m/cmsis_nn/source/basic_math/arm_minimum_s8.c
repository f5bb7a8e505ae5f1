// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/broadcast.h"

arm_cmsis_nn_status arm_minimum_s8(const cmsis_nn_context *ctx, const int8_t *input_1_data,
                                   const cmsis_nn_dims *input_1_dims, const int8_t *input_2_data,
                                   const cmsis_nn_dims *input_2_dims, int8_t *output_data,
                                   const cmsis_nn_dims *output_dims) {
    (void)ctx;
    return pl_broadcast_s8(pl_smaller_s8, input_1_data, input_1_dims, input_2_data, input_2_dims, output_data,
                           output_dims);
}
