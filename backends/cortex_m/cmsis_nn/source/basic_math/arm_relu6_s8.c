// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/requantize.h"

void arm_relu6_s8(int8_t *data, uint16_t size) {
    for (int32_t i = 0; i < size; i++) {
        data[i] = (int8_t)pl_clamp(data[i], 0, 6);
    }
}
