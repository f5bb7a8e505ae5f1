// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/pool_s16.h"
#include "internal/requantize_s16.h"

/// Windows of any size, slowly.
static void average_wide(const pl_pool_window_s16 *window, int16_t *output) {
    const int64_t count = (int64_t)window->rows * window->cols;
    for (int32_t channel = 0; channel < window->channels; channel++) {
        int64_t sum = 0;
        for (int32_t y = 0; y < window->rows; y++) {
            const int16_t *row = window->input + y * window->row_elems + channel;
            for (int32_t x = 0; x < window->cols; x++) {
                sum += row[x * window->channels];
            }
        }
        const int64_t value = (sum < 0 ? sum - count / 2 : sum + count / 2) / count;
        output[channel] = (int16_t)pl_clamp_s64(value, window->activation.min, window->activation.max);
    }
}

arm_cmsis_nn_status arm_avgpool_s16(const cmsis_nn_context *ctx, const cmsis_nn_pool_params *pool_params,
                                    const cmsis_nn_dims *input_dims, const int16_t *input_data,
                                    const cmsis_nn_dims *filter_dims, const cmsis_nn_dims *output_dims,
                                    int16_t *output_data) {
    (void)ctx;
    if (!pl_average_is_valid(pool_params, input_dims, filter_dims, output_dims)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const bool is_wide = filter_dims->h > PL_PIXELS_S16 / filter_dims->w;
    pl_pool_walk_s16(pool_params, input_dims, input_data, filter_dims, output_dims, output_data,
                     is_wide ? average_wide : pl_average_s16);
    return ARM_CMSIS_NN_SUCCESS;
}
