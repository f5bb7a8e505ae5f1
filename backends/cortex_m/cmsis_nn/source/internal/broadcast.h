// SPDX-License-Identifier: Apache-2.0
// Functions of two int8 tensors whose dimensions of size 1 are repeated.
#ifndef PL_CMSIS_NN_BROADCAST_H
#define PL_CMSIS_NN_BROADCAST_H

#include "arm_nn_types.h"

/// output[i] = f(x[i * x_step], y[i * y_step]) for 0 <= i < count; the steps are 0 or 1.
typedef void pl_binary_run(const int8_t *x, int32_t x_step, const int8_t *y, int32_t y_step, int8_t *output,
                           int32_t count);

// By tier: basic_math/pl_smaller_larger_s8_<tier>.c.
pl_binary_run pl_smaller_s8, pl_larger_s8;

/// Calls `run` for the whole output in runs that are as long as the shapes allow. A dimension that is neither
/// the output's nor 1 is an ARG_ERROR.
arm_cmsis_nn_status pl_broadcast_s8(pl_binary_run *run, const int8_t *x, const cmsis_nn_dims *x_dims,
                                    const int8_t *y, const cmsis_nn_dims *y_dims, int8_t *output,
                                    const cmsis_nn_dims *output_dims);

#endif
