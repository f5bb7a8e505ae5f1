// SPDX-License-Identifier: Apache-2.0
//
// Functions with int4 weights. Words and buffers of layers are those of their int8 forms (see layer.h
// and fully_connected.c), as are those of their sizes (sizes.c).
#include "arm_nnsupportfunctions.h"
#include "layer.h"

#define CONVOLVE(function)                                                                                   \
    static int32_t call_##function(api_call *call) {                                                         \
        return call_convolve(call, function);                                                                \
    }
CONVOLVE(arm_convolve_wrapper_s4)
CONVOLVE(arm_convolve_s4)
CONVOLVE(arm_convolve_even_s4)
CONVOLVE(arm_convolve_1x1_s4_fast)
CONVOLVE(arm_convolve_1x1_s4)
CONVOLVE(arm_convolve_1_x_n_s4)

#define DEPTHWISE(function)                                                                                  \
    static int32_t call_##function(api_call *call) {                                                         \
        return call_depthwise(call, function);                                                               \
    }
DEPTHWISE(arm_depthwise_conv_wrapper_s4)
DEPTHWISE(arm_depthwise_conv_s4)
DEPTHWISE(arm_depthwise_conv_s4_opt)

static int32_t call_arm_fully_connected_s4(api_call *call) {
    cmsis_nn_fc_params params;
    api_take(call, &params, sizeof params);
    const cmsis_nn_dims filter = api_dims(call);
    const cmsis_nn_dims output = api_dims(call);
    const cmsis_nn_dims input = {output.n, 1, 1, filter.n};
    const cmsis_nn_dims bias = {1, 1, 1, output.c};
    const cmsis_nn_context context = api_context(call, call->buffers[5]);
    const int32_t *multiplier = call->buffers[3];
    const int32_t *shift = call->buffers[4];
    const cmsis_nn_per_tensor_quant_params quant = {*multiplier, *shift};
    return arm_fully_connected_s4(&context, &params, &quant, &input, call->buffers[0], &filter,
                                  call->buffers[1], &bias, call->buffers[2], &output, call->buffers[6]);
}

/// Buffers: lhs, rhs, bias, multipliers, shifts, output.
static int32_t call_arm_nn_mat_mult_nt_t_s4(api_call *call) {
    const int32_t *w = call->words;
    return arm_nn_mat_mult_nt_t_s4(call->buffers[0], call->buffers[1], call->buffers[2], call->buffers[5],
                                   call->buffers[3], call->buffers[4], w[0], w[1], w[2], w[3], w[4], w[5],
                                   w[6], w[7]);
}

/// Words: lhs_offset, dst_offset, rhs_cols, rhs_rows, activation. Buffers as above.
static int32_t call_arm_nn_vec_mat_mult_t_s4(api_call *call) {
    const int32_t *w = call->words;
    const int32_t *multiplier = call->buffers[3];
    const int32_t *shift = call->buffers[4];
    return arm_nn_vec_mat_mult_t_s4(call->buffers[0], call->buffers[1], call->buffers[2], call->buffers[5],
                                    w[0], w[1], *multiplier, *shift, w[2], w[3], w[4], w[5]);
}

/// Words: elements, skipped elements, rows, lhs_offset, dst_offset, activation. Buffers as above.
static int32_t call_arm_nn_mat_mul_core_1x_s4(api_call *call) {
    const int32_t *w = call->words;
    const cmsis_nn_conv_params params = {
        .input_offset = w[3], .output_offset = w[4], .activation = {w[5], w[6]}};
    const cmsis_nn_per_channel_quant_params quant = {call->buffers[3], call->buffers[4]};
    return arm_nn_mat_mul_core_1x_s4(w[0], w[1], call->buffers[0], call->buffers[1], w[2], &params, &quant,
                                     call->buffers[2], call->buffers[5]);
}

/// Words: output channels, output offset, activation, columns. Buffers: weights, the two columns, bias,
/// multipliers, shifts, output. Returns the distance between the output and what the function returns.
static int32_t call_arm_nn_mat_mult_kernel_s4_s16(api_call *call) {
    const int32_t *w = call->words;
    int8_t *output = call->buffers[5];
    const int8_t *end =
        arm_nn_mat_mult_kernel_s4_s16(call->buffers[0], call->buffers[1], (uint16_t)w[0], call->buffers[4],
                                      call->buffers[3], w[1], w[2], w[3], w[4], call->buffers[2], output);
    return (int32_t)(end - output);
}

#define FORMS(handler, function)                                                                             \
    handler(function##_get_buffer_size) handler(function##_get_buffer_size_dsp)                              \
        handler(function##_get_buffer_size_mve)

/// Sizes of convolutions and depthwise convolutions, by how many of params, input, filter and output they
/// want.
#define SIZE(params_type, function, ...)                                                                     \
    static int32_t call_##function(api_call *call) {                                                         \
        params_type params;                                                                                  \
        api_take(call, &params, sizeof params);                                                              \
        const cmsis_nn_dims input = api_dims(call), filter = api_dims(call), output = api_dims(call);        \
        (void)filter;                                                                                        \
        (void)output;                                                                                        \
        return function(__VA_ARGS__);                                                                        \
    }
#define OF_CONVOLVE(function) SIZE(cmsis_nn_conv_params, function, &params, &input, &filter, &output)
#define OF_GENERAL_CONVOLVE(function) SIZE(cmsis_nn_conv_params, function, &input, &filter)
#define OF_1X1_CONVOLVE(function) SIZE(cmsis_nn_conv_params, function, &input)
#define OF_DEPTHWISE(function) SIZE(cmsis_nn_dw_conv_params, function, &params, &input, &filter, &output)
#define OF_DEPTHWISE_OPT(function) SIZE(cmsis_nn_dw_conv_params, function, &input, &filter)
FORMS(OF_CONVOLVE, arm_convolve_wrapper_s4)
FORMS(OF_CONVOLVE, arm_convolve_1_x_n_s4)
FORMS(OF_GENERAL_CONVOLVE, arm_convolve_s4)
FORMS(OF_1X1_CONVOLVE, arm_convolve_1x1_s4_fast)
FORMS(OF_DEPTHWISE, arm_depthwise_conv_wrapper_s4)
FORMS(OF_DEPTHWISE_OPT, arm_depthwise_conv_s4_opt)

#define ENTRY(function) {#function, call_##function},

const api_function api_int4[] = {
    ENTRY(arm_convolve_wrapper_s4) ENTRY(arm_convolve_s4) ENTRY(arm_convolve_even_s4)
        ENTRY(arm_convolve_1x1_s4_fast) ENTRY(arm_convolve_1x1_s4) ENTRY(arm_convolve_1_x_n_s4)
            ENTRY(arm_depthwise_conv_wrapper_s4) ENTRY(arm_depthwise_conv_s4) ENTRY(arm_depthwise_conv_s4_opt)
                ENTRY(arm_fully_connected_s4) ENTRY(arm_nn_mat_mult_nt_t_s4) ENTRY(arm_nn_vec_mat_mult_t_s4)
                    ENTRY(arm_nn_mat_mul_core_1x_s4) ENTRY(arm_nn_mat_mult_kernel_s4_s16)
                        FORMS(ENTRY, arm_convolve_wrapper_s4) FORMS(ENTRY, arm_convolve_1_x_n_s4)
                            FORMS(ENTRY, arm_convolve_s4) FORMS(ENTRY, arm_convolve_1x1_s4_fast)
                                FORMS(ENTRY, arm_depthwise_conv_wrapper_s4)
                                    FORMS(ENTRY, arm_depthwise_conv_s4_opt){NULL, NULL},
};
