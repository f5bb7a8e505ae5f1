// SPDX-License-Identifier: Apache-2.0
#include "tier.h"

#if PL_BUILDS_SCALAR && !defined(__arm__)

#include "depthwise_3x3_scalar.h"

static void multiply(const int8_t *input, uint32_t step, uint32_t row, const int8_t *weights, uint32_t stride,
                     uint32_t pixels, uint32_t channels, int32_t *sums) {
    for (uint32_t channel = 0; channel < channels; channel++) {
        for (uint32_t pixel = 0; pixel < pixels; pixel++) {
            const int8_t *in = input + channel + pixel * stride * step;
            int32_t sum = 0;
            for (uint32_t ky = 0; ky < 3; ky++) {
                for (uint32_t kx = 0; kx < 3; kx++) {
                    sum += in[ky * row + kx * step] * weights[4 * ky + kx];
                }
            }
            *sums++ = sum;
        }
        weights += 12;
    }
}

void pl_depthwise_3x3_scalar(const int8_t *input, uint32_t step, uint32_t row, const int8_t *weights,
                             uint32_t channels, int32_t *sums) {
    multiply(input, step, row, weights, 1, 4, channels, sums);
}

void pl_depthwise_3x3_stride_2_scalar(const int8_t *input, uint32_t step, uint32_t row, const int8_t *weights,
                                      uint32_t channels, int32_t *sums) {
    multiply(input, step, row, weights, 2, 4, channels, sums);
}

void pl_depthwise_3x3_pixel_scalar(const int8_t *input, uint32_t step, uint32_t row, const int8_t *weights,
                                   uint32_t channels, int32_t *sums) {
    multiply(input, step, row, weights, 1, 1, channels, sums);
}

#endif
