// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "operators.h"
#include "window.h"

int pl_linear_s8_check(const void *params) {
    const pl_linear_s8_params *p = params;
    return p->in_features <= PL_MAX_PRODUCTS ? PL_OK : PL_ERR_CORRUPT;
}

int pl_linear_s8(const void *params, void *const *args) {
    const pl_linear_s8_params *p = params;
    int32_t *sums = args[PL_LINEAR_S8_SUMS];
    if (sums == NULL) {
        return PL_ERR_KERNEL;
    }
    // With the input offset inside of the sums, bias and the kernel sums of the MVE kernel are the same
    // numbers.
    const cmsis_nn_context context = {.buf = sums, .size = 4 * p->out_features};
    const cmsis_nn_fc_params fc_params = {
        .output_offset = p->output_offset,
        .activation = {.min = p->activation_min, .max = p->activation_max},
    };
    const cmsis_nn_per_channel_quant_params quant = {.multiplier = args[PL_LINEAR_S8_MULTIPLIER],
                                                     .shift = args[PL_LINEAR_S8_SHIFT]};
    const cmsis_nn_dims input = {.n = (int32_t)p->rows, .h = 1, .w = 1, .c = p->in_features};
    const cmsis_nn_dims filter = {.n = p->in_features, .h = 1, .w = 1, .c = p->out_features};
    const cmsis_nn_dims bias = {.n = 1, .h = 1, .w = 1, .c = p->out_features};
    const cmsis_nn_dims output = {.n = (int32_t)p->rows, .h = 1, .w = 1, .c = p->out_features};
    const arm_cmsis_nn_status status = arm_fully_connected_per_channel_s8(
        &context, &fc_params, &quant, &input, args[PL_LINEAR_S8_INPUT], &filter, args[PL_LINEAR_S8_FILTER],
        &bias, sums, &output, args[PL_LINEAR_S8_OUTPUT]);
    return status == ARM_CMSIS_NN_SUCCESS ? PL_OK : PL_ERR_KERNEL;
}
