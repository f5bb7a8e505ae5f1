// SPDX-License-Identifier: Apache-2.0
#include "penlight.h"

struct pl_operator {
    uint16_t code;
    void (*run)(uint8_t *bytes, uint32_t count);
};

void pl_increment(uint8_t *bytes, uint32_t count);

extern const pl_operator pl_operator_increment;
extern const pl_operator *const pl_all_operators[];
extern const size_t pl_all_operator_count;
