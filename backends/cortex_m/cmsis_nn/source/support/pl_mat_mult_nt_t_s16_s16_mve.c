// SPDX-License-Identifier: Apache-2.0
// One row of lhs times two rows of rhs at a time.
#include "internal/dot_s16_mve.h"
#include "internal/mat_mult_s16.h"

void pl_mat_mult_nt_t_s16_s16(const pl_rows_s16 *lhs, const int16_t *rhs, int32_t rhs_rows, int32_t cols,
                              const pl_output_s16 *output, int16_t *dst) {
    for (int32_t i = 0; i < lhs->count; i++) {
        const int16_t *x = lhs->rows + i * lhs->stride;
        for (int32_t row = 0; row < rhs_rows; row += 2) {
            // Where there is no second row the first one is taken twice.
            const int32_t next = row + 1 < rhs_rows ? row + 1 : row;
            int64_t sums[2];
            pl_dot_s16_2_rows_s16(x, rhs + row * cols, (next - row) * cols, cols, sums);
            dst[row] = pl_requantize_s16(sums[0], output, row);
            dst[next] = pl_requantize_s16(sums[1], output, next);
        }
        dst += rhs_rows;
    }
}
