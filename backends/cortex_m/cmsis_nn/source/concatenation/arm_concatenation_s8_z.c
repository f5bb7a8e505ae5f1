// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/copy.h"

void arm_concatenation_s8_z(const int8_t *input, uint16_t input_x, uint16_t input_y, uint16_t input_z,
                            uint16_t input_w, int8_t *output, uint16_t output_z, uint32_t offset_z) {
    const uint32_t plane = (uint32_t)input_x * input_y;
    output += offset_z * plane;
    for (uint32_t i = 0; i < input_w; i++) {
        pl_copy_s8(output, input, (int32_t)(plane * input_z));
        input += plane * input_z;
        output += plane * output_z;
    }
}
