// SPDX-License-Identifier: Apache-2.0
//
// What the kernels of conv2d_s8_mve share: output pixels from their columns.
#ifndef PENLIGHT_KERNELS_CONV2D_S8_MVE_H
#define PENLIGHT_KERNELS_CONV2D_S8_MVE_H

#include "multiply_columns_mve.h"
#include "operators.h"

// Bytes of a column in whole vectors.
static inline uint32_t pl_conv2d_mve_column(const pl_conv2d_s8_mve_params *p) {
    const uint32_t bytes = (uint32_t)p->kernel_h * p->kernel_w * p->in_c;
    return (bytes + PL_VECTOR - 1) / PL_VECTOR * PL_VECTOR;
}

// All but the columns; the first results are those of `output`.
pl_columns pl_conv2d_mve_of(const pl_conv2d_s8_mve_params *p, void *const *args);

// Makes the first `count` columns, `stride` bytes apart from `column` on, those of a block; the next block
// has its columns `step` bytes further on.
void pl_conv2d_mve_columns(pl_columns *c, const int8_t *column, uint32_t stride, uint32_t count,
                           uint32_t step, uint32_t out_c);

// Writes the results of `blocks`.
void pl_conv2d_mve_write(pl_columns *c, uint32_t blocks);

#endif
