// SPDX-License-Identifier: Apache-2.0
// Inside of arm_nn_activation_s16: what is the same on every tier. A value x / 4096 times 2^left_shift is
// given as 3 * x * 2^left_shift, so that 512 steps of it are a step of the table: 1/24. tanh(x) is 2 *
// sigmoid(2 * x) - 1, so that there 256 steps are one.
#ifndef PL_CMSIS_NN_ACTIVATION_S16_H
#define PL_CMSIS_NN_ACTIVATION_S16_H

#include "arm_nn_types.h"
#include <stdint.h>

/// From this place on the functions saturate.
enum { PL_ACTIVATION_LAST = 255 };

/// How arguments are scaled: clamped to [-limit, limit], times 3 * 2^left, then moved to the right, rounded
/// with ties up. Nothing overflows, and what is clamped saturates the function anyway.
typedef struct {
    int32_t limit;
    int32_t left;
    int32_t right;
    int32_t half; // half a unit of the result before it is moved to the right
} pl_activation_scale;

static inline pl_activation_scale pl_activation_scale_of(int32_t left_shift) {
    // With 17 bits to the left 1 saturates both functions; with 20 to the right everything becomes 0.
    const int32_t left = left_shift < 0 ? 0 : left_shift < 17 ? left_shift : 17;
    const int32_t right = left_shift >= 0 ? 0 : left_shift > -20 ? -left_shift : 20;
    return (pl_activation_scale){(INT32_MAX / 3) >> left, left, right, (1 << right) >> 1};
}

/// A function: place in the table = magnitude >> bits. A value of the table is `bits` bits wider than Q0.16
/// when it is interpolated; of that `zero` is taken for the function's value at 0, and the result is
/// zero + distance or zero - distance, moved `right` to the right.
typedef struct {
    int32_t bits;
    int32_t saturated; // distance from the table's 1/2
    int32_t zero;
    int32_t right;
} pl_activation_shape;

static inline pl_activation_shape pl_activation_shape_of(arm_nn_activation_type type) {
    if (type == ARM_SIGMOID) {
        return (pl_activation_shape){9, (0x7FFF << 10) - (1 << 24), 1 << 24, 10};
    }
    return (pl_activation_shape){8, (0xFFFF << 8) - (1 << 23), 0, 8};
}

#endif
