// SPDX-License-Identifier: Apache-2.0
#include "internal/pool_s16.h"
#include "internal/window.h"

void pl_pool_walk_s16(const cmsis_nn_pool_params *params, const cmsis_nn_dims *input_dims,
                      const int16_t *input, const cmsis_nn_dims *filter_dims,
                      const cmsis_nn_dims *output_dims, int16_t *output,
                      void (*kernel)(const pl_pool_window_s16 *window, int16_t *output)) {
    pl_pool_window_s16 window = {
        .row_elems = input_dims->w * input_dims->c,
        .channels = input_dims->c,
        .activation = params->activation,
    };
    for (int32_t n = 0; n < input_dims->n; n++) {
        for (int32_t out_y = 0; out_y < output_dims->h; out_y++) {
            const int32_t origin_y = out_y * params->stride.h - params->padding.h;
            const pl_taps y = pl_taps_inside(origin_y, filter_dims->h, 1, input_dims->h);
            const int16_t *row = input + (origin_y + y.begin) * window.row_elems;
            window.rows = y.end - y.begin;
            for (int32_t out_x = 0; out_x < output_dims->w; out_x++) {
                const int32_t origin_x = out_x * params->stride.w - params->padding.w;
                const pl_taps x = pl_taps_inside(origin_x, filter_dims->w, 1, input_dims->w);
                window.input = row + (origin_x + x.begin) * window.channels;
                window.cols = x.end - x.begin;
                kernel(&window, output);
                output += window.channels;
            }
        }
        input += input_dims->h * window.row_elems;
    }
}
