// SPDX-License-Identifier: Apache-2.0
// Products of an int8 vector with two rows of a matrix at a time, so that each input serves two products.
#ifndef PL_CMSIS_NN_DOT_PAIR_SCALAR_H
#define PL_CMSIS_NN_DOT_PAIR_SCALAR_H

#include "internal/keep_order.h"

#include <stdint.h>

/// Accumulators of two rows of rhs. Unsigned, so that an overflow wraps.
typedef struct {
    uint32_t a0, a1;
} pl_pair;

/// Element k of each.
static inline void pl_pair_step(pl_pair *p, const int8_t *w0, const int8_t *w1, const int8_t *x,
                                int32_t offset, int32_t k) {
    const int32_t input = x[k] + offset, w0_k = w0[k], w1_k = w1[k];
    p->a0 += (uint32_t)(w0_k * input);
    p->a1 += (uint32_t)(w1_k * input);
    PL_KEEP_ORDER_OF(p->a0);
    PL_KEEP_ORDER_OF(p->a1);
}

/// Adds the products of whole rows.
static inline void pl_pair_accumulate(pl_pair *sums, const int8_t *w0, const int8_t *w1, const int8_t *x,
                                      int32_t offset, int32_t elems) {
    pl_pair p = *sums;
    int32_t k = 0;
    for (const int32_t end = elems & ~3; k != end;) {
        for (int32_t i = 0; i < 4; i++) {
            pl_pair_step(&p, w0, w1, x, offset, k);
            k++;
            PL_KEEP_ORDER_OF(k);
        }
    }
    for (; k < elems; k++) {
        pl_pair_step(&p, w0, w1, x, offset, k);
    }
    *sums = p;
}

#endif
