// SPDX-License-Identifier: Apache-2.0
#include "internal/keep_order.h"
#include "internal/mat_mult.h"
#include "internal/requantize.h"

#include <stddef.h>

void pl_s8_to_s16_column(const int8_t *staged, int16_t *column, int32_t elems, int16_t offset) {
    for (int32_t i = 0; i < elems; i++) {
        column[i] = (int16_t)(staged[i] + offset);
    }
}

/// Accumulators of two filters (first index) and two columns (second index). Unsigned, so that an overflow
/// wraps.
typedef struct {
    uint32_t a00, a10, a01, a11;
} tile;

/// Element k of each.
static inline void step(tile *t, const int8_t *w0, const int8_t *w1, const int16_t *x0, const int16_t *x1,
                        int32_t k) {
    const int32_t w0_k = w0[k], x0_k = x0[k], x1_k = x1[k], w1_k = w1[k];
    t->a00 += (uint32_t)(w0_k * x0_k);
    t->a01 += (uint32_t)(w0_k * x1_k);
    t->a10 += (uint32_t)(w1_k * x0_k);
    t->a11 += (uint32_t)(w1_k * x1_k);
    PL_KEEP_ORDER_OF_4(t->a00, t->a01, t->a10, t->a11);
}

/// Adds the products of whole filters and columns.
static inline void accumulate(tile *sums, const int8_t *w0, const int8_t *w1, const int16_t *x0,
                              const int16_t *x1, int32_t elems) {
    tile t = *sums;
    int32_t k = 0;
    for (const int32_t end = elems & ~3; k != end;) {
        for (int32_t i = 0; i < 4; i++) {
            step(&t, w0, w1, x0, x1, k);
            k++;
            PL_KEEP_ORDER_OF(k);
        }
    }
    for (; k < elems; k++) {
        step(&t, w0, w1, x0, x1, k);
    }
    *sums = t;
}

void pl_mat_mult_columns(const pl_filter_matrix *f, const int16_t *columns, int32_t column_count,
                         int8_t *output, int32_t output_stride) {
    // Where there is no second column or filter the first one is taken twice.
    const int16_t *second = column_count == 2 ? columns + pl_column_stride(f->cols) : columns;
    const int32_t offset = f->output_offset, low = f->activation_min, high = f->activation_max;
    for (int32_t row = 0; row < f->rows; row += 2) {
        const int32_t next = row + 1 < f->rows ? row + 1 : row;
        const int32_t multiplier0 = f->multiplier[row], multiplier1 = f->multiplier[next];
        const int32_t shift0 = f->shift[row], shift1 = f->shift[next];
        const uint32_t bias0 = f->bias != NULL ? (uint32_t)f->bias[row] : 0;
        const uint32_t bias1 = f->bias != NULL ? (uint32_t)f->bias[next] : 0;
        tile t = {bias0, bias1, bias0, bias1};
        accumulate(&t, f->weights + row * f->cols, f->weights + next * f->cols, columns, second, f->cols);
        output[row] = pl_requantize_s8((int32_t)t.a00, multiplier0, shift0, offset, low, high);
        output[next] = pl_requantize_s8((int32_t)t.a10, multiplier1, shift1, offset, low, high);
        if (column_count == 2) {
            output[output_stride + row] =
                pl_requantize_s8((int32_t)t.a01, multiplier0, shift0, offset, low, high);
            output[output_stride + next] =
                pl_requantize_s8((int32_t)t.a11, multiplier1, shift1, offset, low, high);
        }
    }
}
