// SPDX-License-Identifier: Apache-2.0
// The layer functions of the CMSIS-NN C API (int8, int16, int4 weights), in Penlight's own implementation.
//
// Common to all functions
// - Tensors are int8, NHWC, dense, and need no alignment. No function reads or writes outside of a tensor.
// - Offsets: an input offset is minus the input's zero point (range [-127, 128]); an output offset is the
//   output's zero point (range [-128, 127]).
// - Accumulators are int32; the result is requantized (arm_nn_requantize), the output offset is added, then
//   the activation range is applied at both ends.
// - A padded pixel counts as the input's zero point: it adds nothing to an accumulator.
// - bias_data may be NULL: no bias. bias_dims is not read.
// - ctx gives scratch memory of at least the size that the matching *_get_buffer_size answers
//   (cmsis_nn_context says how). Too little of it, or a NULL buf where memory is needed, is
//   ARM_CMSIS_NN_ARG_ERROR.
// - Each X_get_buffer_size answers in bytes for the tier that the library was built for;
//   X_get_buffer_size_dsp and _mve answer for these tiers on every build, so that a host can plan for a
//   device.
// - Output must not overlap input or scratch unless a function says that it may.
//
// int16 (functions that end in _s16, but for element-wise ones and those that say otherwise)
// - Tensors are int16 with weights of int8, and have no zero points: offsets are not read, padding is 0.
// - Sums are exact, and results saturate. Convolutions with an int32 bias (is_int32_bias, also without data)
//   requantize sums as int8 layers do; all other layers by the upper half of the multiplier
//   (arm_nn_requantize_s64). An int64 bias lies in [-2^46, 2^46].
#ifndef ARM_NNFUNCTIONS_H
#define ARM_NNFUNCTIONS_H

#include "arm_nn_math_types.h"
#include "arm_nn_types.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------- convolution
//
// input  [n, h, w, c]        filter [c_out, kernel_h, kernel_w, c / groups], filter_dims->n is not read
// output [n, out_h, out_w, c_out]. groups = input_dims->c / filter_dims->c must divide c_out; output channels
// of one group are adjacent.

/// Convolution by the best kernel for the arguments: the function that programs should call.
arm_cmsis_nn_status arm_convolve_wrapper_s8(const cmsis_nn_context *ctx,
                                            const cmsis_nn_conv_params *conv_params,
                                            const cmsis_nn_per_channel_quant_params *quant_params,
                                            const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                            const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                            const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                            const cmsis_nn_dims *output_dims, int8_t *output_data);
int32_t arm_convolve_wrapper_s8_get_buffer_size(const cmsis_nn_conv_params *conv_params,
                                                const cmsis_nn_dims *input_dims,
                                                const cmsis_nn_dims *filter_dims,
                                                const cmsis_nn_dims *output_dims);
int32_t arm_convolve_wrapper_s8_get_buffer_size_dsp(const cmsis_nn_conv_params *conv_params,
                                                    const cmsis_nn_dims *input_dims,
                                                    const cmsis_nn_dims *filter_dims,
                                                    const cmsis_nn_dims *output_dims);
int32_t arm_convolve_wrapper_s8_get_buffer_size_mve(const cmsis_nn_conv_params *conv_params,
                                                    const cmsis_nn_dims *input_dims,
                                                    const cmsis_nn_dims *filter_dims,
                                                    const cmsis_nn_dims *output_dims);

/// Convolution without conditions: any kernel, stride, padding, dilation and groups.
/// upscale_dims: NULL, or w and h each 0, 1 or 2; with 2 the input is seen as if a zero-point pixel followed
/// each of its pixels along that dimension (for transposed convolution). input_dims then gives the enlarged
/// (even) shape.
arm_cmsis_nn_status arm_convolve_s8(const cmsis_nn_context *ctx, const cmsis_nn_conv_params *conv_params,
                                    const cmsis_nn_per_channel_quant_params *quant_params,
                                    const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                    const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                    const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                    const cmsis_nn_dims *upscale_dims, const cmsis_nn_dims *output_dims,
                                    int8_t *output_data);
int32_t arm_convolve_s8_get_buffer_size(const cmsis_nn_dims *input_dims, const cmsis_nn_dims *filter_dims);
int32_t arm_convolve_s8_get_buffer_size_dsp(const cmsis_nn_dims *input_dims,
                                            const cmsis_nn_dims *filter_dims);
