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

/// A multiplier of 31 fraction bits, rounded to 15.
#ifndef REDUCE_MULTIPLIER
#define REDUCE_MULTIPLIER(_mult) (((_mult) < 0x7FFF0000) ? (((_mult) + (1 << 15)) >> 16) : 0x7FFF)
#endif

/// Channels that the MVE depthwise kernel takes at a time; it sets the size of its scratch buffer.
#define CH_IN_BLOCK_MVE (124)

#ifndef ARM_NN_ROUND_UP
#define ARM_NN_ROUND_UP(x, multiple) ((((x) + (multiple) - 1) / (multiple)) * (multiple))
#endif
#ifndef LEFT_SHIFT
#define LEFT_SHIFT(_shift) ((_shift) > 0 ? (_shift) : 0)
#endif
#ifndef RIGHT_SHIFT
#define RIGHT_SHIFT(_shift) ((_shift) > 0 ? 0 : -(_shift))
#endif

/// m1 * m2 / 2^31 to nearest, ties up. INT32_MIN * INT32_MIN saturates.
int32_t arm_nn_doubling_high_mult(int32_t m1, int32_t m2);

/// The same, but INT32_MIN * INT32_MIN wraps.
int32_t arm_nn_doubling_high_mult_no_sat(int32_t m1, int32_t m2);

/// dividend / 2^exponent to nearest, ties away from zero; exponent in [0, 31].
int32_t arm_nn_divide_by_power_of_two(int32_t dividend, int32_t exponent);

/// val * 2^exp, saturated; exp in [0, 30].
int32_t arm_nn_mult_by_power_of_two(int32_t val, int32_t exp);

/// exp(val) in Q0.31 for val <= 0 in Q5.26.
int32_t arm_nn_exp_on_negative_values(int32_t val);

/// 1 / (1 + val) in Q0.31 for val in [0, 1] in Q0.31.
int32_t arm_nn_one_over_one_plus_x_for_x_in_0_1(int32_t val);

static inline void arm_memcpy_s8(int8_t *dst, const int8_t *src, uint32_t block_size) {
    memcpy(dst, src, block_size);
}

/// block_size is in bytes.
static inline void arm_memcpy_q15(int16_t *dst, const int16_t *src, uint32_t block_size) {
    memcpy(dst, src, block_size);
}

static inline void arm_memset_s8(int8_t *dst, int8_t val, uint32_t block_size) {
    memset(dst, val, block_size);
}

/// value * multiplier / 2^31 * 2^shift in two roundings: the product to nearest (ties up), then the right
/// shift to nearest (ties away from zero). shift in [-31, 30]; a left shift wraps at 32 bits.
int32_t arm_nn_requantize(int32_t value, int32_t multiplier, int32_t shift);

/// val * reduced_multiplier / 2^15 * 2^shift rounded once, to nearest with ties up; saturates. val in [-2^47,
/// 2^47), reduced_multiplier in [0, 2^15), shift in [-31, 14].
int32_t arm_nn_requantize_s64(int64_t val, int32_t reduced_multiplier, int32_t shift);

/// dst[i] = src[i] + offset for 0 <= i < block_size.
void arm_q7_to_q15_with_offset(const int8_t *src, int16_t *dst, int32_t block_size, int16_t offset);

/// As arm_q7_to_q15_with_offset; the elements of each whole group of four go to the order 0 2 1 3.
void arm_s8_to_s16_unordered_with_offset(const int8_t *src, int16_t *dst, int32_t block_size, int16_t offset);

/// Two im2col columns times all filters, one output channel a filter.
/// input_a: output_ch rows of num_col_a weights. input_b: two columns of int16 inputs (offset already added),
/// the second starts aligned_num_col_a elements after the first. On the DSP and MVE tiers the elements of
/// each whole group of four lie in the order 0 2 1 3. out_0: output_ch results of the first column followed
/// by output_ch of the second. output_bias may be NULL. Returns out_0 + 2 * output_ch.
int8_t *arm_nn_mat_mult_kernel_s8_s16(const int8_t *input_a, const int16_t *input_b, uint16_t output_ch,
                                      const int32_t *out_shift, const int32_t *out_mult, int32_t out_offset,
                                      int16_t activation_min, int16_t activation_max, int32_t num_col_a,
                                      int32_t aligned_num_col_a, const int32_t *output_bias, int8_t *out_0);

/// As arm_nn_mat_mult_kernel_s8_s16; the results of the second column start row_address_offset after those of
/// the first. Returns out_0 + 2 * row_address_offset.
int8_t *arm_nn_mat_mult_kernel_row_offset_s8_s16(const int8_t *input_a, const int16_t *input_b,
                                                 uint16_t output_ch, const int32_t *out_shift,
                                                 const int32_t *out_mult, int32_t out_offset,
                                                 int16_t activation_min, int16_t activation_max,
                                                 int32_t num_col_a, int32_t aligned_num_col_a,
                                                 const int32_t *output_bias, int32_t row_address_offset,
                                                 int8_t *out_0);

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

