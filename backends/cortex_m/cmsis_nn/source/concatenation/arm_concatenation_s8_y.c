// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/copy.h"

void arm_concatenation_s8_y(const int8_t *input, uint16_t input_x, uint16_t input_y, uint16_t input_z,
                            uint16_t input_w, int8_t *output, uint16_t output_y, uint32_t offset_y) {
    const uint32_t planes = (uint32_t)input_z * input_w;
    const uint32_t plane = (uint32_t)input_x * input_y;
    output += offset_y * input_x;
    for (uint32_t i = 0; i < planes; i++) {
        pl_copy_s8(output, input, (int32_t)plane);
        input += plane;
        output += (uint32_t)input_x * output_y;
    }
}
