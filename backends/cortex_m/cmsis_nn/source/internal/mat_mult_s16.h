// SPDX-License-Identifier: Apache-2.0
// Products of int16 rows with the rows of a matrix: convolutions, fully connected layers, batch matmul.
#ifndef PL_CMSIS_NN_MAT_MULT_S16_H
#define PL_CMSIS_NN_MAT_MULT_S16_H

#include "arm_nn_types.h"
#include "internal/requantize_s16.h"
#include "internal/tier.h"

/// So many products of int16 and int8 have a sum of 32 bits, whatever their values.
enum { PL_PRODUCTS_S16_S8 = 504 };

/// How many rows of lhs a kernel takes at a time.
#if defined(PL_CMSIS_NN_TIER_MVE)
enum { PL_ROWS_TOGETHER = 4 };
#else
enum { PL_ROWS_TOGETHER = 1 };
#endif

/// Left-hand side: rows of int16, `stride` elements apart.
typedef struct {
    const int16_t *rows;
    int32_t count;
    int32_t stride;
} pl_rows_s16;

/// A multiplier and shift for each row of rhs. bias_data: NULL is as one without data, and not of int32.
static inline pl_output_s16 pl_output_s16_per_channel(const int32_t *multiplier, const int32_t *shift,
                                                      const cmsis_nn_bias_data *bias_data, int32_t min,
                                                      int32_t max) {
    return (pl_output_s16){
        .multiplier = multiplier,
        .shift = shift,
        .quant_stride = 1,
        .bias = bias_data != NULL ? bias_data->data : NULL,
        .is_int32_bias = bias_data != NULL && bias_data->is_int32_bias,
        .min = min,
        .max = max,
    };
}

/// One multiplier and shift for all rows, int64 bias (NULL: none).
static inline pl_output_s16 pl_output_s16_per_tensor(const int32_t *multiplier, const int32_t *shift,
                                                     const int64_t *bias, int32_t min, int32_t max) {
    return (pl_output_s16){
        .multiplier = multiplier,
        .shift = shift,
        .quant_stride = 0,
        .bias = bias,
        .is_int32_bias = false,
        .min = min,
        .max = max,
    };
}

/// dst[i * rhs_rows + j] = result of the sum over k < cols of lhs[i][k] * rhs[j][k] + bias[j]. Sums are
/// exact. cols >= 1. By tier: pl_mat_mult_nt_t_s16_<tier>.c.
void pl_mat_mult_nt_t_s16(const pl_rows_s16 *lhs, const int8_t *rhs, int32_t rhs_rows, int32_t cols,
                          const pl_output_s16 *output, int16_t *dst);

/// The same with an int16 matrix. By tier: pl_mat_mult_nt_t_s16_s16_<tier>.c.
void pl_mat_mult_nt_t_s16_s16(const pl_rows_s16 *lhs, const int16_t *rhs, int32_t rhs_rows, int32_t cols,
                              const pl_output_s16 *output, int16_t *dst);

#endif
