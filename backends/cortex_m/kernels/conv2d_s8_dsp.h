// SPDX-License-Identifier: Apache-2.0
//
// What the kernels of conv2d_s8_dsp share.
#ifndef PENLIGHT_KERNELS_CONV2D_S8_DSP_H
#define PENLIGHT_KERNELS_CONV2D_S8_DSP_H

#include "operators.h"
#include "tile_dsp.h"

// PL_TILE_PIXELS pixels in a row at `out` from their columns.
void pl_conv2d_s8_dsp_columns(const pl_conv2d_s8_dsp_params *p, void *const *args, const int32_t *columns,
                              const pl_tiles *tiles, int8_t *out);

// One pixel from its column, which is not widened.
void pl_conv2d_s8_dsp_column(const pl_conv2d_s8_dsp_params *p, void *const *args, const int8_t *column,
                             const pl_tiles *tiles, int8_t *out);

// The kernels for either form of the weights: for all shapes, and for filters that see one pixel and every
// pixel in turn.
int pl_conv2d_s8_dsp_by_windows(const void *params, void *const *args, const pl_tiles *tiles);
int pl_conv2d_s8_dsp_by_pixels(const void *params, void *const *args, const pl_tiles *tiles);

#endif
