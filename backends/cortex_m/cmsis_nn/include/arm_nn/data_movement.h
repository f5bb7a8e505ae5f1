// SPDX-License-Identifier: Apache-2.0
// Data movement. What all functions have in common is in arm_nnfunctions.h.
#ifndef ARM_NN_DATA_MOVEMENT_H
#define ARM_NN_DATA_MOVEMENT_H

#include "arm_nn_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Copies total_size bytes: a reshape changes no data. The output may be the input.
void arm_reshape_s8(const int8_t *input, int8_t *output, uint32_t total_size);

/// Puts pre_pad elements before and post_pad after the input along each of the four dimensions.
arm_cmsis_nn_status arm_pad_s8(const int8_t *input, int8_t *output, int8_t pad_value,
                               const cmsis_nn_dims *input_size, const cmsis_nn_dims *pre_pad,
                               const cmsis_nn_dims *post_pad);

/// Permutes 1 to 4 dimensions. A tensor of fewer dimensions uses the first fields of input_dims and
/// output_dims (n, then h, then w). A permutation that is none, or that does not fit output_dims, is an
/// ARG_ERROR.
arm_cmsis_nn_status arm_transpose_s8(const int8_t *input_data, int8_t *output_data,
                                     const cmsis_nn_dims *input_dims, const cmsis_nn_dims *output_dims,
                                     const cmsis_nn_transpose_params *transpose_params);

// Concatenation: one call for each input; it is copied to its place in the output. The input's shape is
// input_w batches, input_z channels, input_y rows, input_x columns with x innermost; which real dimension is
// called x, y, z or w is up to the caller (for NHWC: x = C, y = W, z = H, w = N).

/// Along x: the input goes to columns [offset_x, offset_x + input_x) of output_x.
void arm_concatenation_s8_x(const int8_t *input, uint16_t input_x, uint16_t input_y, uint16_t input_z,
                            uint16_t input_w, int8_t *output, uint16_t output_x, uint32_t offset_x);

/// Along y: the input goes to rows [offset_y, offset_y + input_y) of output_y.
void arm_concatenation_s8_y(const int8_t *input, uint16_t input_x, uint16_t input_y, uint16_t input_z,
                            uint16_t input_w, int8_t *output, uint16_t output_y, uint32_t offset_y);

/// Along z: the input goes to channels [offset_z, offset_z + input_z) of output_z.
void arm_concatenation_s8_z(const int8_t *input, uint16_t input_x, uint16_t input_y, uint16_t input_z,
                            uint16_t input_w, int8_t *output, uint16_t output_z, uint32_t offset_z);

/// Along w: the input goes to batches [offset_w, offset_w + input_w).
void arm_concatenation_s8_w(const int8_t *input, uint16_t input_x, uint16_t input_y, uint16_t input_z,
                            uint16_t input_w, int8_t *output, uint32_t offset_w);

#ifdef __cplusplus
}
#endif

#endif