/// As arm_nn_mat_mult_nt_t_s8 with int4 weights, packed as in arm_nnfunctions.h. The output is dense.
arm_cmsis_nn_status arm_nn_mat_mult_nt_t_s4(const int8_t *lhs, const int8_t *rhs, const int32_t *bias,
                                            int8_t *dst, const int32_t *dst_multipliers,
                                            const int32_t *dst_shifts, int32_t lhs_rows, int32_t rhs_rows,
                                            int32_t rhs_cols, int32_t lhs_offset, int32_t dst_offset,
                                            int32_t activation_min, int32_t activation_max,
                                            int32_t lhs_cols_offset);

/// As arm_nn_vec_mat_mult_t_s8 with int4 weights, packed as in arm_nnfunctions.h, without kernel sums.
arm_cmsis_nn_status arm_nn_vec_mat_mult_t_s4(const int8_t *lhs, const int8_t *packed_rhs, const int32_t *bias,
                                             int8_t *dst, int32_t lhs_offset, int32_t dst_offset,
                                             int32_t dst_multiplier, int32_t dst_shift, int32_t rhs_cols,
                                             int32_t rhs_rows, int32_t activation_min,
                                             int32_t activation_max);

/// As arm_nn_mat_mult_kernel_s8_s16 with int4 weights, packed as in arm_nnfunctions.h. The second column
/// follows the first without a gap, and the elements lie in their own order on every tier.
int8_t *arm_nn_mat_mult_kernel_s4_s16(const int8_t *input_a, const int16_t *input_b, uint16_t output_ch,
                                      const int32_t *out_shift, const int32_t *out_mult, int32_t out_offset,
                                      int32_t activation_min, int32_t activation_max, int32_t num_col_a,
                                      const int32_t *output_bias, int8_t *out_0);

/// One column times all filters, int4 weights. row_base_ref: row_elements inputs. col_base_ref: out_ch rows
/// of row_elements + skipped_row_elements weights, of which the first row_elements of each row count.
arm_cmsis_nn_status arm_nn_mat_mul_core_1x_s4(int32_t row_elements, int32_t skipped_row_elements,
                                              const int8_t *row_base_ref, const int8_t *col_base_ref,
                                              int32_t out_ch, const cmsis_nn_conv_params *conv_params,
                                              const cmsis_nn_per_channel_quant_params *quant_params,
                                              const int32_t *bias, int8_t *output);

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

/// int16 vector times a transposed matrix: dst[j] = requantize(sum over k of lhs[k] * rhs[j][k] + bias[j]),
/// clamped. dst_multiplier is a reduced one: this is arm_nn_requantize_s64. bias may be NULL.
arm_cmsis_nn_status arm_nn_vec_mat_mult_t_s16(const int16_t *lhs, const int8_t *rhs, const int64_t *bias,
                                              int16_t *dst, int32_t dst_multiplier, int32_t dst_shift,
                                              int32_t rhs_cols, int32_t rhs_rows, int32_t activation_min,
                                              int32_t activation_max);

/// As arm_nn_vec_mat_mult_t_s16 with an int16 matrix.
arm_cmsis_nn_status arm_nn_vec_mat_mult_t_s16_s16(const int16_t *lhs, const int16_t *rhs, const int64_t *bias,
                                                  int16_t *dst, int32_t dst_multiplier, int32_t dst_shift,
                                                  int32_t rhs_cols, int32_t rhs_rows, int32_t activation_min,
                                                  int32_t activation_max);

/// dst[i][j] = requantize(sum over k of lhs[i][k] * rhs[j][k] + bias[j]), clamped: what arm_convolve_s16 does
/// with its columns. All matrices are dense. On every tier.
arm_cmsis_nn_status arm_nn_mat_mult_nt_t_s16(const int16_t *lhs, const int8_t *rhs,
                                             const cmsis_nn_bias_data *bias_data, int16_t *dst,
                                             const int32_t *dst_multipliers, const int32_t *dst_shifts,
                                             int32_t lhs_rows, int32_t rhs_rows, int32_t rhs_cols,
                                             int32_t activation_min, int32_t activation_max);

/// Two int16 im2col columns, num_col_a elements apart, times output_ch filters. out_0: output_ch results of
/// the first column followed by output_ch of the second. Returns out_0 + 2 * output_ch; on every tier.
int16_t *arm_nn_mat_mult_kernel_s16(const int8_t *input_a, const int16_t *input_b, int32_t output_ch,
                                    const int32_t *out_shift, const int32_t *out_mult, int32_t activation_min,
                                    int32_t activation_max, int32_t num_col_a,
                                    const cmsis_nn_bias_data *bias_data, int16_t *out_0);

