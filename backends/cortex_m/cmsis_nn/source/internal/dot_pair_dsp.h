// SPDX-License-Identifier: Apache-2.0
// Products of an int8 vector with two rows of a matrix at a time, so that the widened inputs serve two
// products.
#ifndef PL_CMSIS_NN_DOT_PAIR_DSP_H
#define PL_CMSIS_NN_DOT_PAIR_DSP_H

#include "internal/dsp_intrinsics.h"
#include "internal/keep_order.h"

/// Accumulators of two rows of rhs.
typedef struct {
    int32_t a0, a1;
} pl_pair;

/// Four elements of each: two rows at w, stride apart, and lhs at x, to which offset (in both halves) is
/// added.
static inline void pl_pair_step(pl_pair *p, const int8_t *w, int32_t stride, const int8_t *x,
                                int32_t offset) {
    PL_KEEP_ORDER();
    const int32_t inputs = pl_load_s8x4(x), w0 = pl_load_s8x4(w), w1 = pl_load_s8x4(w + stride);
    const int32_t even = pl_sxtab16(offset, inputs), odd = pl_sxtab16_ror8(offset, inputs);
    p->a0 = pl_smlad(pl_sxtb16(w0), even, p->a0);
    p->a1 = pl_smlad(pl_sxtb16(w1), even, p->a1);
    p->a0 = pl_smlad(pl_sxtb16_ror8(w0), odd, p->a0);
    p->a1 = pl_smlad(pl_sxtb16_ror8(w1), odd, p->a1);
}

/// Adds the products of whole rows to p.
static inline pl_pair pl_pair_accumulate(pl_pair p, const int8_t *w, int32_t stride, const int8_t *x,
                                         int32_t elems, int32_t offset) {
    for (const int8_t *end = w + (elems & ~7); w != end; w += 8, x += 8) {
        pl_pair_step(&p, w, stride, x, offset);
        pl_pair_step(&p, w + 4, stride, x + 4, offset);
    }
    if ((elems & 4) != 0) {
        pl_pair_step(&p, w, stride, x, offset);
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

#endif
