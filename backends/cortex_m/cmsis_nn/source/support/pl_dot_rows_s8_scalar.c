// SPDX-License-Identifier: Apache-2.0
#include "internal/dot_pair_scalar.h"
#include "internal/dot_rows.h"

#include <stddef.h>

void pl_dot_rows_s8(const int8_t *vector, int32_t offset, const int8_t *rows, int32_t elems, int32_t count,
                    const int32_t *start, int32_t *out) {
    for (int32_t row = 0; row < count; row += 2) {
        // Where there is no second row the first one is taken twice.
        const int32_t next = row + 1 < count ? row + 1 : row;
        pl_pair p = {0, 0};
        if (start != NULL) {
            p = (pl_pair){(uint32_t)start[row], (uint32_t)start[next]};
        }
        pl_pair_accumulate(&p, rows + row * elems, rows + next * elems, vector, offset, elems);
        out[row] = (int32_t)p.a0;
        out[next] = (int32_t)p.a1;
    }
}
