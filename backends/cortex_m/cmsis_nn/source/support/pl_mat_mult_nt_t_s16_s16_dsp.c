// SPDX-License-Identifier: Apache-2.0
// One row of lhs times two rows of rhs at a time.
#include "internal/dsp_halfwords.h"
#include "internal/keep_order.h"
#include "internal/mat_mult_s16.h"

/// Accumulators of two rows of rhs.
typedef struct {
    int64_t a0, a1;
} pair;

/// Two elements of each: two rows at w, stride apart, and lhs at x.
static inline void step(pair *p, const int16_t *x, const int16_t *w, int32_t stride) {
    PL_KEEP_ORDER();
    const int32_t inputs = pl_load_s16x2(x);
    p->a0 = pl_smlald(inputs, pl_load_s16x2(w), p->a0);
    p->a1 = pl_smlald(inputs, pl_load_s16x2(w + stride), p->a1);
}

static inline pair dot_2(const int16_t *x, const int16_t *w, int32_t stride, int32_t elems) {
    pair p = {0, 0};
    for (const int16_t *end = x + (elems & ~3); x != end; x += 4, w += 4) {
        step(&p, x, w, stride);
        step(&p, x + 2, w + 2, stride);
    }
    for (int32_t k = 0; k < (elems & 3); k++) {
        p.a0 += x[k] * w[k];
        p.a1 += x[k] * w[stride + k];
    }
    return p;
}

void pl_mat_mult_nt_t_s16_s16(const pl_rows_s16 *lhs, const int16_t *rhs, int32_t rhs_rows, int32_t cols,
                              const pl_output_s16 *output, int16_t *dst) {
    for (int32_t i = 0; i < lhs->count; i++) {
        const int16_t *x = lhs->rows + i * lhs->stride;
        for (int32_t row = 0; row < rhs_rows; row += 2) {
            // Where there is no second row the first one is taken twice.
            const int32_t next = row + 1 < rhs_rows ? row + 1 : row;
            const pair p = dot_2(x, rhs + row * cols, (next - row) * cols, cols);
            dst[row] = pl_requantize_s16(p.a0, output, row);
            dst[next] = pl_requantize_s16(p.a1, output, next);
        }
        dst += rhs_rows;
    }
}
