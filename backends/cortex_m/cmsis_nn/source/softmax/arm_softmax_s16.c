// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/softmax_s16.h"

#include <stddef.h>

/// Longer rows might sum to more than an int32.
enum { MAX_ROW = 65536 };

arm_cmsis_nn_status arm_softmax_s16(const int16_t *input, int32_t num_rows, int32_t row_size, int32_t mult,
                                    int32_t shift, const cmsis_nn_softmax_lut_s16 *softmax_params,
                                    int16_t *output) {
    if (softmax_params->exp_lut == NULL || softmax_params->one_by_one_lut == NULL || row_size > MAX_ROW) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const pl_softmax_s16 softmax = {
        .multiplier = mult,
        .shift = shift,
        .lowest = INT32_MIN >> (shift > 0 ? shift : 0),
        .exp_lut = softmax_params->exp_lut,
        .one_by_one_lut = softmax_params->one_by_one_lut,
    };
    for (int32_t row = 0; row < num_rows; row++) {
        pl_softmax_s16_row(input, row_size, &softmax, output);
        input += row_size;
        output += row_size;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
