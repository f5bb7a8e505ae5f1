// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/softmax_scalar.h"

static void softmax(const int8_t *input, int32_t count, const pl_softmax_row *row, int8_t *output) {
    const pl_softmax_quotient quotient = pl_softmax_quotient_of(input, count, row, 8);
    for (int32_t i = 0; i < count; i++) {
        const int32_t result = pl_softmax_result_of(input[i], row, &quotient) + INT8_MIN;
        output[i] = (int8_t)(result > INT8_MAX ? INT8_MAX : result);
    }
}

void arm_softmax_s8(const int8_t *input, int32_t num_rows, int32_t row_size, int32_t mult, int32_t shift,
                    int32_t diff_min, int8_t *output) {
    for (int32_t i = 0; i < num_rows; i++) {
        const pl_softmax_row row = {mult, shift, diff_min, pl_softmax_maximum(input, row_size)};
        softmax(input, row_size, &row, output);
        input += row_size;
        output += row_size;
    }
}
