// SPDX-License-Identifier: Apache-2.0
// Two rows at a time, so that each load of the vector serves two products.
#include "internal/dot_rows.h"

#include <arm_mve.h>

void pl_dot_rows_s16(const int16_t *vector, const int8_t *rows, int32_t elems, int32_t count, int64_t *out) {
    for (int32_t row = 0; row < count; row += 2) {
        // Where there is no second row the first one is taken twice.
        const int32_t next = row + 1 < count ? row + 1 : row;
        const int8_t *w0 = rows + row * elems, *w1 = rows + next * elems;
        const int16_t *x = vector;
        int64_t a0 = 0, a1 = 0;
        for (int32_t left = elems; left > 0; left -= 8) {
            const mve_pred16_t lanes = vctp16q((uint32_t)left);
            const int16x8_t inputs = vldrhq_z_s16(x, lanes);
            a0 = vmlaldavaq_s16(a0, inputs, vldrbq_z_s16(w0, lanes));
            a1 = vmlaldavaq_s16(a1, inputs, vldrbq_z_s16(w1, lanes));
            x += 8;
            w0 += 8;
            w1 += 8;
        }
        out[row] = a0;
        out[next] = a1;
    }
}
