// SPDX-License-Identifier: Apache-2.0
//
// What the parameters of a sliding window must satisfy so that its kernels stay inside of their operands and
// of int32.
#ifndef PENLIGHT_KERNELS_WINDOW_H
#define PENLIGHT_KERNELS_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

// One dimension of a window.
typedef struct {
    uint16_t in;
    uint16_t out;
    uint16_t kernel;
    uint16_t stride;
    uint16_t pad; // before the first element
    uint16_t dilation;
} pl_axis;

// A limit for every position that a kernel computes along the dimension.
static inline uint64_t pl_axis_reach(pl_axis a) {
    return (uint64_t)a.in + a.pad + (uint64_t)a.out * a.stride + (uint64_t)a.kernel * a.dilation;
}

// Whether every index into an input of `channels` that a kernel computes, padding included, is an int32.
static inline bool pl_window_is_indexable(pl_axis y, pl_axis x, uint32_t batch, uint32_t channels) {
    const uint64_t height = pl_axis_reach(y);
    const uint64_t width = pl_axis_reach(x);
    return height <= INT32_MAX && width <= INT32_MAX && height * width <= INT32_MAX &&
           height * width * ((uint64_t)batch * channels) <= INT32_MAX;
}

// Whether each of the windows, which are not dilated, has an element of the input.
static inline bool pl_axis_sees_input(pl_axis a) {
    return a.pad < a.kernel && (uint32_t)(a.out - 1) * a.stride < (uint32_t)a.in + a.pad;
}

// Products of two int8 values, offset included, that an int32 can sum beside a bias of +-2^30.
enum { PL_MAX_PRODUCTS = 32768 };

// Whether an offset is minus the zero point of an int8 tensor.
static inline bool pl_is_input_offset(int16_t offset) {
    return offset >= -127 && offset <= 128;
}

#endif