int32_t arm_convolve_s8_get_buffer_size_mve(const cmsis_nn_dims *input_dims,
                                            const cmsis_nn_dims *filter_dims);

/// 1x1 convolution, stride 1, no padding, one group; another shape is an ARG_ERROR.
arm_cmsis_nn_status arm_convolve_1x1_s8_fast(const cmsis_nn_context *ctx,
                                             const cmsis_nn_conv_params *conv_params,
                                             const cmsis_nn_per_channel_quant_params *quant_params,
                                             const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                             const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                             const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                             const cmsis_nn_dims *output_dims, int8_t *output_data);
int32_t arm_convolve_1x1_s8_fast_get_buffer_size(const cmsis_nn_dims *input_dims);
int32_t arm_convolve_1x1_s8_fast_get_buffer_size_dsp(const cmsis_nn_dims *input_dims);
int32_t arm_convolve_1x1_s8_fast_get_buffer_size_mve(const cmsis_nn_dims *input_dims);

/// 1x1 convolution with any stride, no padding, one group; needs no scratch memory.
arm_cmsis_nn_status arm_convolve_1x1_s8(const cmsis_nn_context *ctx, const cmsis_nn_conv_params *conv_params,
                                        const cmsis_nn_per_channel_quant_params *quant_params,
                                        const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                        const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                        const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                        const cmsis_nn_dims *output_dims, int8_t *output_data);

/// Convolution along the width: input, kernel and output are one row high, no padding along the height,
/// dilation 1, one group, stride.w * c a multiple of 4; another shape is an ARG_ERROR.
arm_cmsis_nn_status arm_convolve_1_x_n_s8(const cmsis_nn_context *ctx,
                                          const cmsis_nn_conv_params *conv_params,
                                          const cmsis_nn_per_channel_quant_params *quant_params,
                                          const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                          const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                          const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                          const cmsis_nn_dims *output_dims, int8_t *output_data);
int32_t arm_convolve_1_x_n_s8_get_buffer_size(const cmsis_nn_conv_params *conv_params,
                                              const cmsis_nn_dims *input_dims,
                                              const cmsis_nn_dims *filter_dims,
                                              const cmsis_nn_dims *output_dims);
int32_t arm_convolve_1_x_n_s8_get_buffer_size_dsp(const cmsis_nn_conv_params *conv_params,
                                                  const cmsis_nn_dims *input_dims,
                                                  const cmsis_nn_dims *filter_dims,
                                                  const cmsis_nn_dims *output_dims);
int32_t arm_convolve_1_x_n_s8_get_buffer_size_mve(const cmsis_nn_conv_params *conv_params,
                                                  const cmsis_nn_dims *input_dims,
                                                  const cmsis_nn_dims *filter_dims,
                                                  const cmsis_nn_dims *output_dims);

/// int16 convolution by the best kernel for the arguments: the function that programs should call. One group:
/// filter_dims->c is not read. bias_data may be NULL, which is as an int64 bias without data.
arm_cmsis_nn_status arm_convolve_wrapper_s16(const cmsis_nn_context *ctx,
                                             const cmsis_nn_conv_params *conv_params,
                                             const cmsis_nn_per_channel_quant_params *quant_params,
                                             const cmsis_nn_dims *input_dims, const int16_t *input_data,
                                             const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                             const cmsis_nn_dims *bias_dims,
                                             const cmsis_nn_bias_data *bias_data,
                                             const cmsis_nn_dims *output_dims, int16_t *output_data);
int32_t arm_convolve_wrapper_s16_get_buffer_size(const cmsis_nn_conv_params *conv_params,
                                                 const cmsis_nn_dims *input_dims,
                                                 const cmsis_nn_dims *filter_dims,
                                                 const cmsis_nn_dims *output_dims);
int32_t arm_convolve_wrapper_s16_get_buffer_size_dsp(const cmsis_nn_conv_params *conv_params,
                                                     const cmsis_nn_dims *input_dims,
                                                     const cmsis_nn_dims *filter_dims,
                                                     const cmsis_nn_dims *output_dims);
int32_t arm_convolve_wrapper_s16_get_buffer_size_mve(const cmsis_nn_conv_params *conv_params,
                                                     const cmsis_nn_dims *input_dims,
                                                     const cmsis_nn_dims *filter_dims,
                                                     const cmsis_nn_dims *output_dims);

