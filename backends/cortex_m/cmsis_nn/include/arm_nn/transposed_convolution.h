// SPDX-License-Identifier: Apache-2.0
// Transposed convolution. What all functions have in common is in arm_nnfunctions.h.
#ifndef ARM_NN_TRANSPOSED_CONVOLUTION_H
#define ARM_NN_TRANSPOSED_CONVOLUTION_H

#include "arm_nn_types.h"

#ifdef __cplusplus
extern "C" {
#endif

// input  [n, h, w, c]        filter [c_out, kernel_h, kernel_w, c / groups], filter_dims->n is not read
// output [n, out_h, out_w, c_out]; groups as in a convolution. The full result has the rows
// in_y * stride.h + kernel_y * dilation.h; the output is that from row padding.h and column padding.w on. An
// output pixel that no input pixel reaches is the bias alone.
// Stride and dilation along a dimension must have no common divisor but 1, else the answer is an ARG_ERROR.

/// Transposed convolution. output_ctx is not used, may be NULL, and so may its buf.
arm_cmsis_nn_status arm_transpose_conv_s8(const cmsis_nn_context *ctx, const cmsis_nn_context *output_ctx,
                                          const cmsis_nn_transpose_conv_params *transpose_conv_params,
                                          const cmsis_nn_per_channel_quant_params *quant_params,
                                          const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                          const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                          const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                          const cmsis_nn_dims *output_dims, int8_t *output_data);
/// transpose_conv_params: the stride alone is read.
int32_t arm_transpose_conv_s8_get_buffer_size(const cmsis_nn_transpose_conv_params *transpose_conv_params,
                                              const cmsis_nn_dims *input_dims,
                                              const cmsis_nn_dims *filter_dims,
                                              const cmsis_nn_dims *out_dims);
int32_t arm_transpose_conv_s8_get_buffer_size_dsp(const cmsis_nn_transpose_conv_params *transpose_conv_params,
                                                  const cmsis_nn_dims *input_dims,
                                                  const cmsis_nn_dims *filter_dims,
                                                  const cmsis_nn_dims *out_dims);
int32_t arm_transpose_conv_s8_get_buffer_size_mve(const cmsis_nn_transpose_conv_params *transpose_conv_params,
                                                  const cmsis_nn_dims *input_dims,
                                                  const cmsis_nn_dims *filter_dims,
                                                  const cmsis_nn_dims *out_dims);

/// The same as arm_transpose_conv_s8.
arm_cmsis_nn_status arm_transpose_conv_wrapper_s8(const cmsis_nn_context *ctx,
                                                  const cmsis_nn_context *reverse_conv_ctx,
                                                  const cmsis_nn_transpose_conv_params *transpose_conv_params,
                                                  const cmsis_nn_per_channel_quant_params *quant_params,
                                                  const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                                  const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                                  const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                                  const cmsis_nn_dims *output_dims, int8_t *output_data);
/// For output_ctx and reverse_conv_ctx: always 0.
int32_t arm_transpose_conv_s8_get_reverse_conv_buffer_size(
    const cmsis_nn_transpose_conv_params *transpose_conv_params, const cmsis_nn_dims *input_dims,
    const cmsis_nn_dims *filter_dims);

#ifdef __cplusplus
}
#endif

#endif
