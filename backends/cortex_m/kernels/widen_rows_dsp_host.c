// SPDX-License-Identifier: Apache-2.0
//
// pl_widen_rows_dsp in portable C.
#include "tier.h"

#if PL_BUILDS_DSP && !defined(__arm__)

#include "tile_dsp.h"

int32_t *pl_widen_rows_dsp(const int8_t *rows, int32_t *columns, uint32_t row_bytes, uint32_t count,
                           uint32_t step, int8_t *tails) {
    for (; count != 0; count--, rows += step) {
        columns = pl_widen_words(rows, row_bytes & ~3u, columns, PL_TILE_PIXELS);
        for (uint32_t i = row_bytes & ~3u; i < row_bytes; i++) {
            *tails++ = rows[i];
        }
    }
    return columns;
}

#endif
