// SPDX-License-Identifier: Apache-2.0
//
// The functions that answer sizes of scratch memory; the size is what the handler returns. No buffers.
// Words of convolutions: parameters, dimensions of input, filter and output.
#include "api.h"

typedef struct {
    cmsis_nn_dims input, filter, output;
} shapes;

static shapes take_shapes(api_call *call) {
    shapes s = {.input = api_dims(call)};
    s.filter = api_dims(call);
    s.output = api_dims(call);
    return s;
}

static cmsis_nn_conv_params conv_params(api_call *call) {
    cmsis_nn_conv_params params;
    api_take(call, &params, sizeof params);
    return params;
}

static cmsis_nn_dw_conv_params dw_conv_params(api_call *call) {
    cmsis_nn_dw_conv_params params;
    api_take(call, &params, sizeof params);
    return params;
}

// For each function a handler of the plain form, which answers for the build, and of the forms for DSP and
// MVE.
#define FORMS(handler, function)                                                                             \
    handler(function##_get_buffer_size) handler(function##_get_buffer_size_dsp)                              \
        handler(function##_get_buffer_size_mve)
#define ENTRY(function) {#function, size_of_##function},

#define OF_CONVOLVE(function)                                                                                \
    static int32_t size_of_##function(api_call *call) {                                                      \
        const cmsis_nn_conv_params params = conv_params(call);                                               \
        const shapes s = take_shapes(call);                                                                  \
        return function(&params, &s.input, &s.filter, &s.output);                                            \
    }
FORMS(OF_CONVOLVE, arm_convolve_wrapper_s8)
FORMS(OF_CONVOLVE, arm_convolve_1_x_n_s8)
FORMS(OF_CONVOLVE, arm_convolve_wrapper_s16)

#define OF_GENERAL_CONVOLVE(function)                                                                        \
    static int32_t size_of_##function(api_call *call) {                                                      \
        conv_params(call);                                                                                   \
        const shapes s = take_shapes(call);                                                                  \
        return function(&s.input, &s.filter);                                                                \
    }
FORMS(OF_GENERAL_CONVOLVE, arm_convolve_s8)
FORMS(OF_GENERAL_CONVOLVE, arm_convolve_s16)

#define OF_1X1_CONVOLVE(function)                                                                            \
    static int32_t size_of_##function(api_call *call) {                                                      \
        conv_params(call);                                                                                   \
        const shapes s = take_shapes(call);                                                                  \
        return function(&s.input);                                                                           \
    }
FORMS(OF_1X1_CONVOLVE, arm_convolve_1x1_s8_fast)

#define OF_DEPTHWISE(function)                                                                               \
    static int32_t size_of_##function(api_call *call) {                                                      \
        const cmsis_nn_dw_conv_params params = dw_conv_params(call);                                         \
        const shapes s = take_shapes(call);                                                                  \
        return function(&params, &s.input, &s.filter, &s.output);                                            \
    }
FORMS(OF_DEPTHWISE, arm_depthwise_conv_wrapper_s8)
FORMS(OF_DEPTHWISE, arm_depthwise_conv_wrapper_s16)

#define OF_DEPTHWISE_OPT(function)                                                                           \
    static int32_t size_of_##function(api_call *call) {                                                      \
        dw_conv_params(call);                                                                                \
        const shapes s = take_shapes(call);                                                                  \
        return function(&s.input, &s.filter);                                                                \
    }
FORMS(OF_DEPTHWISE_OPT, arm_depthwise_conv_s8_opt)
FORMS(OF_DEPTHWISE_OPT, arm_depthwise_conv_fast_s16)

// Words: dimensions of the filter.
#define OF_FULLY_CONNECTED(function)                                                                         \
    static int32_t size_of_##function(api_call *call) {                                                      \
        const cmsis_nn_dims filter = api_dims(call);                                                         \
        return function(&filter);                                                                            \
    }
FORMS(OF_FULLY_CONNECTED, arm_fully_connected_s8)
FORMS(OF_FULLY_CONNECTED, arm_fully_connected_s16)
FORMS(OF_FULLY_CONNECTED, arm_svdf_s8)

// Words: width of the output, channels.
#define OF_AVERAGE(function)                                                                                 \
    static int32_t size_of_##function(api_call *call) {                                                      \
        return function(call->words[0], call->words[1]);                                                     \
    }
FORMS(OF_AVERAGE, arm_avgpool_s8)
FORMS(OF_AVERAGE, arm_avgpool_s16)

const api_function api_sizes[] = {
    FORMS(ENTRY, arm_convolve_wrapper_s8) FORMS(ENTRY, arm_convolve_1_x_n_s8) FORMS(ENTRY, arm_convolve_s8)
        FORMS(ENTRY, arm_convolve_1x1_s8_fast) FORMS(ENTRY, arm_depthwise_conv_wrapper_s8)
            FORMS(ENTRY, arm_depthwise_conv_s8_opt) FORMS(ENTRY, arm_fully_connected_s8)
                FORMS(ENTRY, arm_svdf_s8) FORMS(ENTRY, arm_avgpool_s8) FORMS(ENTRY, arm_convolve_wrapper_s16)
                    FORMS(ENTRY, arm_convolve_s16) FORMS(ENTRY, arm_depthwise_conv_wrapper_s16)
                        FORMS(ENTRY, arm_depthwise_conv_fast_s16) FORMS(ENTRY, arm_fully_connected_s16)
                            FORMS(ENTRY, arm_avgpool_s16){NULL, NULL},
};
