// SPDX-License-Identifier: Apache-2.0
//
// Words: parameters, dimensions of filter and output, size of the scratch memory. Buffers: input, filter,
// bias, multipliers, shifts, scratch, output.
#include "api.h"

typedef struct {
    cmsis_nn_fc_params params;
    cmsis_nn_dims input, filter, output, bias;
    cmsis_nn_context context;
} layer;

/// As the header demands, the sums are prepared where the size of the buffer is not 0.
static layer prepare(api_call *call) {
    layer l;
    api_take(call, &l.params, sizeof l.params);
    l.filter = api_dims(call);
    l.output = api_dims(call);
    l.input = (cmsis_nn_dims){l.output.n, 1, 1, l.filter.n};
    l.bias = (cmsis_nn_dims){1, 1, 1, l.output.c};
    l.context = api_context(call, call->buffers[5]);
    if (arm_fully_connected_s8_get_buffer_size(&l.filter) > 0 && l.context.buf != NULL) {
        arm_vector_sum_s8(l.context.buf, l.filter.n, l.filter.c, call->buffers[1], l.params.input_offset,
                          l.params.filter_offset, call->buffers[2]);
    }
    return l;
}

static int32_t per_tensor(api_call *call) {
    const layer l = prepare(call);
    const int32_t *multiplier = call->buffers[3];
    const int32_t *shift = call->buffers[4];
    const cmsis_nn_per_tensor_quant_params quant = {*multiplier, *shift};
    return arm_fully_connected_s8(&l.context, &l.params, &quant, &l.input, call->buffers[0], &l.filter,
                                  call->buffers[1], &l.bias, call->buffers[2], &l.output, call->buffers[6]);
}

static int32_t per_channel(api_call *call) {
    const layer l = prepare(call);
    const cmsis_nn_per_channel_quant_params quant = {call->buffers[3], call->buffers[4]};
    return arm_fully_connected_per_channel_s8(&l.context, &l.params, &quant, &l.input, call->buffers[0],
                                              &l.filter, call->buffers[1], &l.bias, call->buffers[2],
                                              &l.output, call->buffers[6]);
}

/// A further word: is_per_channel.
static int32_t wrapper(api_call *call) {
    const layer l = prepare(call);
    const cmsis_nn_quant_params quant = {call->buffers[3], call->buffers[4], api_word(call)};
    return arm_fully_connected_wrapper_s8(&l.context, &l.params, &quant, &l.input, call->buffers[0],
                                          &l.filter, call->buffers[1], &l.bias, call->buffers[2], &l.output,
                                          call->buffers[6]);
}

/// Words: columns, rows, offset of the input, offset of the filter. Buffers: sums, filter, bias.
static int32_t vector_sum(api_call *call) {
    const int32_t *w = call->words;
    return arm_vector_sum_s8(call->buffers[0], w[0], w[1], call->buffers[1], w[2], w[3], call->buffers[2]);
}

const api_function api_fully_connected[] = {
    {"arm_fully_connected_s8", per_tensor},
    {"arm_fully_connected_per_channel_s8", per_channel},
    {"arm_fully_connected_wrapper_s8", wrapper},
    {"arm_vector_sum_s8", vector_sum},
    {NULL, NULL},
};
