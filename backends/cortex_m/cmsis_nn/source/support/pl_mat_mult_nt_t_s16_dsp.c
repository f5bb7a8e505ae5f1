// SPDX-License-Identifier: Apache-2.0
// The inputs are regrouped once for the four rows.
#include "internal/dsp_halfwords.h"
#include "internal/keep_order.h"
#include "internal/row_pairs_s16.h"

/// Adds the products of four elements of a row. even and odd: inputs 0 and 2, 1 and 3.
static inline int32_t add_4(int32_t acc, const int8_t *w, int32_t even, int32_t odd) {
    PL_KEEP_ORDER();
    const int32_t weights = pl_load_s8x4(w);
    acc = pl_smlad(pl_sxtb16(weights), even, acc);
    return pl_smlad(pl_sxtb16_ror8(weights), odd, acc);
}

/// Not inlined: beside the 64-bit sums its variables would not fit into the registers.
__attribute__((noinline)) static pl_row_sums dot(const int16_t *x, pl_row_pairs w, int32_t elems) {
    pl_row_sums s = {0, 0, 0, 0};
    for (const int16_t *end = x + (elems & ~3); x != end; x += 4) {
        const int32_t low = pl_load_s16x2(x), high = pl_load_s16x2(x + 2);
        const int32_t even = pl_pkhbt(low, high), odd = pl_pkhtb(high, low);
        s.a0 = add_4(s.a0, w.first, even, odd);
        s.a1 = add_4(s.a1, w.first + w.stride, even, odd);
        s.a2 = add_4(s.a2, w.second, even, odd);
        s.a3 = add_4(s.a3, w.second + w.stride, even, odd);
        w.first += 4;
        w.second += 4;
    }
    for (int32_t k = 0; k < (elems & 3); k++) {
        s.a0 = pl_smlabb(x[k], w.first[k], s.a0);
        s.a1 = pl_smlabb(x[k], w.first[w.stride + k], s.a1);
        s.a2 = pl_smlabb(x[k], w.second[k], s.a2);
        s.a3 = pl_smlabb(x[k], w.second[w.stride + k], s.a3);
    }
    return s;
}

void pl_mat_mult_nt_t_s16(const pl_rows_s16 *lhs, const int8_t *rhs, int32_t rhs_rows, int32_t cols,
                          const pl_output_s16 *output, int16_t *dst) {
    pl_mat_mult_row_pairs(lhs, rhs, rhs_rows, cols, output, dst, dot);
}
