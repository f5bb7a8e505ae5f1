// SPDX-License-Identifier: Apache-2.0
// Scalar and DSP: output pixels two at a time, each an int16 column with the input offset added, so that
// padding is zero and the filters need no sums.
#include "internal/convolve.h"
#include "internal/mat_mult.h"

void pl_convolve_s8_group(const pl_convolve_group *g) {
    const pl_filter_matrix filter = {
        .weights = g->filter,
        .bias = g->bias,
        .multiplier = g->multiplier,
        .shift = g->shift,
        .rows = g->channels_out,
        .cols = pl_column_elems(g->filter_dims),
        .output_offset = g->params->output_offset,
        .activation_min = g->params->activation.min,
        .activation_max = g->params->activation.max,
    };
    const int32_t stride = pl_column_stride(filter.cols);
    const int32_t output_stride = g->output_dims->c;
    int16_t *columns = g->scratch;
    int8_t *output = g->output;
    int32_t filled = 0;
    for (int32_t y = 0; y < g->output_dims->h; y++) {
        for (int32_t x = 0; x < g->output_dims->w; x++) {
            int16_t *column = columns + filled * stride;
            int8_t *staged = (int8_t *)column + stride;
            pl_im2col_s8(g, y, x, staged);
            pl_s8_to_s16_column(staged, column, filter.cols, (int16_t)g->params->input_offset);
            filled++;
            if (filled == 2) {
                pl_mat_mult_columns(&filter, columns, 2, output, output_stride);
                output += 2 * output_stride;
                filled = 0;
            }
        }
    }
    if (filled == 1) {
        pl_mat_mult_columns(&filter, columns, 1, output, output_stride);
    }
}
