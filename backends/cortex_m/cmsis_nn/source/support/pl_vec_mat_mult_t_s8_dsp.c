// SPDX-License-Identifier: Apache-2.0
// Two rows of rhs at a time, so that the widened inputs serve two products.
#include "internal/dsp_intrinsics.h"
#include "internal/keep_order.h"
#include "internal/requantize.h"
#include "internal/vec_mat_mult.h"

#include <stddef.h>

/// Accumulators of two rows of rhs.
typedef struct {
    int32_t a0, a1;
} pair;

/// Four elements of each: two rows at w, stride apart, and lhs at x, to which offset (in both halves) is
/// added.
static inline void step(pair *p, const int8_t *w, int32_t stride, const int8_t *x, int32_t offset) {
    PL_KEEP_ORDER();
    const int32_t inputs = pl_load_s8x4(x), w0 = pl_load_s8x4(w), w1 = pl_load_s8x4(w + stride);
    const int32_t even = pl_sxtab16(offset, inputs), odd = pl_sxtab16_ror8(offset, inputs);
    p->a0 = pl_smlad(pl_sxtb16(w0), even, p->a0);
    p->a1 = pl_smlad(pl_sxtb16(w1), even, p->a1);
    p->a0 = pl_smlad(pl_sxtb16_ror8(w0), odd, p->a0);
    p->a1 = pl_smlad(pl_sxtb16_ror8(w1), odd, p->a1);
}

/// Adds the products of whole rows to p.
static inline pair accumulate(pair p, const int8_t *w, int32_t stride, const int8_t *x, int32_t elems,
                              int32_t offset) {
    for (const int8_t *end = w + (elems & ~7); w != end; w += 8, x += 8) {
        step(&p, w, stride, x, offset);
        step(&p, w + 4, stride, x + 4, offset);
    }
    if ((elems & 4) != 0) {
        step(&p, w, stride, x, offset);
        w += 4;
        x += 4;
    }
    for (int32_t k = 0; k < (elems & 3); k++) {
        const int32_t input = pl_sadd16(x[k], offset);
        p.a0 = pl_smlabb(w[k], input, p.a0);
        p.a1 = pl_smlabb(w[stride + k], input, p.a1);
    }
    return p;
}

void pl_vec_mat_mult_t_s8(const int8_t *lhs, const int8_t *rhs, const int32_t *kernel_sum,
                          const int32_t *bias, int8_t *dst, int32_t lhs_offset, int32_t dst_offset,
                          const int32_t *multiplier, const int32_t *shift, int32_t quant_stride,
                          int32_t rhs_cols, int32_t rhs_rows, int32_t activation_min, int32_t activation_max,
                          int32_t address_offset, int32_t rhs_offset) {
    (void)kernel_sum;
    // sum (x + a) * (w + b) = sum (x + a) * w + b * sum (x + a)
    const uint32_t start =
        rhs_offset != 0 ? (uint32_t)rhs_offset * pl_input_sum(lhs, lhs_offset, rhs_cols) : 0;
    const int32_t offsets = pl_pkhbt(lhs_offset, lhs_offset);
    for (int32_t row = 0; row < rhs_rows; row += 2) {
        // Where there is no second row the first one is taken twice.
        const int32_t next = row + 1 < rhs_rows ? row + 1 : row;
        const uint32_t bias0 = bias != NULL ? (uint32_t)bias[row] : 0;
        const uint32_t bias1 = bias != NULL ? (uint32_t)bias[next] : 0;
        pair p = {(int32_t)(start + bias0), (int32_t)(start + bias1)};
        p = accumulate(p, rhs + row * rhs_cols, (next - row) * rhs_cols, lhs, rhs_cols, offsets);
        dst[row * address_offset] =
            pl_requantize_s8(p.a0, multiplier[row * quant_stride], shift[row * quant_stride], dst_offset,
                             activation_min, activation_max);
        dst[next * address_offset] =
            pl_requantize_s8(p.a1, multiplier[next * quant_stride], shift[next * quant_stride], dst_offset,
                             activation_min, activation_max);
    }
}
