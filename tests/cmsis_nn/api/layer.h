// SPDX-License-Identifier: Apache-2.0
//
// Convolutions of int8 activations, whatever their weights are. Words: parameters, dimensions of input,
// filter and output, size of the scratch memory. Buffers: input, filter, bias, multipliers, shifts, scratch,
// output.
#ifndef PENLIGHT_TEST_LAYER_H
#define PENLIGHT_TEST_LAYER_H

#include "api.h"

typedef arm_cmsis_nn_status (*convolve)(const cmsis_nn_context *, const cmsis_nn_conv_params *,
                                        const cmsis_nn_per_channel_quant_params *, const cmsis_nn_dims *,
                                        const int8_t *, const cmsis_nn_dims *, const int8_t *,
                                        const cmsis_nn_dims *, const int32_t *, const cmsis_nn_dims *,
                                        int8_t *);

typedef arm_cmsis_nn_status (*depthwise)(const cmsis_nn_context *, const cmsis_nn_dw_conv_params *,
                                         const cmsis_nn_per_channel_quant_params *, const cmsis_nn_dims *,
                                         const int8_t *, const cmsis_nn_dims *, const int8_t *,
                                         const cmsis_nn_dims *, const int32_t *, const cmsis_nn_dims *,
                                         int8_t *);

/// What all of them have in common.
typedef struct {
    cmsis_nn_dims input, filter, output, bias;
    cmsis_nn_context context;
    cmsis_nn_per_channel_quant_params quant;
} layer;

static inline layer take_layer(api_call *call) {
    layer l = {.input = api_dims(call)};
    l.filter = api_dims(call);
    l.output = api_dims(call);
    l.bias = (cmsis_nn_dims){1, 1, 1, l.output.c};
    l.context = api_context(call, call->buffers[5]);
    l.quant = (cmsis_nn_per_channel_quant_params){call->buffers[3], call->buffers[4]};
    return l;
}

static inline int32_t call_convolve(api_call *call, convolve function) {
    cmsis_nn_conv_params params;
    api_take(call, &params, sizeof params);
    const layer l = take_layer(call);
    return function(&l.context, &params, &l.quant, &l.input, call->buffers[0], &l.filter, call->buffers[1],
                    &l.bias, call->buffers[2], &l.output, call->buffers[6]);
}

static inline int32_t call_depthwise(api_call *call, depthwise function) {
    cmsis_nn_dw_conv_params params;
    api_take(call, &params, sizeof params);
    const layer l = take_layer(call);
    return function(&l.context, &params, &l.quant, &l.input, call->buffers[0], &l.filter, call->buffers[1],
                    &l.bias, call->buffers[2], &l.output, call->buffers[6]);
}

#endif