/// As arm_convolve_wrapper_s16.
arm_cmsis_nn_status arm_convolve_s16(const cmsis_nn_context *ctx, const cmsis_nn_conv_params *conv_params,
                                     const cmsis_nn_per_channel_quant_params *quant_params,
                                     const cmsis_nn_dims *input_dims, const int16_t *input_data,
                                     const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                     const cmsis_nn_dims *bias_dims, const cmsis_nn_bias_data *bias_data,
                                     const cmsis_nn_dims *output_dims, int16_t *output_data);
int32_t arm_convolve_s16_get_buffer_size(const cmsis_nn_dims *input_dims, const cmsis_nn_dims *filter_dims);
int32_t arm_convolve_s16_get_buffer_size_dsp(const cmsis_nn_dims *input_dims,
                                             const cmsis_nn_dims *filter_dims);
int32_t arm_convolve_s16_get_buffer_size_mve(const cmsis_nn_dims *input_dims,
                                             const cmsis_nn_dims *filter_dims);

// ------------------------------------------------------------------------------------ depthwise convolution
//
// input [n, h, w, c]   filter [1, kernel_h, kernel_w, c_out], c_out = c * ch_mult   output [n, out_h, out_w,
// c_out]

/// Depthwise convolution by the best kernel for the arguments: the function that programs should call.
arm_cmsis_nn_status arm_depthwise_conv_wrapper_s8(const cmsis_nn_context *ctx,
                                                  const cmsis_nn_dw_conv_params *dw_conv_params,
                                                  const cmsis_nn_per_channel_quant_params *quant_params,
                                                  const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                                  const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                                  const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                                  const cmsis_nn_dims *output_dims, int8_t *output_data);
int32_t arm_depthwise_conv_wrapper_s8_get_buffer_size(const cmsis_nn_dw_conv_params *dw_conv_params,
                                                      const cmsis_nn_dims *input_dims,
                                                      const cmsis_nn_dims *filter_dims,
                                                      const cmsis_nn_dims *output_dims);
int32_t arm_depthwise_conv_wrapper_s8_get_buffer_size_dsp(const cmsis_nn_dw_conv_params *dw_conv_params,
                                                          const cmsis_nn_dims *input_dims,
                                                          const cmsis_nn_dims *filter_dims,
                                                          const cmsis_nn_dims *output_dims);
int32_t arm_depthwise_conv_wrapper_s8_get_buffer_size_mve(const cmsis_nn_dw_conv_params *dw_conv_params,
                                                          const cmsis_nn_dims *input_dims,
                                                          const cmsis_nn_dims *filter_dims,
                                                          const cmsis_nn_dims *output_dims);

/// Depthwise convolution without conditions: any kernel, stride, padding, dilation, ch_mult and batch.
arm_cmsis_nn_status arm_depthwise_conv_s8(const cmsis_nn_context *ctx,
                                          const cmsis_nn_dw_conv_params *dw_conv_params,
                                          const cmsis_nn_per_channel_quant_params *quant_params,
                                          const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                          const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                          const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                          const cmsis_nn_dims *output_dims, int8_t *output_data);

/// Depthwise convolution with a 3x3 kernel, ch_mult 1, dilation 1, padding 0 or 1 along the width.
arm_cmsis_nn_status arm_depthwise_conv_3x3_s8(const cmsis_nn_context *ctx,
                                              const cmsis_nn_dw_conv_params *dw_conv_params,
                                              const cmsis_nn_per_channel_quant_params *quant_params,
                                              const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                              const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                              const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                              const cmsis_nn_dims *output_dims, int8_t *output_data);

/// Depthwise convolution with ch_mult 1 (input and output have the same channels).
arm_cmsis_nn_status arm_depthwise_conv_s8_opt(const cmsis_nn_context *ctx,
                                              const cmsis_nn_dw_conv_params *dw_conv_params,
                                              const cmsis_nn_per_channel_quant_params *quant_params,
                                              const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                              const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                              const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                              const cmsis_nn_dims *output_dims, int8_t *output_data);
int32_t arm_depthwise_conv_s8_opt_get_buffer_size(const cmsis_nn_dims *input_dims,
                                                  const cmsis_nn_dims *filter_dims);
int32_t arm_depthwise_conv_s8_opt_get_buffer_size_dsp(const cmsis_nn_dims *input_dims,
                                                      const cmsis_nn_dims *filter_dims);
int32_t arm_depthwise_conv_s8_opt_get_buffer_size_mve(const cmsis_nn_dims *input_dims,
                                                      const cmsis_nn_dims *filter_dims);

