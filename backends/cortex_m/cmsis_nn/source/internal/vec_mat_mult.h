// SPDX-License-Identifier: Apache-2.0
// Inside of the fully connected family: the kernel behind arm_nn_vec_mat_mult_t_s8 and _per_ch_s8.
#ifndef PL_CMSIS_NN_VEC_MAT_MULT_H
#define PL_CMSIS_NN_VEC_MAT_MULT_H

#include <stdint.h>

/// As arm_nn_vec_mat_mult_t_s8; result j uses multiplier[j * quant_stride] and shift[j * quant_stride], so
/// that quant_stride is 0 for one pair for all results and 1 for one pair each. By tier:
/// pl_vec_mat_mult_t_s8_<tier>.c.
void pl_vec_mat_mult_t_s8(const int8_t *lhs, const int8_t *rhs, const int32_t *kernel_sum,
                          const int32_t *bias, int8_t *dst, int32_t lhs_offset, int32_t dst_offset,
                          const int32_t *multiplier, const int32_t *shift, int32_t quant_stride,
                          int32_t rhs_cols, int32_t rhs_rows, int32_t activation_min, int32_t activation_max,
                          int32_t address_offset, int32_t rhs_offset);

/// sum over k of lhs[k] + lhs_offset, which rhs_offset multiplies. Unsigned, so that an overflow wraps.
static inline uint32_t pl_input_sum(const int8_t *lhs, int32_t lhs_offset, int32_t elems) {
    uint32_t sum = 0;
    for (int32_t k = 0; k < elems; k++) {
        sum += (uint32_t)(lhs[k] + lhs_offset);
    }
    return sum;
}

#endif
