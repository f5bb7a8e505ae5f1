// SPDX-License-Identifier: Apache-2.0
#include "operators.h"

void pl_increment(uint8_t *bytes, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        bytes[i] = (uint8_t)(bytes[i] + 1u);
    }
}
