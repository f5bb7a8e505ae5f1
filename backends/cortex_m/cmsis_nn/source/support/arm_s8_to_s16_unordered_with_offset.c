// SPDX-License-Identifier: Apache-2.0
#include "arm_nnsupportfunctions.h"

void arm_s8_to_s16_unordered_with_offset(const int8_t *src, int16_t *dst, int32_t block_size,
                                         int16_t offset) {
    static const int8_t order[4] = {0, 2, 1, 3};
    const int32_t grouped = block_size & ~3;
    for (int32_t i = 0; i < block_size; i++) {
        const int32_t from = i < grouped ? (i & ~3) + order[i & 3] : i;
        dst[i] = (int16_t)(src[from] + offset);
    }
}
