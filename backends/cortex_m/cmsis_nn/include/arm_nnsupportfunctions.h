// SPDX-License-Identifier: Apache-2.0
// Building blocks of the layer functions that programs may also call themselves.
#ifndef ARM_NNSUPPORTFUNCTIONS_H
#define ARM_NNSUPPORTFUNCTIONS_H

#include "arm_nn_math_types.h"
#include "arm_nn_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifndef MAX
#define MAX(A, B) ((A) > (B) ? (A) : (B))
#endif
#ifndef MIN
#define MIN(A, B) ((A) < (B) ? (A) : (B))
#endif
#ifndef CLAMP
#define CLAMP(x, h, l) MAX(MIN((x), (h)), (l)) // note the order: high, then low
#endif

/// Channels that the MVE depthwise kernel takes at a time; it sets the size of its scratch buffer.
#define CH_IN_BLOCK_MVE (124)

/// value * multiplier / 2^31 * 2^shift in two roundings: the product to nearest (ties up), then the right
/// shift to nearest (ties away from zero). shift in [-31, 30]; a left shift wraps at 32 bits.
int32_t arm_nn_requantize(int32_t value, int32_t multiplier, int32_t shift);

/// dst[i] = src[i] + offset for 0 <= i < block_size.
void arm_q7_to_q15_with_offset(const int8_t *src, int16_t *dst, int32_t block_size, int16_t offset);

/// Two im2col columns times all filters, one output channel a filter.
/// input_a: output_ch rows of num_col_a weights. input_b: two columns of int16 inputs (offset already added),
/// the second starts num_col_a rounded up to a multiple of 4 elements after the first. On the DSP and
/// MVE tiers the elements of each whole group of four lie in the order 0 2 1 3.
/// out_0: output_ch results of the first column followed by output_ch of the second. output_bias may be NULL.
/// Returns out_0 + 2 * output_ch.
int8_t *arm_nn_mat_mult_kernel_s8_s16(const int8_t *input_a, const int16_t *input_b, uint16_t output_ch,
                                      const int32_t *out_shift, const int32_t *out_mult, int32_t out_offset,
                                      int16_t activation_min, int16_t activation_max, int32_t num_col_a,
                                      const int32_t *output_bias, int8_t *out_0);

/// dst[i][j] = requantize(sum over k of (lhs[i][k] + lhs_offset) * rhs[j][k] + bias[j]) + dst_offset,
/// clamped. lhs: lhs_rows rows of rhs_cols elements, lhs_cols_offset elements apart (rhs_cols when dense;
/// rows may overlap). rhs: rhs_rows dense rows (a transposed matrix). bias may be NULL. Multipliers and
/// shifts are per column of dst. dst: rows are row_address_offset elements apart (rhs_rows when dense).
arm_cmsis_nn_status arm_nn_mat_mult_nt_t_s8(const int8_t *lhs, const int8_t *rhs, const int32_t *bias,
                                            int8_t *dst, const int32_t *dst_multipliers,
                                            const int32_t *dst_shifts, int32_t lhs_rows, int32_t rhs_rows,
                                            int32_t rhs_cols, int32_t lhs_offset, int32_t dst_offset,
                                            int32_t activation_min, int32_t activation_max,
                                            int32_t row_address_offset, int32_t lhs_cols_offset);

/// One vector times a transposed matrix:
/// dst[j * address_offset] = requantize(sum over k of (lhs[k] + lhs_offset) * (rhs[j][k] + rhs_offset) +
/// bias[j])
/// + dst_offset, clamped. kernel_sum: on builds of the MVE tier the sums that arm_vector_sum_s8 prepared with
/// the same offsets and bias (they replace bias there); unused and may be NULL on the others. bias may be
/// NULL.
arm_cmsis_nn_status arm_nn_vec_mat_mult_t_s8(const int8_t *lhs, const int8_t *rhs, const int32_t *kernel_sum,
                                             const int32_t *bias, int8_t *dst, int32_t lhs_offset,
                                             int32_t dst_offset, int32_t dst_multiplier, int32_t dst_shift,
                                             int32_t rhs_cols, int32_t rhs_rows, int32_t activation_min,
                                             int32_t activation_max, int32_t address_offset,
                                             int32_t rhs_offset);

/// As arm_nn_vec_mat_mult_t_s8, with one multiplier and shift for each of the rhs_rows results.
arm_cmsis_nn_status arm_nn_vec_mat_mult_t_per_ch_s8(const int8_t *lhs, const int8_t *rhs,
                                                    const int32_t *kernel_sum, const int32_t *bias,
                                                    int8_t *dst, int32_t lhs_offset, int32_t dst_offset,
                                                    const int32_t *dst_multiplier, const int32_t *dst_shift,
                                                    int32_t rhs_cols, int32_t rhs_rows,
                                                    int32_t activation_min, int32_t activation_max,
                                                    int32_t address_offset, int32_t rhs_offset);

#ifdef __cplusplus
}
#endif

#endif
