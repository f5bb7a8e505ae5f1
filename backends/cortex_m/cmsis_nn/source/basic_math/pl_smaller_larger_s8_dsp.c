// SPDX-License-Identifier: Apache-2.0
// A word of four elements at a time.
#include "internal/broadcast.h"
#include "internal/dsp_bytes.h"

/// Four elements from *x on, or the one of *x four times; moves x on.
static inline int32_t next_word(const int8_t **x, int32_t step) {
    const int32_t word = step != 0 ? pl_load_s8x4(*x) : pl_splat_s8x4(**x);
    *x += 4 * step;
    return word;
}

void pl_smaller_s8(const int8_t *x, int32_t x_step, const int8_t *y, int32_t y_step, int8_t *output,
                   int32_t count) {
    for (; count >= 4; count -= 4) {
        const int32_t a = next_word(&x, x_step), b = next_word(&y, y_step);
        pl_store_s8x4(output, pl_min_s8x4(a, b));
        output += 4;
    }
    for (int32_t i = 0; i < count; i++) {
        const int8_t a = x[i * x_step], b = y[i * y_step];
        output[i] = a < b ? a : b;
    }
}

void pl_larger_s8(const int8_t *x, int32_t x_step, const int8_t *y, int32_t y_step, int8_t *output,
                  int32_t count) {
    for (; count >= 4; count -= 4) {
        const int32_t a = next_word(&x, x_step), b = next_word(&y, y_step);
        pl_store_s8x4(output, pl_max_s8x4(a, b));
        output += 4;
    }
    for (int32_t i = 0; i < count; i++) {
        const int8_t a = x[i * x_step], b = y[i * y_step];
        output[i] = a > b ? a : b;
    }
}
