// SPDX-License-Identifier: Apache-2.0
#include "arm_nnsupportfunctions.h"

void arm_q7_to_q15_with_offset(const int8_t *src, int16_t *dst, int32_t block_size, int16_t offset) {
    for (int32_t i = 0; i < block_size; i++) {
        dst[i] = (int16_t)(src[i] + offset);
    }
}
