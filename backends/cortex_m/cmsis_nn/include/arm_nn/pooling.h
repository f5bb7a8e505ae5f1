// SPDX-License-Identifier: Apache-2.0
// Pooling. What all functions have in common is in arm_nnfunctions.h.
#ifndef ARM_NN_POOLING_H
#define ARM_NN_POOLING_H

#include "arm_nn_types.h"

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif

#endif
