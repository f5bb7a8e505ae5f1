// SPDX-License-Identifier: Apache-2.0
//
// Activations, softmax of further types, minimum and maximum. Words: the function's numbers in their order.
// Buffers: input, output, unless said otherwise.
#include "api.h"
#include "arm_nnsupportfunctions.h"

/// Buffer: the data.
static int32_t relu_q15(api_call *call) {
    arm_relu_q15(call->buffers[0], (uint16_t)call->words[0]);
    return 0;
}

static int32_t activation(api_call *call) {
    const int32_t *w = call->words;
    return arm_nn_activation_s16(call->buffers[0], call->buffers[1], w[0], w[1],
                                 w[2] == 0 ? ARM_SIGMOID : ARM_TANH);
}

static int32_t softmax_s8_s16(api_call *call) {
    const int32_t *w = call->words;
    arm_softmax_s8_s16(call->buffers[0], w[0], w[1], w[2], w[3], w[4], call->buffers[1]);
    return 0;
}

static int32_t softmax_u8(api_call *call) {
    const int32_t *w = call->words;
    arm_softmax_u8(call->buffers[0], w[0], w[1], w[2], w[3], w[4], call->buffers[1]);
    return 0;
}

/// A further word: whether the output is int16.
static int32_t softmax_common(api_call *call) {
    const int32_t *w = call->words;
    arm_nn_softmax_common_s8(call->buffers[0], w[0], w[1], w[2], w[3], w[4], w[5] != 0, call->buffers[1]);
    return 0;
}

/// Further buffers: both tables.
static int32_t softmax_s16(api_call *call) {
    const int32_t *w = call->words;
    const cmsis_nn_softmax_lut_s16 tables = {call->buffers[2], call->buffers[3]};
    return arm_softmax_s16(call->buffers[0], w[0], w[1], w[2], w[3], &tables, call->buffers[1]);
}

typedef arm_cmsis_nn_status binary(const cmsis_nn_context *, const int8_t *, const cmsis_nn_dims *,
                                   const int8_t *, const cmsis_nn_dims *, int8_t *, const cmsis_nn_dims *);

/// Words: dimensions of both inputs and of the output. Buffers: both inputs, output.
static int32_t call_binary(api_call *call, binary *function) {
    const cmsis_nn_context none = {NULL, 0};
    const cmsis_nn_dims first = api_dims(call);
    const cmsis_nn_dims second = api_dims(call);
    const cmsis_nn_dims output = api_dims(call);
    return function(&none, call->buffers[0], &first, call->buffers[1], &second, call->buffers[2], &output);
}

static int32_t minimum(api_call *call) {
    return call_binary(call, arm_minimum_s8);
}

static int32_t maximum(api_call *call) {
    return call_binary(call, arm_maximum_s8);
}

const api_function api_activation[] = {
    {"arm_relu_q15", relu_q15},
    {"arm_nn_activation_s16", activation},
    {"arm_softmax_s8_s16", softmax_s8_s16},
    {"arm_softmax_u8", softmax_u8},
    {"arm_nn_softmax_common_s8", softmax_common},
    {"arm_softmax_s16", softmax_s16},
    {"arm_minimum_s8", minimum},
    {"arm_maximum_s8", maximum},
    {NULL, NULL},
};
