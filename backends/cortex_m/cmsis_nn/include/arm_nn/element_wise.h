// SPDX-License-Identifier: Apache-2.0
// Element-wise. What all functions have in common is in arm_nnfunctions.h.
#ifndef ARM_NN_ELEMENT_WISE_H
#define ARM_NN_ELEMENT_WISE_H

#include "arm_nn_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Sum of two tensors of block_size elements. Each input: (x + offset) * 2^left_shift, requantized by its
/// multiplier and shift; the sum requantized by out_mult and out_shift. The output may be one of the inputs.
arm_cmsis_nn_status arm_elementwise_add_s8(const int8_t *input_1_vect, const int8_t *input_2_vect,
                                           int32_t input_1_offset, int32_t input_1_mult,
                                           int32_t input_1_shift, int32_t input_2_offset,
                                           int32_t input_2_mult, int32_t input_2_shift, int32_t left_shift,
                                           int8_t *output, int32_t out_offset, int32_t out_mult,
                                           int32_t out_shift, int32_t out_activation_min,
                                           int32_t out_activation_max, int32_t block_size);

/// Product of two tensors of block_size elements: (x + offset) * (y + offset), requantized.
/// The output may be one of the inputs.
arm_cmsis_nn_status arm_elementwise_mul_s8(const int8_t *input_1_vect, const int8_t *input_2_vect,
                                           int32_t input_1_offset, int32_t input_2_offset, int8_t *output,
                                           int32_t out_offset, int32_t out_mult, int32_t out_shift,
                                           int32_t out_activation_min, int32_t out_activation_max,
                                           int32_t block_size);

/// int16 sum as arm_elementwise_add_s8, without offsets, which are not read.
arm_cmsis_nn_status arm_elementwise_add_s16(const int16_t *input_1_vect, const int16_t *input_2_vect,
                                            int32_t input_1_offset, int32_t input_1_mult,
                                            int32_t input_1_shift, int32_t input_2_offset,
                                            int32_t input_2_mult, int32_t input_2_shift, int32_t left_shift,
                                            int16_t *output, int32_t out_offset, int32_t out_mult,
                                            int32_t out_shift, int32_t out_activation_min,
                                            int32_t out_activation_max, int32_t block_size);

/// int16 product as arm_elementwise_mul_s8, without offsets, which are not read.
arm_cmsis_nn_status arm_elementwise_mul_s16(const int16_t *input_1_vect, const int16_t *input_2_vect,
                                            int32_t input_1_offset, int32_t input_2_offset, int16_t *output,
                                            int32_t out_offset, int32_t out_mult, int32_t out_shift,
                                            int32_t out_activation_min, int32_t out_activation_max,
                                            int32_t block_size);

/// data[i] = max(data[i], 0) in place.
void arm_relu_q7(int8_t *data, uint16_t size);

/// data[i] clamped to [0, 6] in place.
void arm_relu6_s8(int8_t *data, uint16_t size);

/// data[i] = max(data[i], 0) in place.
void arm_relu_q15(int16_t *data, uint16_t size);

/// Sigmoid or tanh of Q3.12 values moved to the left by left_shift (to the right where it is negative), in
/// Q0.15. By a table of sigmoid, between whose values it interpolates: at most 2 units off. The output may be
/// the input.
arm_cmsis_nn_status arm_nn_activation_s16(const int16_t *input, int16_t *output, int32_t size,
                                          int32_t left_shift, arm_nn_activation_type type);

/// The smaller of each pair of elements. Each dimension of an input is that of the output, or 1: then its
/// element stands for all. Other dimensions are an ARG_ERROR. Needs no scratch memory. The output may be an
/// input of its shape.
arm_cmsis_nn_status arm_minimum_s8(const cmsis_nn_context *ctx, const int8_t *input_1_data,
                                   const cmsis_nn_dims *input_1_dims, const int8_t *input_2_data,
                                   const cmsis_nn_dims *input_2_dims, int8_t *output_data,
                                   const cmsis_nn_dims *output_dims);

/// The larger of each pair of elements; otherwise as arm_minimum_s8.
arm_cmsis_nn_status arm_maximum_s8(const cmsis_nn_context *ctx, const int8_t *input_1_data,
                                   const cmsis_nn_dims *input_1_dims, const int8_t *input_2_data,
                                   const cmsis_nn_dims *input_2_dims, int8_t *output_data,
                                   const cmsis_nn_dims *output_dims);

#ifdef __cplusplus
}
#endif

#endif