/// One vector times a transposed matrix, int16 results:
/// dst[j * scatter_offset] = requantize(sum over k of (lhs[k] + lhs_offset) * rhs[j][k]), clamped.
arm_cmsis_nn_status arm_nn_vec_mat_mult_t_svdf_s8(const int8_t *lhs, const int8_t *rhs, int16_t *dst,
                                                  int32_t lhs_offset, int32_t scatter_offset,
                                                  int32_t dst_multiplier, int32_t dst_shift, int32_t rhs_cols,
                                                  int32_t rhs_rows, int32_t activation_min,
                                                  int32_t activation_max);

/// arm_softmax_s8, or arm_softmax_s8_s16 where int16_output is true.
void arm_nn_softmax_common_s8(const int8_t *input, int32_t num_rows, int32_t row_size, int32_t mult,
                              int32_t shift, int32_t diff_min, bool int16_output, void *output);

// LSTM. Batches of inputs and outputs are batch_offset times their size apart (1 when dense); those of gates
// and states are dense.

/// dst[b][j] += requantize(sum over k of lhs[b][k] * rhs[j][k] + effective_bias[j]), clamped to int16.
arm_cmsis_nn_status arm_nn_vec_mat_mul_result_acc_s8_s16(const int8_t *lhs, const int8_t *rhs,
                                                         const int32_t *effective_bias, int16_t *dst,
                                                         int32_t dst_multiplier, int32_t dst_shift,
                                                         int32_t rhs_cols, int32_t rhs_rows, int32_t batches,
                                                         int32_t batch_offset);

/// As arm_nn_vec_mat_mul_result_acc_s8_s16 for int16 vectors, with sums of 64 bits that are requantized by
/// the upper half of the multiplier.
arm_cmsis_nn_status arm_nn_vec_mat_mul_result_acc_s16(const int16_t *lhs, const int8_t *rhs,
                                                      const int64_t *effective_bias, int16_t *dst,
                                                      int32_t dst_multiplier, int32_t dst_shift,
                                                      int32_t rhs_cols, int32_t rhs_rows, int32_t batches,
                                                      int32_t batch_offset);

/// output = activation(input part + hidden part). hidden_in may be NULL: the hidden part is 0.
arm_cmsis_nn_status arm_nn_lstm_calculate_gate_s8_s16(const int8_t *data_in, const int8_t *hidden_in,
                                                      const cmsis_nn_lstm_gate *gate_data,
                                                      const cmsis_nn_lstm_params *params, int16_t *output,
                                                      int32_t batch_offset);
arm_cmsis_nn_status arm_nn_lstm_calculate_gate_s16(const int16_t *data_in, const int16_t *hidden_in,
                                                   const cmsis_nn_lstm_gate *gate_data,
                                                   const cmsis_nn_lstm_params *params, int16_t *output,
                                                   int32_t batch_offset);

/// One step of time. hidden_in is the previous hidden state (NULL: zero), hidden_out the next one, which is
/// the step's output; the cell state is updated in place.
arm_cmsis_nn_status arm_nn_lstm_step_s8(const int8_t *data_in, const int8_t *hidden_in, int8_t *hidden_out,
                                        const cmsis_nn_lstm_params *params, cmsis_nn_lstm_context *buffers,
                                        int32_t batch_offset);
arm_cmsis_nn_status arm_nn_lstm_step_s16(const int16_t *data_in, const int16_t *hidden_in,
                                         int16_t *hidden_out, const cmsis_nn_lstm_params *params,
                                         cmsis_nn_lstm_context *buffers, int32_t batch_offset);

/// output += requantize(x * y), clamped: to int16 where out_activation_max is not greater than 0, else to
/// [out_activation_min, out_activation_max]. The offsets are not read.
arm_cmsis_nn_status arm_elementwise_mul_acc_s16(const int16_t *input_1_vect, const int16_t *input_2_vect,
                                                int32_t input_1_offset, int32_t input_2_offset,
                                                int16_t *output, int32_t out_offset, int32_t out_mult,
                                                int32_t out_shift, int32_t out_activation_min,
                                                int32_t out_activation_max, int32_t block_size);

/// output = requantize(x * y) + out_offset, clamped to the output's type, in batch_size batches of
/// block_size.
arm_cmsis_nn_status arm_elementwise_mul_s16_s8(const int16_t *input_1_vect, const int16_t *input_2_vect,
                                               int8_t *output, int32_t out_offset, int32_t out_mult,
                                               int32_t out_shift, int32_t block_size, int32_t batch_size,
                                               int32_t batch_offset);
arm_cmsis_nn_status arm_elementwise_mul_s16_batch_offset(const int16_t *input_1_vect,
                                                         const int16_t *input_2_vect, int16_t *output,
                                                         int32_t out_offset, int32_t out_mult,
                                                         int32_t out_shift, int32_t block_size,
                                                         int32_t batch_size, int32_t batch_offset);

#ifdef __cplusplus
}
#endif

#endif
