// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/copy.h"

void arm_concatenation_s8_x(const int8_t *input, uint16_t input_x, uint16_t input_y, uint16_t input_z,
                            uint16_t input_w, int8_t *output, uint16_t output_x, uint32_t offset_x) {
    const uint32_t rows = (uint32_t)input_y * input_z * input_w;
    output += offset_x;
    for (uint32_t i = 0; i < rows; i++) {
        pl_copy_s8(output, input, input_x);
        input += input_x;
        output += output_x;
    }
}
