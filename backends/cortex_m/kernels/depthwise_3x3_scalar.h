// SPDX-License-Identifier: Apache-2.0
//
// Sums of 3x3 depthwise windows: four neighbouring output pixels or one, some channels.
#ifndef PENLIGHT_KERNELS_DEPTHWISE_3X3_SCALAR_H
#define PENLIGHT_KERNELS_DEPTHWISE_3X3_SCALAR_H

#include <stdint.h>

// The four pixels are one column apart, or two.
//   input     the first tap of the first pixel and channel; `step` bytes to the next column, `row` to the
//   next row weights   for each channel three rows of three weights and a zero channels  at least one sums
//   four for each channel
void pl_depthwise_3x3_scalar(const int8_t *input, uint32_t step, uint32_t row, const int8_t *weights,
                             uint32_t channels, int32_t *sums);
void pl_depthwise_3x3_stride_2_scalar(const int8_t *input, uint32_t step, uint32_t row, const int8_t *weights,
                                      uint32_t channels, int32_t *sums);
void pl_depthwise_3x3_pixel_scalar(const int8_t *input, uint32_t step, uint32_t row, const int8_t *weights,
                                   uint32_t channels, int32_t *sums);

#endif
