// SPDX-License-Identifier: Apache-2.0
#include "arm_nn_tables.h"
#include "arm_nnfunctions.h"
#include "internal/activation_s16.h"
#include "internal/requantize.h"

/// How far the function is from its value at 0, for a scaled argument that is not negative.
static int32_t distance(int32_t magnitude, const pl_activation_shape *shape) {
    const int32_t place = magnitude >> shape->bits;
    if (place >= PL_ACTIVATION_LAST) {
        return shape->saturated;
    }
    const int32_t fraction = magnitude & ((1 << shape->bits) - 1);
    const int32_t here = sigmoid_table_uint16[place], next = sigmoid_table_uint16[place + 1];
    return ((here - (1 << 15)) << shape->bits) + fraction * (next - here);
}

arm_cmsis_nn_status arm_nn_activation_s16(const int16_t *input, int16_t *output, int32_t size,
                                          int32_t left_shift, arm_nn_activation_type type) {
    const pl_activation_scale scale = pl_activation_scale_of(left_shift);
    const pl_activation_shape shape = pl_activation_shape_of(type);
    const int32_t half = 1 << (shape.right - 1);
    for (int32_t i = 0; i < size; i++) {
        const int32_t value = pl_clamp(input[i], -scale.limit, scale.limit);
        const int32_t scaled = (3 * value * (1 << scale.left) + scale.half) >> scale.right;
        // Ties go away from the value at 0.
        const int32_t result = scaled >= 0 ? shape.zero + distance(scaled, &shape) + half
                                           : shape.zero - distance(-scaled, &shape) + half - 1;
        output[i] = (int16_t)(result >> shape.right);
    }
    return ARM_CMSIS_NN_SUCCESS;
}