/// int16 depthwise convolution by the best kernel for the arguments: the function that programs should call.
/// It and the two that follow need no scratch memory; sizes are those that CMSIS-NN asks for.
/// filter_dims->c is not read.
arm_cmsis_nn_status arm_depthwise_conv_wrapper_s16(const cmsis_nn_context *ctx,
                                                   const cmsis_nn_dw_conv_params *dw_conv_params,
                                                   const cmsis_nn_per_channel_quant_params *quant_params,
                                                   const cmsis_nn_dims *input_dims, const int16_t *input_data,
                                                   const cmsis_nn_dims *filter_dims,
                                                   const int8_t *filter_data, const cmsis_nn_dims *bias_dims,
                                                   const int64_t *bias_data, const cmsis_nn_dims *output_dims,
                                                   int16_t *output_data);
int32_t arm_depthwise_conv_wrapper_s16_get_buffer_size(const cmsis_nn_dw_conv_params *dw_conv_params,
                                                       const cmsis_nn_dims *input_dims,
                                                       const cmsis_nn_dims *filter_dims,
                                                       const cmsis_nn_dims *output_dims);
int32_t arm_depthwise_conv_wrapper_s16_get_buffer_size_dsp(const cmsis_nn_dw_conv_params *dw_conv_params,
                                                           const cmsis_nn_dims *input_dims,
                                                           const cmsis_nn_dims *filter_dims,
                                                           const cmsis_nn_dims *output_dims);
int32_t arm_depthwise_conv_wrapper_s16_get_buffer_size_mve(const cmsis_nn_dw_conv_params *dw_conv_params,
                                                           const cmsis_nn_dims *input_dims,
                                                           const cmsis_nn_dims *filter_dims,
                                                           const cmsis_nn_dims *output_dims);

/// int16 depthwise convolution without conditions.
arm_cmsis_nn_status arm_depthwise_conv_s16(const cmsis_nn_context *ctx,
                                           const cmsis_nn_dw_conv_params *dw_conv_params,
                                           const cmsis_nn_per_channel_quant_params *quant_params,
                                           const cmsis_nn_dims *input_dims, const int16_t *input_data,
                                           const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                           const cmsis_nn_dims *bias_dims, const int64_t *bias_data,
                                           const cmsis_nn_dims *output_dims, int16_t *output_data);

/// int16 depthwise convolution with ch_mult 1.
arm_cmsis_nn_status arm_depthwise_conv_fast_s16(const cmsis_nn_context *ctx,
                                                const cmsis_nn_dw_conv_params *dw_conv_params,
                                                const cmsis_nn_per_channel_quant_params *quant_params,
                                                const cmsis_nn_dims *input_dims, const int16_t *input_data,
                                                const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                                const cmsis_nn_dims *bias_dims, const int64_t *bias_data,
                                                const cmsis_nn_dims *output_dims, int16_t *output_data);
int32_t arm_depthwise_conv_fast_s16_get_buffer_size(const cmsis_nn_dims *input_dims,
                                                    const cmsis_nn_dims *filter_dims);
int32_t arm_depthwise_conv_fast_s16_get_buffer_size_dsp(const cmsis_nn_dims *input_dims,
                                                        const cmsis_nn_dims *filter_dims);
int32_t arm_depthwise_conv_fast_s16_get_buffer_size_mve(const cmsis_nn_dims *input_dims,
                                                        const cmsis_nn_dims *filter_dims);

// ------------------------------------------------------------------------------------------ fully connected
//
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

// ------------------------------------------------------------------------------------ transposed convolution
//
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

// ---------------------------------------------------------------------------------------------- int4 weights
//
// As the functions for int8 with the same name, but for the filter, whose weights have four bits, range [-8,
// 7]. Two lie in a byte, the first of them in its low half. Nothing lies between rows: where the number of
// weights in a row is odd, the next row starts in the high half of a byte. There are no groups, and
// filter_dims->c is not read.

/// Convolution by the best kernel for the arguments: the function that programs should call.
arm_cmsis_nn_status arm_convolve_wrapper_s4(const cmsis_nn_context *ctx,
                                            const cmsis_nn_conv_params *conv_params,
                                            const cmsis_nn_per_channel_quant_params *quant_params,
                                            const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                            const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                            const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                            const cmsis_nn_dims *output_dims, int8_t *output_data);
