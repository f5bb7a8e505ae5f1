// SPDX-License-Identifier: Apache-2.0
#include "internal/row_pairs_s16.h"

/// Not inlined: beside the 64-bit sums its variables would not fit into the registers.
__attribute__((noinline)) static pl_row_sums dot(const int16_t *x, pl_row_pairs w, int32_t elems) {
    pl_row_sums s = {0, 0, 0, 0};
    for (const int16_t *end = x + elems; x != end;) {
        const int32_t input = *x++;
        s.a0 += input * w.first[0];
        s.a1 += input * w.first[w.stride];
        s.a2 += input * w.second[0];
        s.a3 += input * w.second[w.stride];
        w.first++;
        w.second++;
    }
    return s;
}

void pl_mat_mult_nt_t_s16(const pl_rows_s16 *lhs, const int8_t *rhs, int32_t rhs_rows, int32_t cols,
                          const pl_output_s16 *output, int16_t *dst) {
    pl_mat_mult_row_pairs(lhs, rhs, rhs_rows, cols, output, dst, dot);
}
