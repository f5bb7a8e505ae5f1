// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/copy.h"

void arm_concatenation_s8_w(const int8_t *input, uint16_t input_x, uint16_t input_y, uint16_t input_z,
                            uint16_t input_w, int8_t *output, uint32_t offset_w) {
    const uint32_t batch = (uint32_t)input_x * input_y * input_z;
    pl_copy_s8(output + offset_w * batch, input, (int32_t)(batch * input_w));
}
