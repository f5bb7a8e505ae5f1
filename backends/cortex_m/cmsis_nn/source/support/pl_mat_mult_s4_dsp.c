// SPDX-License-Identifier: Apache-2.0
// Eight weights in a word, n0 to n7 from the lowest bits up. Shifted left by 12, 8, 4 and 0, with all but the
// highest four bits of both halves cleared, it gives the pairs (n0, n4), (n1, n5), (n2, n6) and (n3, n7) of
// int16, 4096 times too large. Columns lie in this order. The sum of a chunk is less than 256 * 255 * 8 *
// 4096 < 2^31 in magnitude.
#include "internal/dsp_intrinsics.h"
#include "internal/keep_order.h"
#include "internal/mat_mult_s4_pairs.h"

enum {
    CHUNK = 256,        // elements
    COLUMN = CHUNK / 2, // words from one column to the next
};

/// elems is rounded up to a multiple of eight with zeros.
static void widen_row(const int8_t *x, int32_t elems, int32_t offset, int32_t *column) {
    const int32_t offsets = pl_pkhbt(offset, offset);
    for (; elems >= 8; elems -= 8) {
        const int32_t a = pl_load_s8x4(x), b = pl_load_s8x4(x + 4);
        const int32_t x0145 = pl_pkhbt(a, b);
        const int32_t x2367 = (int32_t)(((uint32_t)b & UINT32_C(0xFFFF0000)) | (uint32_t)a >> 16);
        column[0] = pl_sxtab16(offsets, x0145);
        column[1] = pl_sxtab16_ror8(offsets, x0145);
        column[2] = pl_sxtab16(offsets, x2367);
        column[3] = pl_sxtab16_ror8(offsets, x2367);
        x += 8;
        column += 4;
    }
    for (int32_t i = 0; elems > 0 && i < 4; i++) {
        const int32_t low = i < elems ? x[i] + offset : 0;
        const int32_t high = i + 4 < elems ? x[i + 4] + offset : 0;
        column[i] = pl_pkhbt(low, high);
    }
}

static void widen(const int8_t *x, int32_t row_stride, bool has_two_columns, int32_t elems, int32_t offset,
                  int32_t *columns) {
    widen_row(x, elems, offset, columns);
    if (has_two_columns) {
        widen_row(x + row_stride, elems, offset, columns + COLUMN);
    }
}

/// The eight weights from byte w on; from its high half on where is_high.
static inline uint32_t load_8(const int8_t *w, bool is_high) {
    const uint32_t word = (uint32_t)pl_load_s8x4(w);
    return is_high ? word >> 4 | (uint32_t)(uint8_t)w[4] << 28 : word;
}

/// Less than eight weights, followed by zeros.
static inline uint32_t load_some(const int8_t *w, bool is_high, int32_t count) {
    const int32_t bytes = (count + (is_high ? 2 : 1)) >> 1;
    uint32_t word = 0;
    for (int32_t i = bytes - 1; i > 0; i--) {
        word = word << 8 | (uint8_t)w[i];
    }
    word = is_high ? word << 4 | (uint32_t)(uint8_t)w[0] >> 4 : word << 8 | (uint8_t)w[0];
    return word & ((UINT32_C(1) << 4 * count) - 1);
}

/// `highest`: the highest four bits of both halves.
static inline void add_pair(pl_tile_s4 *t, uint32_t w0, uint32_t w1, const int32_t *x, bool has_two_columns,
                            uint32_t highest) {
    const int32_t pair0 = (int32_t)(w0 & highest), pair1 = (int32_t)(w1 & highest);
    const int32_t x0 = x[0];
    t->a00 = (uint32_t)pl_smlad(pair0, x0, (int32_t)t->a00);
    t->a10 = (uint32_t)pl_smlad(pair1, x0, (int32_t)t->a10);
    if (has_two_columns) {
        const int32_t x1 = x[COLUMN];
        t->a01 = (uint32_t)pl_smlad(pair0, x1, (int32_t)t->a01);
        t->a11 = (uint32_t)pl_smlad(pair1, x1, (int32_t)t->a11);
    }
    PL_KEEP_ORDER();
}

static inline void add_8(pl_tile_s4 *t, uint32_t w0, uint32_t w1, const int32_t *x, bool has_two_columns,
                         uint32_t highest) {
    add_pair(t, w0 << 12, w1 << 12, x, has_two_columns, highest);
    add_pair(t, w0 << 8, w1 << 8, x + 1, has_two_columns, highest);
    add_pair(t, w0 << 4, w1 << 4, x + 2, has_two_columns, highest);
    add_pair(t, w0, w1, x + 3, has_two_columns, highest);
    PL_KEEP_ORDER_OF(t->a00);
    PL_KEEP_ORDER_OF(t->a10);
    if (has_two_columns) {
        PL_KEEP_ORDER_OF(t->a01);
        PL_KEEP_ORDER_OF(t->a11);
    }
}

/// sum + scaled / 4096
static inline uint32_t plus(uint32_t sum, uint32_t scaled) {
    return sum + (uint32_t)((int32_t)scaled >> 12);
}

static inline __attribute__((always_inline)) pl_tile_s4 accumulate(pl_tile_s4 start, const int8_t *w0,
                                                                   const int8_t *w1, bool is_high,
                                                                   const int32_t *columns,
                                                                   bool has_two_columns, int32_t elems) {
    pl_tile_s4 t = {0, 0, 0, 0};
    const int32_t *x = columns;
    uint32_t highest = UINT32_C(0xF000F000);
    PL_KEEP_ORDER_OF(highest); // in a register, where shift and mask are one instruction
    for (const int8_t *end = w0 + (elems >> 3) * 4; w0 != end; w0 += 4, w1 += 4) {
        add_8(&t, load_8(w0, is_high), load_8(w1, is_high), x, has_two_columns, highest);
        x += 4;
    }
    const int32_t left = elems & 7;
    if (left != 0) {
        add_8(&t, load_some(w0, is_high, left), load_some(w1, is_high, left), x, has_two_columns, highest);
    }
    return (pl_tile_s4){plus(start.a00, t.a00), plus(start.a10, t.a10), plus(start.a01, t.a01),
                        plus(start.a11, t.a11)};
}

void pl_mat_mult_s4(const pl_product_s4 *product) {
    pl_s4_multiply(product, CHUNK, CHUNK, widen, accumulate);
}
