// SPDX-License-Identifier: Apache-2.0
// The product of mat_mult_s4.h on the scalar and DSP tiers: one or two rows of lhs, widened ("columns"),
// times two rows of rhs at a time, whose weights are expanded in registers.
#ifndef PL_CMSIS_NN_MAT_MULT_S4_PAIRS_H
#define PL_CMSIS_NN_MAT_MULT_S4_PAIRS_H

#include "internal/mat_mult_s4.h"
#include "internal/requantize.h"

#include <stdbool.h>
#include <stddef.h>

/// Words of all columns, and how many rows of rhs a chunk of columns is used for before the next.
enum { PL_S4_WORDS = 256, PL_S4_ROWS = 32 };

/// Sums of two rows of rhs (first index) and two columns (second index). Unsigned, so that an overflow wraps.
typedef struct {
    uint32_t a00, a10, a01, a11;
} pl_tile_s4;

/// Writes x[i] + offset for one or two (then row_stride apart) rows of `elems` elements, as suits the tier.
typedef void (*pl_widen_s4)(const int8_t *x, int32_t row_stride, bool has_two_columns, int32_t elems,
                            int32_t offset, int32_t *columns);

/// Adds `elems` products of the rows at w0 and w1, which start in the high half of the byte where is_high.
/// Without two columns the sums of the second mean nothing.
typedef pl_tile_s4 (*pl_accumulate_s4)(pl_tile_s4 t, const int8_t *w0, const int8_t *w1, bool is_high,
                                       const int32_t *columns, bool has_two_columns, int32_t elems);

/// Some rows of rhs and a chunk of elements.
typedef struct {
    const pl_product_s4 *product;
    int32_t row;
    int32_t rows;
    int32_t col;
    int32_t elems;
    const int32_t *columns;
    int8_t *dst; // of the first column
    uint32_t (*sums)[2];
} pl_part_s4;

static inline int32_t pl_smaller(int32_t a, int32_t b) {
    return a < b ? a : b;
}

static inline pl_tile_s4 pl_s4_start(const pl_part_s4 *part, int32_t i, int32_t j) {
    const int32_t *bias = part->product->bias;
    if (part->col > 0) {
        return (pl_tile_s4){part->sums[i][0], part->sums[j][0], part->sums[i][1], part->sums[j][1]};
    }
    const uint32_t bias_i = bias != NULL ? (uint32_t)bias[part->row + i] : 0;
    const uint32_t bias_j = bias != NULL ? (uint32_t)bias[part->row + j] : 0;
    return (pl_tile_s4){bias_i, bias_j, bias_i, bias_j};
}

static inline void pl_s4_finish(const pl_part_s4 *part, int32_t i, int32_t j, bool has_two_columns,
                                pl_tile_s4 t) {
    const pl_product_s4 *p = part->product;
    if (part->col + part->elems < p->cols) {
        part->sums[i][0] = t.a00;
        part->sums[j][0] = t.a10;
        part->sums[i][1] = t.a01;
        part->sums[j][1] = t.a11;
        return;
    }
    const int32_t quant_i = (part->row + i) * p->quant_stride, quant_j = (part->row + j) * p->quant_stride;
    const int32_t multiplier_i = p->multiplier[quant_i], multiplier_j = p->multiplier[quant_j];
    const int32_t shift_i = p->shift[quant_i], shift_j = p->shift[quant_j];
    const int32_t offset = p->dst_offset, low = p->activation_min, high = p->activation_max;
    int8_t *dst = part->dst + part->row;
    dst[i] = pl_requantize_s8((int32_t)t.a00, multiplier_i, shift_i, offset, low, high);
    dst[j] = pl_requantize_s8((int32_t)t.a10, multiplier_j, shift_j, offset, low, high);
    if (has_two_columns) {
        dst += p->dst_stride;
        dst[i] = pl_requantize_s8((int32_t)t.a01, multiplier_i, shift_i, offset, low, high);
        dst[j] = pl_requantize_s8((int32_t)t.a11, multiplier_j, shift_j, offset, low, high);
    }
}

/// Rows that start in the same half of a byte go together.
static inline __attribute__((always_inline)) void
pl_s4_multiply_part(const pl_part_s4 *part, bool has_two_columns, pl_accumulate_s4 accumulate) {
    const pl_product_s4 *p = part->product;
    const int32_t distance = pl_s4_pair_distance(p);
    for (int32_t i = 0; i < part->rows; i++) {
        if ((i & distance) != 0) {
            continue; // the second row of a pair
        }
        // Where there is no second row the first one is taken twice.
        const int32_t j = i + distance < part->rows ? i + distance : i;
        const int32_t first = p->rhs_first + (part->row + i) * p->rhs_stride + part->col;
        const int32_t second = first + (j - i) * p->rhs_stride;
        const int8_t *w0 = p->rhs + (first >> 1), *w1 = p->rhs + (second >> 1);
        pl_tile_s4 t = pl_s4_start(part, i, j);
        if ((first & 1) != 0) {
            t = accumulate(t, w0, w1, true, part->columns, has_two_columns, part->elems);
        } else {
            t = accumulate(t, w0, w1, false, part->columns, has_two_columns, part->elems);
        }
        pl_s4_finish(part, i, j, has_two_columns, t);
    }
}

/// chunk_of_two, chunk_of_one: elements of two columns, or of the only one, at a time.
static inline __attribute__((always_inline)) void pl_s4_multiply(const pl_product_s4 *p, int32_t chunk_of_two,
                                                                 int32_t chunk_of_one, pl_widen_s4 widen,
                                                                 pl_accumulate_s4 accumulate) {
    int32_t columns[PL_S4_WORDS];
    uint32_t sums[PL_S4_ROWS][2];
    pl_part_s4 part = {.product = p, .columns = columns, .dst = p->dst, .sums = sums};
    for (int32_t lhs_row = 0; lhs_row < p->lhs_rows; lhs_row += 2) {
        const bool has_two = lhs_row + 1 < p->lhs_rows;
        const int32_t chunk = has_two ? chunk_of_two : chunk_of_one;
        const int32_t rows_at_a_time = p->cols > chunk ? PL_S4_ROWS : p->rhs_rows;
        const int8_t *x = p->lhs + lhs_row * p->lhs_stride;
        for (part.row = 0; part.row < p->rhs_rows; part.row += part.rows) {
            part.rows = pl_smaller(rows_at_a_time, p->rhs_rows - part.row);
            part.col = 0;
            do { // at least once: without elements the results are the bias
                part.elems = pl_smaller(chunk, p->cols - part.col);
                widen(x + part.col, p->lhs_stride, has_two, part.elems, p->lhs_offset, columns);
                if (has_two) {
                    pl_s4_multiply_part(&part, true, accumulate);
                } else {
                    pl_s4_multiply_part(&part, false, accumulate);
                }
                part.col += part.elems;
            } while (part.col < p->cols);
        }
        part.dst += 2 * p->dst_stride;
    }
}

#endif
