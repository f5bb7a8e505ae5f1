// SPDX-License-Identifier: Apache-2.0
// Softmax sees only differences, so that a uint8 row is an int8 row with all values 128 lower: the same bits
// but for the highest. So is the result.
#include "arm_nnfunctions.h"

void arm_softmax_u8(const uint8_t *input, int32_t num_rows, int32_t row_size, int32_t mult, int32_t shift,
                    int32_t diff_min, uint8_t *output) {
    const int32_t count = num_rows * row_size;
    for (int32_t i = 0; i < count; i++) {
        output[i] = input[i] ^ 0x80;
    }
    int8_t *values = (int8_t *)output;
    arm_softmax_s8(values, num_rows, row_size, mult, shift, diff_min, values);
    for (int32_t i = 0; i < count; i++) {
        output[i] ^= 0x80;
    }
}
