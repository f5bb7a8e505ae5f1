// SPDX-License-Identifier: Apache-2.0
// Two rows at a time, so that the regrouped inputs serve two products.
#include "internal/dot_rows.h"
#include "internal/dsp_halfwords.h"

/// Adds the products of at most PL_DOT_ROWS_CHUNK elements of two rows, `stride` apart, to sums.
static void accumulate(const int16_t *x, const int8_t *w, int32_t stride, int32_t elems, int64_t sums[2]) {
    int32_t a0 = 0, a1 = 0, k = 0;
    for (; k + 4 <= elems; k += 4) {
        const int32_t low = pl_load_s16x2(x + k), high = pl_load_s16x2(x + k + 2);
        const int32_t even = pl_pkhbt(low, high), odd = pl_pkhtb(high, low);
        const int32_t w0 = pl_load_s8x4(w + k), w1 = pl_load_s8x4(w + stride + k);
        a0 = pl_smlad(pl_sxtb16(w0), even, a0);
        a1 = pl_smlad(pl_sxtb16(w1), even, a1);
        a0 = pl_smlad(pl_sxtb16_ror8(w0), odd, a0);
        a1 = pl_smlad(pl_sxtb16_ror8(w1), odd, a1);
    }
    for (; k < elems; k++) {
        a0 = pl_smlabb(x[k], w[k], a0);
        a1 = pl_smlabb(x[k], w[stride + k], a1);
    }
    sums[0] += a0;
    sums[1] += a1;
}

void pl_dot_rows_s16(const int16_t *vector, const int8_t *rows, int32_t elems, int32_t count, int64_t *out) {
    for (int32_t row = 0; row < count; row += 2) {
        // Where there is no second row the first one is taken twice.
        const int32_t next = row + 1 < count ? row + 1 : row;
        int64_t sums[2] = {0, 0};
        for (int32_t k = 0; k < elems; k += PL_DOT_ROWS_CHUNK) {
            const int32_t left = elems - k;
            accumulate(vector + k, rows + row * elems + k, (next - row) * elems,
                       left < PL_DOT_ROWS_CHUNK ? left : PL_DOT_ROWS_CHUNK, sums);
        }
        out[row] = sums[0];
        out[next] = sums[1];
    }
}