int32_t arm_convolve_wrapper_s4_get_buffer_size(const cmsis_nn_conv_params *conv_params,
                                                const cmsis_nn_dims *input_dims,
                                                const cmsis_nn_dims *filter_dims,
                                                const cmsis_nn_dims *output_dims);
int32_t arm_convolve_wrapper_s4_get_buffer_size_dsp(const cmsis_nn_conv_params *conv_params,
                                                    const cmsis_nn_dims *input_dims,
                                                    const cmsis_nn_dims *filter_dims,
                                                    const cmsis_nn_dims *output_dims);
int32_t arm_convolve_wrapper_s4_get_buffer_size_mve(const cmsis_nn_conv_params *conv_params,
                                                    const cmsis_nn_dims *input_dims,
                                                    const cmsis_nn_dims *filter_dims,
                                                    const cmsis_nn_dims *output_dims);

/// Convolution without conditions.
arm_cmsis_nn_status arm_convolve_s4(const cmsis_nn_context *ctx, const cmsis_nn_conv_params *conv_params,
                                    const cmsis_nn_per_channel_quant_params *quant_params,
                                    const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                    const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                    const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                    const cmsis_nn_dims *output_dims, int8_t *output_data);
int32_t arm_convolve_s4_get_buffer_size(const cmsis_nn_dims *input_dims, const cmsis_nn_dims *filter_dims);
int32_t arm_convolve_s4_get_buffer_size_dsp(const cmsis_nn_dims *input_dims,
                                            const cmsis_nn_dims *filter_dims);
int32_t arm_convolve_s4_get_buffer_size_mve(const cmsis_nn_dims *input_dims,
                                            const cmsis_nn_dims *filter_dims);

/// Convolution with an even number of weights for each output channel; another shape is an ARG_ERROR. Scratch
/// memory as for arm_convolve_s4.
arm_cmsis_nn_status arm_convolve_even_s4(const cmsis_nn_context *ctx, const cmsis_nn_conv_params *conv_params,
                                         const cmsis_nn_per_channel_quant_params *quant_params,
                                         const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                         const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                         const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                         const cmsis_nn_dims *output_dims, int8_t *output_data);

/// 1x1 convolution, stride 1, no padding; another shape is an ARG_ERROR.
arm_cmsis_nn_status arm_convolve_1x1_s4_fast(const cmsis_nn_context *ctx,
                                             const cmsis_nn_conv_params *conv_params,
                                             const cmsis_nn_per_channel_quant_params *quant_params,
                                             const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                             const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                             const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                             const cmsis_nn_dims *output_dims, int8_t *output_data);
int32_t arm_convolve_1x1_s4_fast_get_buffer_size(const cmsis_nn_dims *input_dims);
int32_t arm_convolve_1x1_s4_fast_get_buffer_size_dsp(const cmsis_nn_dims *input_dims);
int32_t arm_convolve_1x1_s4_fast_get_buffer_size_mve(const cmsis_nn_dims *input_dims);

/// 1x1 convolution with any stride, no padding; needs no scratch memory.
arm_cmsis_nn_status arm_convolve_1x1_s4(const cmsis_nn_context *ctx, const cmsis_nn_conv_params *conv_params,
                                        const cmsis_nn_per_channel_quant_params *quant_params,
                                        const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                        const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                        const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                        const cmsis_nn_dims *output_dims, int8_t *output_data);

/// Convolution along the width, on the conditions of arm_convolve_1_x_n_s8. Needs no scratch memory: the size
/// is that of other libraries.
arm_cmsis_nn_status arm_convolve_1_x_n_s4(const cmsis_nn_context *ctx,
                                          const cmsis_nn_conv_params *conv_params,
                                          const cmsis_nn_per_channel_quant_params *quant_params,
                                          const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                          const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                          const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                          const cmsis_nn_dims *output_dims, int8_t *output_data);
int32_t arm_convolve_1_x_n_s4_get_buffer_size(const cmsis_nn_conv_params *conv_params,
                                              const cmsis_nn_dims *input_dims,
                                              const cmsis_nn_dims *filter_dims,
                                              const cmsis_nn_dims *output_dims);
int32_t arm_convolve_1_x_n_s4_get_buffer_size_dsp(const cmsis_nn_conv_params *conv_params,
                                                  const cmsis_nn_dims *input_dims,
                                                  const cmsis_nn_dims *filter_dims,
                                                  const cmsis_nn_dims *output_dims);
