// SPDX-License-Identifier: Apache-2.0
#include "internal/dsp_intrinsics.h"
#include "internal/keep_order.h"
#include "internal/mat_mult.h"
#include "internal/requantize.h"

#include <stddef.h>

void pl_s8_to_s16_column(const int8_t *staged, int16_t *column, int32_t elems, int16_t offset) {
    const int32_t offsets = pl_pkhbt(offset, offset);
    int32_t i = 0;
    for (; i <= elems - 4; i += 4) {
        const int32_t x = pl_load_s8x4(staged + i);
        pl_store_s16x2(column + i, pl_sxtab16(offsets, x));
        pl_store_s16x2(column + i + 2, pl_sxtab16_ror8(offsets, x));
    }
    for (; i < elems; i++) {
        column[i] = (int16_t)(staged[i] + offset);
    }
}

/// Accumulators of two filters (first index) and two columns (second index).
typedef struct {
    int32_t a00, a10, a01, a11;
} tile;

/// Four elements of each: two filters at w, filter_stride apart, and two columns at x, column_stride apart.
static inline void step(tile *t, const int8_t *w, int32_t filter_stride, const int16_t *x,
                        int32_t column_stride) {
    PL_KEEP_ORDER();
    const int32_t x0_even = pl_load_s16x2(x), x0_odd = pl_load_s16x2(x + 2);
    const int32_t x1_even = pl_load_s16x2(x + column_stride), x1_odd = pl_load_s16x2(x + column_stride + 2);
    int32_t w0 = pl_load_s8x4(w), w1 = pl_load_s8x4(w + filter_stride);
    const int32_t w0_even = pl_sxtb16(w0);
    t->a00 = pl_smlad(w0_even, x0_even, t->a00);
    t->a01 = pl_smlad(w0_even, x1_even, t->a01);
    w0 = pl_sxtb16_ror8(w0);
    t->a00 = pl_smlad(w0, x0_odd, t->a00);
    t->a01 = pl_smlad(w0, x1_odd, t->a01);
    const int32_t w1_even = pl_sxtb16(w1);
    t->a10 = pl_smlad(w1_even, x0_even, t->a10);
    t->a11 = pl_smlad(w1_even, x1_even, t->a11);
    w1 = pl_sxtb16_ror8(w1);
    t->a10 = pl_smlad(w1, x0_odd, t->a10);
    t->a11 = pl_smlad(w1, x1_odd, t->a11);
}

/// One element of each.
static inline void step_1(tile *t, const int8_t *w, int32_t filter_stride, const int16_t *x,
                          int32_t column_stride) {
    const int32_t x0 = *x, x1 = x[column_stride];
    const int32_t w0 = *w, w1 = w[filter_stride];
    t->a00 = pl_smlabb(w0, x0, t->a00);
    t->a01 = pl_smlabb(w0, x1, t->a01);
    t->a10 = pl_smlabb(w1, x0, t->a10);
    t->a11 = pl_smlabb(w1, x1, t->a11);
}

/// Adds the products of whole filters and columns.
static inline void accumulate(tile *sums, const int8_t *w, int32_t filter_stride, const int16_t *x,
                              int32_t column_stride, int32_t elems) {
    tile t = *sums;
    for (const int8_t *end = w + (elems & ~7); w != end; w += 8, x += 8) {
        step(&t, w, filter_stride, x, column_stride);
        step(&t, w + 4, filter_stride, x + 4, column_stride);
    }
    if ((elems & 4) != 0) {
        step(&t, w, filter_stride, x, column_stride);
        w += 4;
        x += 4;
    }
    for (int32_t k = 0; k < (elems & 3); k++) {
        step_1(&t, w + k, filter_stride, x + k, column_stride);
    }
    *sums = t;
}

void pl_mat_mult_columns(const pl_filter_matrix *f, const int16_t *columns, int32_t column_count,
                         int8_t *output, int32_t output_stride) {
    // Where there is no second column or filter the first one is taken twice.
    const int32_t column_stride = column_count == 2 ? pl_column_stride(f->cols) : 0;
    const int32_t offset = f->output_offset, low = f->activation_min, high = f->activation_max;
    for (int32_t row = 0; row < f->rows; row += 2) {
        const int32_t next = row + 1 < f->rows ? row + 1 : row;
        const int32_t multiplier0 = f->multiplier[row], multiplier1 = f->multiplier[next];
        const int32_t shift0 = f->shift[row], shift1 = f->shift[next];
        const int32_t bias0 = f->bias != NULL ? f->bias[row] : 0;
        const int32_t bias1 = f->bias != NULL ? f->bias[next] : 0;
        tile t = {bias0, bias1, bias0, bias1};
        accumulate(&t, f->weights + row * f->cols, (next - row) * f->cols, columns, column_stride, f->cols);
        output[row] = pl_requantize_s8(t.a00, multiplier0, shift0, offset, low, high);
        output[next] = pl_requantize_s8(t.a10, multiplier1, shift1, offset, low, high);
        if (column_count == 2) {
            output[output_stride + row] = pl_requantize_s8(t.a01, multiplier0, shift0, offset, low, high);
            output[output_stride + next] = pl_requantize_s8(t.a11, multiplier1, shift1, offset, low, high);
        }
    }
}
