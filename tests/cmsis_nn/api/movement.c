// SPDX-License-Identifier: Apache-2.0
//
// Functions that move elements. Words: the function's numbers in their order. Buffers: input, output.
#include "api.h"

static int32_t reshape(api_call *call) {
    arm_reshape_s8(call->buffers[0], call->buffers[1], (uint32_t)call->words[0]);
    return 0;
}

/// Words: value, dimensions of the input, of the padding before and after it.
static int32_t pad(api_call *call) {
    const int8_t value = (int8_t)api_word(call);
    const cmsis_nn_dims input = api_dims(call);
    const cmsis_nn_dims before = api_dims(call);
    const cmsis_nn_dims after = api_dims(call);
    return arm_pad_s8(call->buffers[0], call->buffers[1], value, &input, &before, &after);
}

/// Words: dimensions of input and output, number of dimensions, permutation.
static int32_t transpose(api_call *call) {
    const cmsis_nn_dims input = api_dims(call);
    const cmsis_nn_dims output = api_dims(call);
    const int32_t rank = api_word(call);
    uint32_t permutation[4];
    api_take(call, permutation, sizeof permutation);
    const cmsis_nn_transpose_params params = {rank, permutation};
    return arm_transpose_s8(call->buffers[0], call->buffers[1], &input, &output, &params);
}

typedef void (*concatenate)(const int8_t *, uint16_t, uint16_t, uint16_t, uint16_t, int8_t *, uint16_t,
                            uint32_t);

/// Words: x, y, z, w of the input, size of the output along the dimension, offset.
static int32_t call_concatenate(api_call *call, concatenate function) {
    const int32_t *w = call->words;
    function(call->buffers[0], (uint16_t)w[0], (uint16_t)w[1], (uint16_t)w[2], (uint16_t)w[3],
             call->buffers[1], (uint16_t)w[4], (uint32_t)w[5]);
    return 0;
}

static int32_t concatenate_x(api_call *call) {
    return call_concatenate(call, arm_concatenation_s8_x);
}

static int32_t concatenate_y(api_call *call) {
    return call_concatenate(call, arm_concatenation_s8_y);
}

static int32_t concatenate_z(api_call *call) {
    return call_concatenate(call, arm_concatenation_s8_z);
}

/// As the others; the size of the output is not an argument.
static int32_t concatenate_w(api_call *call) {
    const int32_t *w = call->words;
    arm_concatenation_s8_w(call->buffers[0], (uint16_t)w[0], (uint16_t)w[1], (uint16_t)w[2], (uint16_t)w[3],
                           call->buffers[1], (uint32_t)w[5]);
    return 0;
}

const api_function api_movement[] = {
    {"arm_reshape_s8", reshape},
    {"arm_pad_s8", pad},
    {"arm_transpose_s8", transpose},
    {"arm_concatenation_s8_x", concatenate_x},
    {"arm_concatenation_s8_y", concatenate_y},
    {"arm_concatenation_s8_z", concatenate_z},
    {"arm_concatenation_s8_w", concatenate_w},
    {NULL, NULL},
};