int32_t arm_convolve_1_x_n_s4_get_buffer_size_mve(const cmsis_nn_conv_params *conv_params,
                                                  const cmsis_nn_dims *input_dims,
                                                  const cmsis_nn_dims *filter_dims,
                                                  const cmsis_nn_dims *output_dims);

/// Depthwise convolution by the best kernel for the arguments: the function that programs should call.
arm_cmsis_nn_status arm_depthwise_conv_wrapper_s4(const cmsis_nn_context *ctx,
                                                  const cmsis_nn_dw_conv_params *dw_conv_params,
                                                  const cmsis_nn_per_channel_quant_params *quant_params,
                                                  const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                                  const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                                  const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                                  const cmsis_nn_dims *output_dims, int8_t *output_data);
int32_t arm_depthwise_conv_wrapper_s4_get_buffer_size(const cmsis_nn_dw_conv_params *dw_conv_params,
                                                      const cmsis_nn_dims *input_dims,
                                                      const cmsis_nn_dims *filter_dims,
                                                      const cmsis_nn_dims *output_dims);
int32_t arm_depthwise_conv_wrapper_s4_get_buffer_size_dsp(const cmsis_nn_dw_conv_params *dw_conv_params,
                                                          const cmsis_nn_dims *input_dims,
                                                          const cmsis_nn_dims *filter_dims,
                                                          const cmsis_nn_dims *output_dims);
int32_t arm_depthwise_conv_wrapper_s4_get_buffer_size_mve(const cmsis_nn_dw_conv_params *dw_conv_params,
                                                          const cmsis_nn_dims *input_dims,
                                                          const cmsis_nn_dims *filter_dims,
                                                          const cmsis_nn_dims *output_dims);

/// Depthwise convolution without conditions; needs no scratch memory. With that which the wrapper asks for,
/// its size stated, it is much faster.
arm_cmsis_nn_status arm_depthwise_conv_s4(const cmsis_nn_context *ctx,
                                          const cmsis_nn_dw_conv_params *dw_conv_params,
                                          const cmsis_nn_per_channel_quant_params *quant_params,
                                          const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                          const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                          const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                          const cmsis_nn_dims *output_dims, int8_t *output_data);

/// Depthwise convolution with ch_mult 1 (input and output have the same channels).
arm_cmsis_nn_status arm_depthwise_conv_s4_opt(const cmsis_nn_context *ctx,
                                              const cmsis_nn_dw_conv_params *dw_conv_params,
                                              const cmsis_nn_per_channel_quant_params *quant_params,
                                              const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                              const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                              const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                              const cmsis_nn_dims *output_dims, int8_t *output_data);
int32_t arm_depthwise_conv_s4_opt_get_buffer_size(const cmsis_nn_dims *input_dims,
                                                  const cmsis_nn_dims *filter_dims);
int32_t arm_depthwise_conv_s4_opt_get_buffer_size_dsp(const cmsis_nn_dims *input_dims,
                                                      const cmsis_nn_dims *filter_dims);
int32_t arm_depthwise_conv_s4_opt_get_buffer_size_mve(const cmsis_nn_dims *input_dims,
                                                      const cmsis_nn_dims *filter_dims);

/// Fully connected layer with one multiplier and shift for all outputs, fc_params->filter_offset 0. Needs no
/// scratch memory.
arm_cmsis_nn_status arm_fully_connected_s4(const cmsis_nn_context *ctx, const cmsis_nn_fc_params *fc_params,
                                           const cmsis_nn_per_tensor_quant_params *quant_params,
                                           const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                           const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                           const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                           const cmsis_nn_dims *output_dims, int8_t *output_data);

// --------------------------------------------------------------------------------------------- batch matmul
//
// lhs [n, h, rows, c]   rhs [n, h, columns, c], already transposed   output [n, h, rows, columns]. The names
// of the dimensions are those of cmsis_nn_dims: rows and columns are w. In n and h the inputs agree, or one
// of them is 1: then its matrix stands for all. Of output_dims, w and c are not read.

/// Product of each pair of int8 matrices. ctx: scratch memory of arm_fully_connected_s8_get_buffer_size for a
/// filter with rhs's columns as c.
arm_cmsis_nn_status arm_batch_matmul_s8(const cmsis_nn_context *ctx, const cmsis_nn_bmm_params *bmm_params,
                                        const cmsis_nn_per_tensor_quant_params *quant_params,
                                        const cmsis_nn_dims *input_lhs_dims, const int8_t *input_lhs,
                                        const cmsis_nn_dims *input_rhs_dims, const int8_t *input_rhs,
                                        const cmsis_nn_dims *output_dims, int8_t *output);

