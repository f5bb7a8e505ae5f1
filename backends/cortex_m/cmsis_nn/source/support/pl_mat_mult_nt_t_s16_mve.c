// SPDX-License-Identifier: Apache-2.0
// Four rows of lhs times one row of rhs at a time, so that a weight is loaded once for four; the rows of lhs
// that are left, times four rows of rhs.
#include "internal/dot_s16_mve.h"
#include "internal/mat_mult_s16.h"
#include "internal/requantize_s16_mve.h"

#include <string.h>

enum { TILE = 4 };

/// A matrix on the right, and where its results go.
typedef struct {
    const int8_t *rows;
    int32_t count;
    int32_t cols;
    const pl_output_s16 *output;
} matrix;

static inline int32_t at_most(int32_t elems, int32_t most) {
    return elems < most ? elems : most;
}

static int64_t dot_wide(const int16_t *x, const int8_t *w, int32_t cols) {
    int64_t sum = 0;
    for (int32_t k = 0; k < cols; k++) {
        sum += x[k] * w[k];
    }
    return sum;
}

/// Results of rows [row, row + count) where sums leave 32 bits.
__attribute__((noinline)) static void multiply_wide(const int16_t *x, const matrix *m, int32_t row,
                                                    int32_t count, int16_t *dst) {
    for (int32_t j = row; j < row + count; j++) {
        dst[j] = pl_requantize_s16(dot_wide(x, m->rows + j * m->cols, m->cols), m->output, j);
    }
}

/// Sums of at most PL_PRODUCTS_S16_S8 products: of four rows of lhs (first index), and `count` rows of rhs at
/// w, w_stride apart.
static inline void multiply_block(const int16_t *x, int32_t stride, const int8_t *w, int32_t w_stride,
                                  int32_t elems, int32_t count, int32_t parts[TILE][TILE]) {
#pragma GCC unroll 1
    for (int32_t j = 0; j < count; j++) {
        pl_dot_s8_4_rows_s16(w, x, stride, elems, &parts[0][j]);
        w += w_stride;
    }
}

/// Sums of whole rows.
static inline void sum_tile(const int16_t *x, int32_t stride, const int8_t *w, int32_t cols, int32_t count,
                            pl_sums_s32 sums[TILE]) {
    int32_t parts[TILE][TILE];
    if (count < TILE) {
        memset(parts, 0, sizeof parts);
    }
    multiply_block(x, stride, w, cols, at_most(cols, PL_PRODUCTS_S16_S8), count, parts);
    for (int32_t i = 0; i < TILE; i++) {
        sums[i] = (pl_sums_s32){vldrwq_s32(parts[i]), vdupq_n_s32(0)};
    }
    for (int32_t k = PL_PRODUCTS_S16_S8; k < cols; k += PL_PRODUCTS_S16_S8) {
        multiply_block(x + k, stride, w + k, cols, at_most(cols - k, PL_PRODUCTS_S16_S8), count, parts);
        for (int32_t i = 0; i < TILE; i++) {
            sums[i] = pl_add_to_sums(sums[i], vldrwq_s32(parts[i]));
        }
    }
}

static void multiply_4_rows(const int16_t *x, int32_t stride, const matrix *m, int16_t *dst) {
    for (int32_t row = 0; row < m->count; row += TILE) {
        const int32_t count = at_most(m->count - row, TILE);
        pl_sums_s32 sums[TILE];
        sum_tile(x, stride, m->rows + row * m->cols, m->cols, count, sums);
        const pl_output_lanes_s16 lanes = pl_output_lanes_s16_of(m->output, row, count);
        for (int32_t i = 0; i < TILE; i++) {
            if (!pl_requantize_s16_lanes(sums[i], &lanes, dst + i * m->count + row)) {
                multiply_wide(x + i * stride, m, row, count, dst + i * m->count);
            }
        }
    }
}

static void multiply_row(const int16_t *x, const matrix *m, int16_t *dst) {
    int32_t count;
    for (int32_t row = 0; row < m->count; row += count) {
        // Where there are fewer than four rows, one row four times.
        count = m->count - row < TILE ? 1 : TILE;
        const int32_t stride = count == TILE ? m->cols : 0;
        const int8_t *w = m->rows + row * m->cols;
        pl_sums_s32 sums = {vdupq_n_s32(0), vdupq_n_s32(0)};
        for (int32_t k = 0; k < m->cols; k += PL_PRODUCTS_S16_S8) {
            int32_t part[TILE];
            pl_dot_s16_4_rows_s8(x + k, w + k, stride, at_most(m->cols - k, PL_PRODUCTS_S16_S8), part);
            sums = pl_add_to_sums(sums, vldrwq_s32(part));
        }
        const pl_output_lanes_s16 lanes = pl_output_lanes_s16_of(m->output, row, count);
        if (!pl_requantize_s16_lanes(sums, &lanes, dst + row)) {
            multiply_wide(x, m, row, count, dst);
        }
    }
}

void pl_mat_mult_nt_t_s16(const pl_rows_s16 *lhs, const int8_t *rhs, int32_t rhs_rows, int32_t cols,
                          const pl_output_s16 *output, int16_t *dst) {
    const matrix m = {rhs, rhs_rows, cols, output};
    int32_t i = 0;
    for (; i + TILE <= lhs->count; i += TILE) {
        multiply_4_rows(lhs->rows + i * lhs->stride, lhs->stride, &m, dst + i * rhs_rows);
    }
    for (; i < lhs->count; i++) {
        multiply_row(lhs->rows + i * lhs->stride, &m, dst + i * rhs_rows);
    }
}
