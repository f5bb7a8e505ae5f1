// SPDX-License-Identifier: Apache-2.0
// Four rows at a time; the one to three rows at the end go one at a time.
#include "arm_nnfunctions.h"
#include "internal/dot_mve.h"
#include "internal/dot_rows.h"

#include <stddef.h>

void pl_dot_rows_s8(const int8_t *vector, int32_t offset, const int8_t *rows, int32_t elems, int32_t count,
                    const int32_t *start, int32_t *out) {
    if (offset != 0 || start == NULL) {
        // sum (x + a) * w = sum x * w + a * sum w
        (void)arm_vector_sum_s8(out, elems, count, rows, offset, 0, start);
        start = out;
    }
    int32_t row = 0;
    for (; row + 4 <= count; row += 4) {
        pl_dot_4_rows(start + row, vector, rows + row * elems, elems, out + row);
    }
    for (; row < count; row++) {
        out[row] = start[row] + pl_dot_row(vector, rows + row * elems, elems);
    }
}
