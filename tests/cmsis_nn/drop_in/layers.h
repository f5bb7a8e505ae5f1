// SPDX-License-Identifier: Apache-2.0
#ifndef PENLIGHT_TEST_LAYERS_H
#define PENLIGHT_TEST_LAYERS_H

#include "arm_nn_types.h"

typedef enum { CONVOLUTION, DEPTHWISE, FULLY_CONNECTED, ADD, AVERAGE_POOL, SOFTMAX } layer_kind;

typedef struct {
    layer_kind kind;
    const char *network;
    const char *name;
    cmsis_nn_dims input;
    cmsis_nn_dims output;
    int32_t kernel_h, kernel_w;
    int32_t stride;
    int32_t pad_h, pad_w;
} layer;

extern const layer layers[];
extern const unsigned layer_count;

#endif
