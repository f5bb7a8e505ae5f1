// SPDX-License-Identifier: Apache-2.0
#include "internal/dot_rows.h"

/// The sum of at most PL_DOT_ROWS_CHUNK products.
static int32_t dot(const int16_t *x, const int8_t *w, int32_t elems) {
    int32_t sum = 0;
    for (int32_t k = 0; k < elems; k++) {
        sum += x[k] * w[k];
    }
    return sum;
}

void pl_dot_rows_s16(const int16_t *vector, const int8_t *rows, int32_t elems, int32_t count, int64_t *out) {
    for (int32_t row = 0; row < count; row++) {
        out[row] = 0;
        for (int32_t k = 0; k < elems; k += PL_DOT_ROWS_CHUNK) {
            const int32_t left = elems - k;
            out[row] += dot(vector + k, rows + k, left < PL_DOT_ROWS_CHUNK ? left : PL_DOT_ROWS_CHUNK);
        }
        rows += elems;
    }
}
