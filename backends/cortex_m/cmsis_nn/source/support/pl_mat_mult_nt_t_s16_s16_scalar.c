// SPDX-License-Identifier: Apache-2.0
#include "internal/mat_mult_s16.h"

static int64_t dot(const int16_t *x, const int16_t *w, int32_t elems) {
    int64_t sum = 0;
    for (int32_t k = 0; k < elems; k++) {
        sum += x[k] * w[k];
    }
    return sum;
}

void pl_mat_mult_nt_t_s16_s16(const pl_rows_s16 *lhs, const int16_t *rhs, int32_t rhs_rows, int32_t cols,
                              const pl_output_s16 *output, int16_t *dst) {
    for (int32_t i = 0; i < lhs->count; i++) {
        const int16_t *x = lhs->rows + i * lhs->stride;
        for (int32_t row = 0; row < rhs_rows; row++) {
            dst[row] = pl_requantize_s16(dot(x, rhs + row * cols, cols), output, row);
        }
        dst += rhs_rows;
    }
}