/// Product of each pair of int16 matrices. Needs no scratch memory.
arm_cmsis_nn_status arm_batch_matmul_s16(const cmsis_nn_context *ctx, const cmsis_nn_bmm_params *bmm_params,
                                         const cmsis_nn_per_tensor_quant_params *quant_params,
                                         const cmsis_nn_dims *input_lhs_dims, const int16_t *input_lhs,
                                         const cmsis_nn_dims *input_rhs_dims, const int16_t *input_rhs,
                                         const cmsis_nn_dims *output_dims, int16_t *output);

// --------------------------------------------------------------------------------------------- element-wise

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

// -------------------------------------------------------------------------------------------------- pooling
//
// input [n, h, w, c]   filter_dims->h x filter_dims->w window   output [n, out_h, out_w, c]
// Pixels outside of the input do not take part.

/// Average of the pixels in the window, rounded to nearest with ties away from zero, then clamped.
/// A window with no pixel of the input is an ARG_ERROR.
arm_cmsis_nn_status arm_avgpool_s8(const cmsis_nn_context *ctx, const cmsis_nn_pool_params *pool_params,
                                   const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                   const cmsis_nn_dims *filter_dims, const cmsis_nn_dims *output_dims,
                                   int8_t *output_data);
int32_t arm_avgpool_s8_get_buffer_size(int dim_dst_width, int ch_src);
int32_t arm_avgpool_s8_get_buffer_size_dsp(int dim_dst_width, int ch_src);
int32_t arm_avgpool_s8_get_buffer_size_mve(int dim_dst_width, int ch_src);

/// Largest pixel in the window, clamped. Needs no scratch memory.
arm_cmsis_nn_status arm_max_pool_s8(const cmsis_nn_context *ctx, const cmsis_nn_pool_params *pool_params,
                                    const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                    const cmsis_nn_dims *filter_dims, const cmsis_nn_dims *output_dims,
                                    int8_t *output_data);

/// As arm_avgpool_s8 for int16. Needs no scratch memory; sizes are those that CMSIS-NN asks for.
arm_cmsis_nn_status arm_avgpool_s16(const cmsis_nn_context *ctx, const cmsis_nn_pool_params *pool_params,
                                    const cmsis_nn_dims *input_dims, const int16_t *input_data,
                                    const cmsis_nn_dims *filter_dims, const cmsis_nn_dims *output_dims,
                                    int16_t *output_data);
int32_t arm_avgpool_s16_get_buffer_size(int dim_dst_width, int ch_src);
int32_t arm_avgpool_s16_get_buffer_size_dsp(int dim_dst_width, int ch_src);
int32_t arm_avgpool_s16_get_buffer_size_mve(int dim_dst_width, int ch_src);

/// As arm_max_pool_s8 for int16.
arm_cmsis_nn_status arm_max_pool_s16(const cmsis_nn_context *ctx, const cmsis_nn_pool_params *pool_params,
                                     const cmsis_nn_dims *input_dims, const int16_t *src,
                                     const cmsis_nn_dims *filter_dims, const cmsis_nn_dims *output_dims,
                                     int16_t *dst);

// -------------------------------------------------------------------------------------------------- softmax

/// Softmax of num_rows rows of row_size values; the output's scale is 1/256 and its zero point -128.
/// mult and shift (in [0, 31]) scale the differences to the row's maximum to Q5.26; differences below
/// diff_min count as zero. The output may be the input.
void arm_softmax_s8(const int8_t *input, int32_t num_rows, int32_t row_size, int32_t mult, int32_t shift,
                    int32_t diff_min, int8_t *output);

/// As arm_softmax_s8; the output's scale is 1/65536 and its zero point -32768.
void arm_softmax_s8_s16(const int8_t *input, int32_t num_rows, int32_t row_size, int32_t mult, int32_t shift,
                        int32_t diff_min, int16_t *output);

/// As arm_softmax_s8; the output's scale is 1/256 and its zero point 0.
void arm_softmax_u8(const uint8_t *input, int32_t num_rows, int32_t row_size, int32_t mult, int32_t shift,
                    int32_t diff_min, uint8_t *output);

