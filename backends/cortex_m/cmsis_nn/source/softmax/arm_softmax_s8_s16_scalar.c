// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/softmax_scalar.h"

static void softmax(const int8_t *input, int32_t count, const pl_softmax_row *row, int16_t *output) {
    const pl_softmax_quotient quotient = pl_softmax_quotient_of(input, count, row, 16);
    for (int32_t i = 0; i < count; i++) {
        const int32_t result = pl_softmax_result_of(input[i], row, &quotient) + INT16_MIN;
        output[i] = (int16_t)(result > INT16_MAX ? INT16_MAX : result);
    }
}

void arm_softmax_s8_s16(const int8_t *input, int32_t num_rows, int32_t row_size, int32_t mult, int32_t shift,
                        int32_t diff_min, int16_t *output) {
    for (int32_t i = 0; i < num_rows; i++) {
        const pl_softmax_row row = {mult, shift, diff_min, pl_softmax_maximum(input, row_size)};
        softmax(input, row_size, &row, output);
        input += row_size;
        output += row_size;
    }
}
