// SPDX-License-Identifier: Apache-2.0
#include "internal/broadcast.h"

void pl_smaller_s8(const int8_t *x, int32_t x_step, const int8_t *y, int32_t y_step, int8_t *output,
                   int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        const int8_t a = *x, b = *y;
        output[i] = a < b ? a : b;
        x += x_step;
        y += y_step;
    }
}

void pl_larger_s8(const int8_t *x, int32_t x_step, const int8_t *y, int32_t y_step, int8_t *output,
                  int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        const int8_t a = *x, b = *y;
        output[i] = a > b ? a : b;
        x += x_step;
        y += y_step;
    }
}
