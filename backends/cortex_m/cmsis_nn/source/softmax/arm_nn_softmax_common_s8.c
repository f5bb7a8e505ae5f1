// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "arm_nnsupportfunctions.h"

void arm_nn_softmax_common_s8(const int8_t *input, int32_t num_rows, int32_t row_size, int32_t mult,
                              int32_t shift, int32_t diff_min, bool int16_output, void *output) {
    if (int16_output) {
        arm_softmax_s8_s16(input, num_rows, row_size, mult, shift, diff_min, output);
    } else {
        arm_softmax_s8(input, num_rows, row_size, mult, shift, diff_min, output);
    }
}
