// SPDX-License-Identifier: Apache-2.0
#include "internal/depthwise_s16_lanes.h"

/// Not inlined: beside the variables of its caller those here would not fit into the registers.
__attribute__((noinline)) static pl_depthwise_s16_sums sum_4(const pl_depthwise_s16_window *window,
                                                             const pl_depthwise_s16_steps *steps) {
    const int16_t *input = window->input;
    const int8_t *filter = window->filter;
    const int32_t input_col = steps->input_col, filter_col = steps->filter_col;
    pl_depthwise_s16_sums s = {0, 0, 0, 0};
    for (int32_t row = window->rows; row > 0; row--) {
        const int16_t *x = input;
        const int8_t *w = filter;
        for (int32_t col = window->cols; col > 0; col--) {
            s.a0 += x[0] * w[0];
            s.a1 += x[1] * w[1];
            s.a2 += x[2] * w[2];
            s.a3 += x[3] * w[3];
            x += input_col;
            w += filter_col;
        }
        input += steps->input_row;
        filter += steps->filter_row;
    }
    return s;
}

static void compute_line(const void *block, const pl_depthwise_line *line) {
    pl_depthwise_s16_line(block, line, sum_4);
}

void pl_depthwise_s16(const pl_depthwise_s16_layer *layer) {
    pl_depthwise_walk(&layer->shape, compute_line, layer);
}
