// SPDX-License-Identifier: Apache-2.0
//
// The windows of PL_COLUMNS output pixels as columns for pl_multiply_columns_scalar.
#ifndef PENLIGHT_KERNELS_COLUMNS_SCALAR_H
#define PENLIGHT_KERNELS_COLUMNS_SCALAR_H

#include "multiply_columns_scalar.h"

// What the columns are taken from. An input pixel has `pixel_bytes`, of which `channels` are seen.
typedef struct {
    int32_t in_h;
    int32_t in_w;
    int32_t kernel_h;
    int32_t kernel_w;
    int32_t dilation_h;
    int32_t dilation_w;
    int32_t pixel_bytes;
    int32_t channels;
    const int8_t *padding; // kernel_w * channels elements that stand for what lies outside
} pl_column_shape;

// The first tap of a window; outside of the input where it has padding.
typedef struct {
    int32_t y;
    int32_t x;
} pl_corner;

// Fills `columns` with the windows at `corners` of `image`.
void pl_fill_columns(const pl_column_shape *shape, const int8_t *image, const pl_corner corners[PL_COLUMNS],
                     uint32_t *columns);

#endif
