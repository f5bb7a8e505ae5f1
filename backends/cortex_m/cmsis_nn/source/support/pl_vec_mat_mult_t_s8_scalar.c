// SPDX-License-Identifier: Apache-2.0
// Two rows of rhs at a time, so that each input serves two products.
#include "internal/dot_pair_scalar.h"
#include "internal/requantize.h"
#include "internal/vec_mat_mult.h"

#include <stddef.h>

void pl_vec_mat_mult_t_s8(const int8_t *lhs, const int8_t *rhs, const int32_t *kernel_sum,
                          const int32_t *bias, int8_t *dst, int32_t lhs_offset, int32_t dst_offset,
                          const int32_t *multiplier, const int32_t *shift, int32_t quant_stride,
                          int32_t rhs_cols, int32_t rhs_rows, int32_t activation_min, int32_t activation_max,
                          int32_t address_offset, int32_t rhs_offset) {
    (void)kernel_sum;
    // sum (x + a) * (w + b) = sum (x + a) * w + b * sum (x + a)
    const uint32_t start =
        rhs_offset != 0 ? (uint32_t)rhs_offset * pl_input_sum(lhs, lhs_offset, rhs_cols) : 0;
    for (int32_t row = 0; row < rhs_rows; row += 2) {
        // Where there is no second row the first one is taken twice.
        const int32_t next = row + 1 < rhs_rows ? row + 1 : row;
        const uint32_t bias0 = bias != NULL ? (uint32_t)bias[row] : 0;
        const uint32_t bias1 = bias != NULL ? (uint32_t)bias[next] : 0;
        pl_pair p = {start + bias0, start + bias1};
        pl_pair_accumulate(&p, rhs + row * rhs_cols, rhs + next * rhs_cols, lhs, lhs_offset, rhs_cols);
        dst[row * address_offset] =
            pl_requantize_s8((int32_t)p.a0, multiplier[row * quant_stride], shift[row * quant_stride],
                             dst_offset, activation_min, activation_max);
        dst[next * address_offset] =
            pl_requantize_s8((int32_t)p.a1, multiplier[next * quant_stride], shift[next * quant_stride],
                             dst_offset, activation_min, activation_max);
    }
}
