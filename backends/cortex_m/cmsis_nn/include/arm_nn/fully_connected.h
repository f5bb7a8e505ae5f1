// SPDX-License-Identifier: Apache-2.0
// Fully connected. What all functions have in common is in arm_nnfunctions.h.
#ifndef ARM_NN_FULLY_CONNECTED_H
#define ARM_NN_FULLY_CONNECTED_H

#include "arm_nn_types.h"

#ifdef __cplusplus
extern "C" {
#endif

// input [n, h, w, c] taken as n rows of filter_dims->n = h * w * c values
// filter filter_dims->c rows of filter_dims->n weights   output [n, 1, 1, c_out], n = output_dims->n,
// c_out = output_dims->c = filter_dims->c

/// Fully connected layer with one multiplier and shift for all outputs.
/// MVE tier: ctx->buf must hold the sums that arm_vector_sum_s8 prepared from the same filter, offsets and
/// bias; the other tiers need no ctx->buf and read bias_data themselves.
arm_cmsis_nn_status arm_fully_connected_s8(const cmsis_nn_context *ctx, const cmsis_nn_fc_params *fc_params,
                                           const cmsis_nn_per_tensor_quant_params *quant_params,
                                           const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                           const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                           const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                           const cmsis_nn_dims *output_dims, int8_t *output_data);

/// As arm_fully_connected_s8, with one multiplier and shift for each output.
arm_cmsis_nn_status
arm_fully_connected_per_channel_s8(const cmsis_nn_context *ctx, const cmsis_nn_fc_params *fc_params,
                                   const cmsis_nn_per_channel_quant_params *quant_params,
                                   const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                   const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                   const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                   const cmsis_nn_dims *output_dims, int8_t *output_data);

/// Either of the two, by quant_params->is_per_channel.
arm_cmsis_nn_status arm_fully_connected_wrapper_s8(
    const cmsis_nn_context *ctx, const cmsis_nn_fc_params *fc_params,
    const cmsis_nn_quant_params *quant_params, const cmsis_nn_dims *input_dims, const int8_t *input_data,
    const cmsis_nn_dims *filter_dims, const int8_t *filter_data, const cmsis_nn_dims *bias_dims,
    const int32_t *bias_data, const cmsis_nn_dims *output_dims, int8_t *output_data);

/// For the three functions above. More than 0 means: call arm_vector_sum_s8 on a buffer of this size first.
int32_t arm_fully_connected_s8_get_buffer_size(const cmsis_nn_dims *filter_dims);
int32_t arm_fully_connected_s8_get_buffer_size_dsp(const cmsis_nn_dims *filter_dims);
int32_t arm_fully_connected_s8_get_buffer_size_mve(const cmsis_nn_dims *filter_dims);

/// int16 fully connected layer with one multiplier and shift for all outputs; n = input_dims->n. Needs no
/// scratch memory.
arm_cmsis_nn_status arm_fully_connected_s16(const cmsis_nn_context *ctx, const cmsis_nn_fc_params *fc_params,
                                            const cmsis_nn_per_tensor_quant_params *quant_params,
                                            const cmsis_nn_dims *input_dims, const int16_t *input_data,
                                            const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                            const cmsis_nn_dims *bias_dims, const int64_t *bias_data,
                                            const cmsis_nn_dims *output_dims, int16_t *output_data);
int32_t arm_fully_connected_s16_get_buffer_size(const cmsis_nn_dims *filter_dims);
int32_t arm_fully_connected_s16_get_buffer_size_dsp(const cmsis_nn_dims *filter_dims);
int32_t arm_fully_connected_s16_get_buffer_size_mve(const cmsis_nn_dims *filter_dims);

/// vector_sum_buf[j] = lhs_offset * sum over k of (vector_data[j][k] + rhs_offset) + bias_data[j], the part
/// of a fully connected accumulator that does not depend on the input. vector_data: vector_rows rows of
/// vector_cols weights. bias_data may be NULL. Works on every tier; may be done once for constant weights.
/// Where rhs_offset is not 0 the kernels add the part rhs_offset * sum of inputs themselves.
arm_cmsis_nn_status arm_vector_sum_s8(int32_t *vector_sum_buf, int32_t vector_cols, int32_t vector_rows,
                                      const int8_t *vector_data, int32_t lhs_offset, int32_t rhs_offset,
                                      const int32_t *bias_data);

/// vector_sum_buf[j] = lhs_offset * sum over k of vector_data[j][k] + bias_data[j], in 64 bits: the sums of
/// an LSTM with int16 inputs. bias_data may be NULL.
arm_cmsis_nn_status arm_vector_sum_s8_s64(int64_t *vector_sum_buf, int32_t vector_cols, int32_t vector_rows,
                                          const int8_t *vector_data, int32_t lhs_offset,
                                          const int64_t *bias_data);

#ifdef __cplusplus
}
#endif

#endif
