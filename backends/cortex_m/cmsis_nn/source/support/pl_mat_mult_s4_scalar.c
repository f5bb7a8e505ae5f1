// SPDX-License-Identifier: Apache-2.0
// Weights are so small that one multiplication serves two rows: it multiplies an input by w0 + w1 * 2^16.
// Sums of 16 such products stay apart, as 16 * 255 * 8 < 2^15. Columns are words, which even the smallest
// cores load several at a time; two of them are interleaved.
#include "internal/mat_mult_s4_pairs.h"
#include "internal/s4.h"

enum { MOST_BYTES = 8 }; // of weights in one sum

static void widen(const int8_t *x, int32_t row_stride, bool has_two_columns, int32_t elems, int32_t offset,
                  int32_t *columns) {
    for (int32_t i = 0; i < elems; i++) {
        *columns++ = x[i] + offset;
        if (has_two_columns) {
            *columns++ = x[row_stride + i] + offset;
        }
    }
}

/// One weight of each row: w0 + w1 * 2^16.
static inline uint32_t low_weights(int32_t byte0, int32_t byte1) {
    return (uint32_t)pl_low_s4(byte0) + ((uint32_t)pl_low_s4(byte1) << 16);
}
static inline uint32_t high_weights(int32_t byte0, int32_t byte1) {
    return (uint32_t)pl_high_s4(byte0) + ((uint32_t)pl_high_s4(byte1) << 16);
}

/// Sums of both rows for each column, s + s' * 2^16.
typedef struct {
    uint32_t column0, column1;
} pair_sums;

static inline void add(pair_sums *s, uint32_t weights, const int32_t *x, bool has_two_columns) {
    s->column0 += weights * (uint32_t)x[0];
    if (has_two_columns) {
        s->column1 += weights * (uint32_t)x[1];
    }
}

/// The low half takes from the high one when it is negative.
static inline uint32_t low_sum(uint32_t sums) {
    return (uint32_t)(int32_t)(int16_t)(uint16_t)(sums & 0xFFFFu);
}
static inline uint32_t high_sum(uint32_t sums) {
    return (uint32_t)((int32_t)(sums - low_sum(sums)) >> 16);
}

static inline void add_sums(pl_tile_s4 *t, pair_sums s) {
    t->a00 += low_sum(s.column0);
    t->a10 += high_sum(s.column0);
    t->a01 += low_sum(s.column1);
    t->a11 += high_sum(s.column1);
}

static inline __attribute__((always_inline)) pl_tile_s4 accumulate(pl_tile_s4 t, const int8_t *w0,
                                                                   const int8_t *w1, bool is_high,
                                                                   const int32_t *columns,
                                                                   bool has_two_columns, int32_t elems) {
    const int32_t step = has_two_columns ? 2 : 1;
    const int32_t *x = columns;
    if (is_high && elems > 0) {
        pair_sums s = {0, 0};
        add(&s, high_weights(*w0++, *w1++), x, has_two_columns);
        add_sums(&t, s);
        x += step;
        elems--;
    }
    int32_t bytes;
    for (int32_t left = elems >> 1; left > 0; left -= bytes) {
        pair_sums s = {0, 0};
        bytes = pl_smaller(left, MOST_BYTES);
        for (const int8_t *end = w0 + bytes; w0 != end;) {
            const int32_t byte0 = *w0++, byte1 = *w1++;
            add(&s, low_weights(byte0, byte1), x, has_two_columns);
            add(&s, high_weights(byte0, byte1), x + step, has_two_columns);
            x += 2 * step;
        }
        add_sums(&t, s);
    }
    if ((elems & 1) != 0) {
        pair_sums s = {0, 0};
        add(&s, low_weights(*w0, *w1), x, has_two_columns);
        add_sums(&t, s);
    }
    return t;
}

void pl_mat_mult_s4(const pl_product_s4 *product) {
    pl_s4_multiply(product, PL_S4_WORDS / 2, PL_S4_WORDS, widen, accumulate);
}
