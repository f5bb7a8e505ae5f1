// SPDX-License-Identifier: Apache-2.0
//
// Transposed convolutions. Words: parameters, dimensions of input, filter and output, size of the scratch
// memory. Buffers: input, filter, bias, multipliers, shifts, scratch, output.
#include "api.h"

typedef arm_cmsis_nn_status (*transpose_conv)(const cmsis_nn_context *, const cmsis_nn_context *,
                                              const cmsis_nn_transpose_conv_params *,
                                              const cmsis_nn_per_channel_quant_params *,
                                              const cmsis_nn_dims *, const int8_t *, const cmsis_nn_dims *,
                                              const int8_t *, const cmsis_nn_dims *, const int32_t *,
                                              const cmsis_nn_dims *, int8_t *);

typedef struct {
    cmsis_nn_transpose_conv_params params;
    cmsis_nn_dims input, filter, output;
} shapes;

static shapes take_shapes(api_call *call) {
    shapes s;
    api_take(call, &s.params, sizeof s.params);
    s.input = api_dims(call);
    s.filter = api_dims(call);
    s.output = api_dims(call);
    return s;
}

/// The second context is memory that is not used: NULL, or without memory.
static int32_t call_transpose_conv(api_call *call, transpose_conv function, const cmsis_nn_context *second) {
    const shapes s = take_shapes(call);
    const cmsis_nn_dims bias = {1, 1, 1, s.output.c};
    const cmsis_nn_context context = api_context(call, call->buffers[5]);
    const cmsis_nn_per_channel_quant_params quant = {call->buffers[3], call->buffers[4]};
    return function(&context, second, &s.params, &quant, &s.input, call->buffers[0], &s.filter,
                    call->buffers[1], &bias, call->buffers[2], &s.output, call->buffers[6]);
}

static int32_t direct(api_call *call) {
    return call_transpose_conv(call, arm_transpose_conv_s8, NULL);
}

static int32_t wrapper(api_call *call) {
    const cmsis_nn_context second = {NULL, 0};
    return call_transpose_conv(call, arm_transpose_conv_wrapper_s8, &second);
}

/// As a program may ask that knows no more than the stride.
static cmsis_nn_transpose_conv_params stride_alone(const shapes *s) {
    return (cmsis_nn_transpose_conv_params){.stride = s->params.stride};
}

#define SIZE(name, function)                                                                                 \
    static int32_t name(api_call *call) {                                                                    \
        const shapes s = take_shapes(call);                                                                  \
        const cmsis_nn_transpose_conv_params params = stride_alone(&s);                                      \
        return function(&params, &s.input, &s.filter, &s.output);                                            \
    }
SIZE(size, arm_transpose_conv_s8_get_buffer_size)
SIZE(size_dsp, arm_transpose_conv_s8_get_buffer_size_dsp)
SIZE(size_mve, arm_transpose_conv_s8_get_buffer_size_mve)

static int32_t size_of_second(api_call *call) {
    const shapes s = take_shapes(call);
    const cmsis_nn_transpose_conv_params params = stride_alone(&s);
    return arm_transpose_conv_s8_get_reverse_conv_buffer_size(&params, &s.input, &s.filter);
}

const api_function api_transposed[] = {
    {"arm_transpose_conv_s8", direct},
    {"arm_transpose_conv_wrapper_s8", wrapper},
    {"arm_transpose_conv_s8_get_buffer_size", size},
    {"arm_transpose_conv_s8_get_buffer_size_dsp", size_dsp},
    {"arm_transpose_conv_s8_get_buffer_size_mve", size_mve},
    {"arm_transpose_conv_s8_get_reverse_conv_buffer_size", size_of_second},
    {NULL, NULL},
};
