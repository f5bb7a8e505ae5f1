// SPDX-License-Identifier: Apache-2.0
//
// Sums, products, activations and softmax. Words: the function's numbers in their order.
// Buffers of add and mul: two inputs, output; of softmax: input, output; of an activation: the data.
#include "api.h"

static int32_t add(api_call *call) {
    const int32_t *w = call->words;
    return arm_elementwise_add_s8(call->buffers[0], call->buffers[1], w[0], w[1], w[2], w[3], w[4], w[5],
                                  w[6], call->buffers[2], w[7], w[8], w[9], w[10], w[11], w[12]);
}

static int32_t mul(api_call *call) {
    const int32_t *w = call->words;
    return arm_elementwise_mul_s8(call->buffers[0], call->buffers[1], w[0], w[1], call->buffers[2], w[2],
                                  w[3], w[4], w[5], w[6], w[7]);
}

static int32_t relu(api_call *call) {
    arm_relu_q7(call->buffers[0], (uint16_t)call->words[0]);
    return 0;
}

static int32_t relu6(api_call *call) {
    arm_relu6_s8(call->buffers[0], (uint16_t)call->words[0]);
    return 0;
}

static int32_t softmax(api_call *call) {
    const int32_t *w = call->words;
    arm_softmax_s8(call->buffers[0], w[0], w[1], w[2], w[3], w[4], call->buffers[1]);
    return 0;
}

const api_function api_elementwise[] = {
    {"arm_elementwise_add_s8", add}, {"arm_elementwise_mul_s8", mul}, {"arm_relu_q7", relu},
    {"arm_relu6_s8", relu6},         {"arm_softmax_s8", softmax},     {NULL, NULL},
};
