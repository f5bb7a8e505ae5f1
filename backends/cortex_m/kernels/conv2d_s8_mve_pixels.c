// SPDX-License-Identifier: Apache-2.0
#include "conv2d_s8_mve.h"
#include "tier.h"

#if PL_BUILDS_MVE

pl_columns pl_conv2d_mve_of(const pl_conv2d_s8_mve_params *p, void *const *args) {
    const int32_t *const bias = args[PL_CONV2D_S8_MVE_BIAS];
    return (pl_columns){
        .output = args[PL_CONV2D_S8_MVE_OUTPUT],
        .weights = args[PL_CONV2D_S8_MVE_WEIGHTS],
        .bias = bias,
        .bias_end = bias + p->packed_c,
        .multiplier = args[PL_CONV2D_S8_MVE_MULTIPLIER],
        .shift = args[PL_CONV2D_S8_MVE_SHIFT],
        .more_vectors = pl_conv2d_mve_column(p) / PL_VECTOR - 1,
        .output_offset = p->output_offset,
        .activation_min = p->activation_min,
        .activation_max = p->activation_max,
        .last_channels = p->out_c - (p->packed_c - (uint32_t)PL_CHANNELS),
    };
}

void pl_conv2d_mve_columns(pl_columns *c, const int8_t *column, uint32_t stride, uint32_t count,
                           uint32_t step, uint32_t out_c) {
    for (uint32_t i = 0; i < PL_COLUMNS; i++) {
        const uint32_t pixel = i < count ? i : count - 1;
        c->columns[i] = column + pixel * stride;
        c->places[i] = pixel * out_c;
    }
    c->column_step = step;
    c->output_step = (count - 1) * out_c + c->last_channels;
}

void pl_conv2d_mve_write(pl_columns *c, uint32_t blocks) {
    c->blocks = blocks;
    if (c->more_vectors == 0) {
        pl_multiply_short_columns_mve(c);
    } else {
        pl_multiply_columns_mve(c);
    }
}

#endif