/// Softmax of num_rows rows of row_size (at most 65536) values by the tables of softmax_params, in Q0.15.
/// mult and shift requantize a difference to the row's maximum to units of 10 / 65535. A table that is NULL,
/// or a row that is longer, is an ARG_ERROR. The output may be the input.
arm_cmsis_nn_status arm_softmax_s16(const int16_t *input, int32_t num_rows, int32_t row_size, int32_t mult,
                                    int32_t shift, const cmsis_nn_softmax_lut_s16 *softmax_params,
                                    int16_t *output);

// ------------------------------------------------------------------------------------------ recurrent layers

/// SVDF with int8 state. input_dims: n batches of h values. weights_feature_dims: n = features, each has h of
/// the input's values as weights. weights_time_dims: h = time. state_data [n, features, time] is kept from
/// call to call: each feature's row moves on by one, and the feature's newest value, requantized by
/// input_quant_params and clamped to input_activation, comes last. The rows times weights_time_data
/// [features, time], summed over `rank` adjacent features and bias_data (may be NULL), give the
/// features / rank results of a batch. A rank that does not divide features is an ARG_ERROR.
/// ctx: on the MVE tier its buf must hold the sums that arm_vector_sum_s8 prepared from the feature weights
/// with lhs_offset = -input_offset, rhs_offset = 0 and no bias. input_ctx and output_ctx are memory that
/// CMSIS-NN asks for (n * features and n * features / rank int32); it must be given, and is left as it is.
arm_cmsis_nn_status arm_svdf_s8(const cmsis_nn_context *ctx, const cmsis_nn_context *input_ctx,
                                const cmsis_nn_context *output_ctx, const cmsis_nn_svdf_params *svdf_params,
                                const cmsis_nn_per_tensor_quant_params *input_quant_params,
                                const cmsis_nn_per_tensor_quant_params *output_quant_params,
                                const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                const cmsis_nn_dims *state_dims, int8_t *state_data,
                                const cmsis_nn_dims *weights_feature_dims, const int8_t *weights_feature_data,
                                const cmsis_nn_dims *weights_time_dims, const int8_t *weights_time_data,
                                const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                const cmsis_nn_dims *output_dims, int8_t *output_data);

/// For ctx of arm_svdf_s8; filter_dims are weights_feature_dims. More than 0 means: call arm_vector_sum_s8 on
/// a buffer of this size first.
int32_t arm_svdf_s8_get_buffer_size(const cmsis_nn_dims *filter_dims);
int32_t arm_svdf_s8_get_buffer_size_dsp(const cmsis_nn_dims *filter_dims);
int32_t arm_svdf_s8_get_buffer_size_mve(const cmsis_nn_dims *filter_dims);

/// As arm_svdf_s8, with int16 state and time weights, and without ctx.
arm_cmsis_nn_status arm_svdf_state_s16_s8(
    const cmsis_nn_context *input_ctx, const cmsis_nn_context *output_ctx,
    const cmsis_nn_svdf_params *svdf_params, const cmsis_nn_per_tensor_quant_params *input_quant_params,
    const cmsis_nn_per_tensor_quant_params *output_quant_params, const cmsis_nn_dims *input_dims,
    const int8_t *input_data, const cmsis_nn_dims *state_dims, int16_t *state_data,
    const cmsis_nn_dims *weights_feature_dims, const int8_t *weights_feature_data,
    const cmsis_nn_dims *weights_time_dims, const int16_t *weights_time_data, const cmsis_nn_dims *bias_dims,
    const int32_t *bias_data, const cmsis_nn_dims *output_dims, int8_t *output_data);

/// LSTM over time_steps steps of batch_size sequences; input and output are laid out as params->time_major
/// says. The structures' comments tell what they hold. The states in `buffers` are read and written, so that
/// a sequence may come in several calls. A size below 1, or missing memory (but for the hidden state), is an
/// ARG_ERROR.
arm_cmsis_nn_status arm_lstm_unidirectional_s8(const int8_t *input, int8_t *output,
                                               const cmsis_nn_lstm_params *params,
                                               cmsis_nn_lstm_context *buffers);

/// As arm_lstm_unidirectional_s8 with int16 values, of which only the output may have a zero point, and int64
/// effective biases.
arm_cmsis_nn_status arm_lstm_unidirectional_s16(const int16_t *input, int16_t *output,
                                                const cmsis_nn_lstm_params *params,
                                                cmsis_nn_lstm_context *buffers);

// -------------------------------------------------------------------------------------------- data movement

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
