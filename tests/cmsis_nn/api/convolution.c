// SPDX-License-Identifier: Apache-2.0
//
// Convolutions (see layer.h) and pools. Words of pools: parameters, dimensions of input, filter and output,
// size of the scratch memory; their buffers: input, scratch, output.
#include "layer.h"

typedef arm_cmsis_nn_status (*pool)(const cmsis_nn_context *, const cmsis_nn_pool_params *,
                                    const cmsis_nn_dims *, const int8_t *, const cmsis_nn_dims *,
                                    const cmsis_nn_dims *, int8_t *);

static int32_t convolve_wrapper(api_call *call) {
    return call_convolve(call, arm_convolve_wrapper_s8);
}

static int32_t convolve_1x1_dense(api_call *call) {
    return call_convolve(call, arm_convolve_1x1_s8_fast);
}

static int32_t convolve_1x1(api_call *call) {
    return call_convolve(call, arm_convolve_1x1_s8);
}

static int32_t convolve_1_x_n(api_call *call) {
    return call_convolve(call, arm_convolve_1_x_n_s8);
}

/// Further words: whether there are upscale_dims, and these.
static int32_t convolve_general(api_call *call) {
    cmsis_nn_conv_params params;
    api_take(call, &params, sizeof params);
    const layer l = take_layer(call);
    const int32_t has_upscale = api_word(call);
    const cmsis_nn_dims upscale = api_dims(call);
    return arm_convolve_s8(&l.context, &params, &l.quant, &l.input, call->buffers[0], &l.filter,
                           call->buffers[1], &l.bias, call->buffers[2], has_upscale != 0 ? &upscale : NULL,
                           &l.output, call->buffers[6]);
}

static int32_t depthwise_wrapper(api_call *call) {
    return call_depthwise(call, arm_depthwise_conv_wrapper_s8);
}

static int32_t depthwise_general(api_call *call) {
    return call_depthwise(call, arm_depthwise_conv_s8);
}

static int32_t depthwise_3x3(api_call *call) {
    return call_depthwise(call, arm_depthwise_conv_3x3_s8);
}

static int32_t depthwise_opt(api_call *call) {
    return call_depthwise(call, arm_depthwise_conv_s8_opt);
}

static int32_t call_pool(api_call *call, pool function) {
    cmsis_nn_pool_params params;
    api_take(call, &params, sizeof params);
    const cmsis_nn_dims input = api_dims(call);
    const cmsis_nn_dims filter = api_dims(call);
    const cmsis_nn_dims output = api_dims(call);
    const cmsis_nn_context context = api_context(call, call->buffers[1]);
    return function(&context, &params, &input, call->buffers[0], &filter, &output, call->buffers[2]);
}

static int32_t average_pool(api_call *call) {
    return call_pool(call, arm_avgpool_s8);
}

static int32_t max_pool(api_call *call) {
    return call_pool(call, arm_max_pool_s8);
}

const api_function api_convolution[] = {
    {"arm_convolve_wrapper_s8", convolve_wrapper},
    {"arm_convolve_s8", convolve_general},
    {"arm_convolve_1x1_s8_fast", convolve_1x1_dense},
    {"arm_convolve_1x1_s8", convolve_1x1},
    {"arm_convolve_1_x_n_s8", convolve_1_x_n},
    {"arm_depthwise_conv_wrapper_s8", depthwise_wrapper},
    {"arm_depthwise_conv_s8", depthwise_general},
    {"arm_depthwise_conv_3x3_s8", depthwise_3x3},
    {"arm_depthwise_conv_s8_opt", depthwise_opt},
    {"arm_avgpool_s8", average_pool},
    {"arm_max_pool_s8", max_pool},
    {NULL, NULL},
};
