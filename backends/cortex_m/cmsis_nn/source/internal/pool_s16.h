// SPDX-License-Identifier: Apache-2.0
// Inside of int16 pooling: as pool.h.
#ifndef PL_CMSIS_NN_POOL_S16_H
#define PL_CMSIS_NN_POOL_S16_H

#include "internal/pool.h"

/// As pl_pool_window.
typedef struct {
    const int16_t *input;
    int32_t rows;
    int32_t cols;
    int32_t row_elems;
    int32_t channels;
    cmsis_nn_activation activation;
} pl_pool_window_s16;

/// Pixels whose sum, and half their number more, fits in 32 bits.
enum { PL_PIXELS_S16 = 65535 };

// By tier: pl_average_s16_<tier>.c, pl_maximum_s16_<tier>.c.

/// As pl_average_s8, for at most PL_PIXELS_S16 pixels.
void pl_average_s16(const pl_pool_window_s16 *window, int16_t *output);

/// As pl_maximum_s8. -32768 where the window has no pixel.
void pl_maximum_s16(const pl_pool_window_s16 *window, int16_t *output);

/// As pl_pool_walk.
void pl_pool_walk_s16(const cmsis_nn_pool_params *params, const cmsis_nn_dims *input_dims,
                      const int16_t *input, const cmsis_nn_dims *filter_dims,
                      const cmsis_nn_dims *output_dims, int16_t *output,
                      void (*kernel)(const pl_pool_window_s16 *window, int16_t *output));

#endif
