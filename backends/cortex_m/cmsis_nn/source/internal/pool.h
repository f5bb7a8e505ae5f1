// SPDX-License-Identifier: Apache-2.0
// Inside of pooling: the walk over the output, and the kernels that differ by tier.
#ifndef PL_CMSIS_NN_POOL_H
#define PL_CMSIS_NN_POOL_H

#include "arm_nn_types.h"

/// The pixels of one window that lie over the input.
typedef struct {
    const int8_t *input; // channel 0 of the first pixel
    int32_t rows;
    int32_t cols;
    int32_t row_elems; // from one row of the input to the next
    int32_t channels;
    cmsis_nn_activation activation;
} pl_pool_window;

// By tier: pl_average_s8_<tier>.c, pl_maximum_s8_<tier>.c. Each writes the `channels` results of one output
// pixel.

/// Average, rounded to nearest with ties away from zero, then clamped. The window has a pixel.
void pl_average_s8(const pl_pool_window *window, int8_t *output);

/// Largest, then clamped. -128 where the window has no pixel.
void pl_maximum_s8(const pl_pool_window *window, int8_t *output);

/// sum / count rounded to nearest, ties away from zero.
static inline int32_t pl_rounded_average(int32_t sum, int32_t count) {
    return (sum < 0 ? sum - count / 2 : sum + count / 2) / count;
}

static inline bool pl_pool_is_valid(const cmsis_nn_pool_params *params, const cmsis_nn_dims *input_dims,
                                    const cmsis_nn_dims *filter_dims, const cmsis_nn_dims *output_dims) {
    return params->stride.w > 0 && params->stride.h > 0 && filter_dims->w > 0 && filter_dims->h > 0 &&
           input_dims->c == output_dims->c;
}

/// Whether each window along one dimension has a pixel of the input; those at the two ends have the fewest.
static inline bool pl_windows_have_pixels(int32_t padding, int32_t stride, int32_t filter_size,
                                          int32_t input_size, int32_t output_size) {
    return padding < filter_size && (output_size - 1) * stride - padding < input_size;
}

/// Whether an average pool is pl_pool_is_valid and has no window over padding alone.
static inline bool pl_average_is_valid(const cmsis_nn_pool_params *params, const cmsis_nn_dims *input_dims,
                                       const cmsis_nn_dims *filter_dims, const cmsis_nn_dims *output_dims) {
    return pl_pool_is_valid(params, input_dims, filter_dims, output_dims) &&
           pl_windows_have_pixels(params->padding.w, params->stride.w, filter_dims->w, input_dims->w,
                                  output_dims->w) &&
           pl_windows_have_pixels(params->padding.h, params->stride.h, filter_dims->h, input_dims->h,
                                  output_dims->h);
}

/// Calls `kernel` for each output pixel of each batch.
void pl_pool_walk(const cmsis_nn_pool_params *params, const cmsis_nn_dims *input_dims, const int8_t *input,
                  const cmsis_nn_dims *filter_dims, const cmsis_nn_dims *output_dims, int8_t *output,
                  void (*kernel)(const pl_pool_window *window, int8_t *output));

#endif
