// SPDX-License-Identifier: Apache-2.0
#include "internal/dot_pair_dsp.h"
#include "internal/dot_rows.h"

#include <stddef.h>

void pl_dot_rows_s8(const int8_t *vector, int32_t offset, const int8_t *rows, int32_t elems, int32_t count,
                    const int32_t *start, int32_t *out) {
    const int32_t offsets = pl_pkhbt(offset, offset);
    for (int32_t row = 0; row < count; row += 2) {
        // Where there is no second row the first one is taken twice.
        const int32_t next = row + 1 < count ? row + 1 : row;
        pl_pair p = {0, 0};
        if (start != NULL) {
            p = (pl_pair){start[row], start[next]};
        }
        p = pl_pair_accumulate(p, rows + row * elems, (next - row) * elems, vector, elems, offsets);
        out[row] = p.a0;
        out[next] = p.a1;
    }
}
