// SPDX-License-Identifier: Apache-2.0
// Which matrices of both sides a batch matmul multiplies.
#ifndef PL_CMSIS_NN_BATCH_MATMUL_H
#define PL_CMSIS_NN_BATCH_MATMUL_H

#include "arm_nn_types.h"

/// Whether sizes a and b of a dimension go together in one of size `out`: equal, or one of them 1.
static inline bool pl_broadcasts(int32_t a, int32_t b, int32_t out) {
    return a > 0 && b > 0 && out == (a == 1 ? b : a) && (b == out || b == 1);
}

/// Dimensions n and h count matrices of w rows of c elements; lhs and rhs agree in c.
static inline bool pl_batch_matmul_is_valid(const cmsis_nn_dims *lhs, const cmsis_nn_dims *rhs,
                                            const cmsis_nn_dims *output) {
    return lhs->w > 0 && rhs->w > 0 && lhs->c > 0 && lhs->c == rhs->c &&
           pl_broadcasts(lhs->n, rhs->n, output->n) && pl_broadcasts(lhs->h, rhs->h, output->h);
}

/// Index of the first element of the operand's matrix for that of the output at (n, h).
static inline int32_t pl_matrix_start(const cmsis_nn_dims *operand, int32_t n, int32_t h) {
    const int32_t own_n = operand->n == 1 ? 0 : n;
    const int32_t own_h = operand->h == 1 ? 0 : h;
    return (own_n * operand->h + own_h) * operand->w * operand->c;
}

#endif
