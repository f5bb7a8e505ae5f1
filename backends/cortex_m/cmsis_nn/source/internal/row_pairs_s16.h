// SPDX-License-Identifier: Apache-2.0
// One int16 row times four rows of an int8 matrix at a time: what scalar and DSP kernels share.
#ifndef PL_CMSIS_NN_ROW_PAIRS_S16_H
#define PL_CMSIS_NN_ROW_PAIRS_S16_H

#include "internal/mat_mult_s16.h"

/// Four rows in two pairs; the rows of a pair are `stride` apart.
typedef struct {
    const int8_t *first;
    const int8_t *second;
    int32_t stride;
} pl_row_pairs;

/// Sums of products with four rows, in the order of pl_row_pairs.
typedef struct {
    int32_t a0, a1, a2, a3;
} pl_row_sums;

/// Sums of at most PL_PRODUCTS_S16_S8 products for each row.
typedef pl_row_sums (*pl_dot_row_pairs)(const int16_t *x, pl_row_pairs w, int32_t elems);

/// Results of rows [row, row + rows), at most four. Where there are fewer, some are taken twice.
static inline void pl_multiply_row_pairs(const int16_t *x, const int8_t *rhs, int32_t row, int32_t rows,
                                         int32_t cols, const pl_output_s16 *output, int16_t *dst,
                                         pl_dot_row_pairs dot) {
    const int32_t step = rows > 1 ? cols : 0;
    const int8_t *first = rhs + row * cols;
    pl_row_pairs w = {first, rows > 2 ? first + (rows - 2) * cols : first, step};
    int64_t a0 = 0, a1 = 0, a2 = 0, a3 = 0;
    for (int32_t left = cols; left > 0; left -= PL_PRODUCTS_S16_S8) {
        const pl_row_sums part = dot(x, w, left < PL_PRODUCTS_S16_S8 ? left : PL_PRODUCTS_S16_S8);
        a0 += part.a0;
        a1 += part.a1;
        a2 += part.a2;
        a3 += part.a3;
        x += PL_PRODUCTS_S16_S8;
        w.first += PL_PRODUCTS_S16_S8;
        w.second += PL_PRODUCTS_S16_S8;
    }
    // Of three rows the second pair began with the first one's last.
    int64_t sums[4] = {a0, a1, rows == 3 ? a3 : a2, a3};
    pl_requantize_s16_rows(sums, output, row, rows, dst + row);
}

/// pl_mat_mult_nt_t_s16 by `dot`.
static inline void pl_mat_mult_row_pairs(const pl_rows_s16 *lhs, const int8_t *rhs, int32_t rhs_rows,
                                         int32_t cols, const pl_output_s16 *output, int16_t *dst,
                                         pl_dot_row_pairs dot) {
    for (int32_t i = 0; i < lhs->count; i++) {
        for (int32_t row = 0; row < rhs_rows; row += 4) {
            pl_multiply_row_pairs(lhs->rows + i * lhs->stride, rhs, row,
                                  rhs_rows - row < 4 ? rhs_rows - row : 4, cols, output, dst, dot);
        }
        dst += rhs_rows;
    }
}

#endif
