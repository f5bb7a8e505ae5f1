// SPDX-License-Identifier: Apache-2.0
// Inside of the int4 functions: the one product of matrices behind convolution and fully connected layers.
#ifndef PL_CMSIS_NN_MAT_MULT_S4_H
#define PL_CMSIS_NN_MAT_MULT_S4_H

#include <stdint.h>

/// dst[i][j] = requantize(sum over k of (lhs[i][k] + lhs_offset) * rhs[j][k] + bias[j]) + dst_offset,
/// clamped.
typedef struct {
    const int8_t *lhs;
    int32_t lhs_rows;
    int32_t lhs_stride; // elements from row to row; rows may overlap
    int32_t lhs_offset;
    const int8_t *rhs; // packed
    int32_t rhs_first; // index of the first row's first weight
    int32_t rhs_rows;
    int32_t rhs_stride;  // weights from row to row
    int32_t cols;        // elements of a sum; 0: the results are the bias
    const int32_t *bias; // NULL: none
    const int32_t *multiplier;
    const int32_t *shift;
    int32_t quant_stride; // 0: one multiplier and shift for all rows of rhs, 1: one for each
    int32_t dst_offset;
    int32_t activation_min;
    int32_t activation_max;
    int8_t *dst;
    int32_t dst_stride; // elements from row to row
} pl_product_s4;

/// By tier: pl_mat_mult_s4_<tier>.c.
void pl_mat_mult_s4(const pl_product_s4 *product);

/// Rows of rhs are taken two at a time, such that both start in the same half of a byte: neighbours, or every
/// other row where a row has an odd number of weights. This is the distance of the two.
static inline int32_t pl_s4_pair_distance(const pl_product_s4 *product) {
    return (product->rhs_stride & 1) != 0 ? 2 : 1;
}

#endif
