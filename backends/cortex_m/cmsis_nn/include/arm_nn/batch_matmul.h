// SPDX-License-Identifier: Apache-2.0
// Batch matmul. What all functions have in common is in arm_nnfunctions.h.
#ifndef ARM_NN_BATCH_MATMUL_H
#define ARM_NN_BATCH_MATMUL_H

#include "arm_nn_types.h"

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif

#endif
