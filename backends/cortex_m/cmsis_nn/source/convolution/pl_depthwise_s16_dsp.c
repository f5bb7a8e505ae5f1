// SPDX-License-Identifier: Apache-2.0
// Of four channels the inputs are two words and the weights are one.
#include "internal/depthwise_s16_lanes.h"
#include "internal/dsp_halfwords.h"

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
            const int32_t low = pl_load_s16x2(x), high = pl_load_s16x2(x + 2), weights = pl_load_s8x4(w);
            const int32_t even = pl_sxtb16(weights), odd = pl_sxtb16_ror8(weights);
            s.a0 = pl_smlabb(low, even, s.a0);
            s.a1 = pl_smlatb(low, odd, s.a1);
            s.a2 = pl_smlabt(high, even, s.a2);
            s.a3 = pl_smlatt(high, odd, s.a3);
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
