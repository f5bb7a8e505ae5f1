// SPDX-License-Identifier: Apache-2.0
//
// int16 layers and batch matmul. Words and buffers are as in convolution.c, fully_connected.c and
// elementwise.c unless a handler says otherwise.
#include "api.h"
#include "arm_nnsupportfunctions.h"

typedef arm_cmsis_nn_status (*convolve)(const cmsis_nn_context *, const cmsis_nn_conv_params *,
                                        const cmsis_nn_per_channel_quant_params *, const cmsis_nn_dims *,
                                        const int16_t *, const cmsis_nn_dims *, const int8_t *,
                                        const cmsis_nn_dims *, const cmsis_nn_bias_data *,
                                        const cmsis_nn_dims *, int16_t *);

typedef arm_cmsis_nn_status (*depthwise)(const cmsis_nn_context *, const cmsis_nn_dw_conv_params *,
                                         const cmsis_nn_per_channel_quant_params *, const cmsis_nn_dims *,
                                         const int16_t *, const cmsis_nn_dims *, const int8_t *,
                                         const cmsis_nn_dims *, const int64_t *, const cmsis_nn_dims *,
                                         int16_t *);

typedef arm_cmsis_nn_status (*pool)(const cmsis_nn_context *, const cmsis_nn_pool_params *,
                                    const cmsis_nn_dims *, const int16_t *, const cmsis_nn_dims *,
                                    const cmsis_nn_dims *, int16_t *);

/// A further word: which bias, -1 none at all, else whether it is int32.
static const cmsis_nn_bias_data *take_bias(api_call *call, const cmsis_nn_bias_data *of_int64,
                                           const cmsis_nn_bias_data *of_int32) {
    const int32_t kind = api_word(call);
    return kind < 0 ? NULL : kind == 0 ? of_int64 : of_int32;
}

/// The further word comes last.
static int32_t call_convolve(api_call *call, convolve function) {
    cmsis_nn_conv_params params;
    api_take(call, &params, sizeof params);
    const cmsis_nn_dims input = api_dims(call), filter = api_dims(call), output = api_dims(call);
    const cmsis_nn_dims bias = {1, 1, 1, output.c};
    const cmsis_nn_context context = api_context(call, call->buffers[5]);
    const cmsis_nn_per_channel_quant_params quant = {call->buffers[3], call->buffers[4]};
    const cmsis_nn_bias_data of_int64 = {call->buffers[2], false}, of_int32 = {call->buffers[2], true};
    return function(&context, &params, &quant, &input, call->buffers[0], &filter, call->buffers[1], &bias,
                    take_bias(call, &of_int64, &of_int32), &output, call->buffers[6]);
}

static int32_t convolve_wrapper(api_call *call) {
    return call_convolve(call, arm_convolve_wrapper_s16);
}

static int32_t convolve_general(api_call *call) {
    return call_convolve(call, arm_convolve_s16);
}

static int32_t call_depthwise(api_call *call, depthwise function) {
    cmsis_nn_dw_conv_params params;
    api_take(call, &params, sizeof params);
    const cmsis_nn_dims input = api_dims(call), filter = api_dims(call), output = api_dims(call);
    const cmsis_nn_dims bias = {1, 1, 1, output.c};
    const cmsis_nn_context context = api_context(call, call->buffers[5]);
    const cmsis_nn_per_channel_quant_params quant = {call->buffers[3], call->buffers[4]};
    return function(&context, &params, &quant, &input, call->buffers[0], &filter, call->buffers[1], &bias,
                    call->buffers[2], &output, call->buffers[6]);
}

static int32_t depthwise_wrapper(api_call *call) {
    return call_depthwise(call, arm_depthwise_conv_wrapper_s16);
}

static int32_t depthwise_general(api_call *call) {
    return call_depthwise(call, arm_depthwise_conv_s16);
}

static int32_t depthwise_one_to_one(api_call *call) {
    return call_depthwise(call, arm_depthwise_conv_fast_s16);
}

/// Words: parameters, dimensions of filter and output.
static int32_t fully_connected(api_call *call) {
    cmsis_nn_fc_params params;
    api_take(call, &params, sizeof params);
    const cmsis_nn_dims filter = api_dims(call), output = api_dims(call);
    const cmsis_nn_dims input = {output.n, 1, 1, filter.n}, bias = {1, 1, 1, output.c};
    const int32_t *multiplier = call->buffers[3], *shift = call->buffers[4];
    const cmsis_nn_per_tensor_quant_params quant = {*multiplier, *shift};
    const cmsis_nn_context context = {NULL, 0};
    return arm_fully_connected_s16(&context, &params, &quant, &input, call->buffers[0], &filter,
                                   call->buffers[1], &bias, call->buffers[2], &output, call->buffers[6]);
}

/// What both batch matmuls take.
typedef struct {
    cmsis_nn_bmm_params params;
    cmsis_nn_per_tensor_quant_params quant;
    cmsis_nn_dims lhs, rhs, output;
    cmsis_nn_context context;
} matmul;

/// Words: adj_x, adj_y, parameters, multiplier, shift, dimensions of lhs, rhs and output, size of the scratch
/// memory. Buffers: lhs, rhs, scratch, output.
static matmul take_matmul(api_call *call) {
    const int32_t adj_x = api_word(call), adj_y = api_word(call);
    cmsis_nn_fc_params params;
    api_take(call, &params, sizeof params);
    matmul m = {.params = {adj_x != 0, adj_y != 0, params}};
    api_take(call, &m.quant, sizeof m.quant);
    m.lhs = api_dims(call);
    m.rhs = api_dims(call);
    m.output = api_dims(call);
    m.context = api_context(call, call->buffers[2]);
    return m;
}

static int32_t batch_matmul_s8(api_call *call) {
    const matmul m = take_matmul(call);
    return arm_batch_matmul_s8(&m.context, &m.params, &m.quant, &m.lhs, call->buffers[0], &m.rhs,
                               call->buffers[1], &m.output, call->buffers[3]);
}

static int32_t batch_matmul_s16(api_call *call) {
    const matmul m = take_matmul(call);
    return arm_batch_matmul_s16(&m.context, &m.params, &m.quant, &m.lhs, call->buffers[0], &m.rhs,
                                call->buffers[1], &m.output, call->buffers[3]);
}

static int32_t add(api_call *call) {
    const int32_t *w = call->words;
    return arm_elementwise_add_s16(call->buffers[0], call->buffers[1], w[0], w[1], w[2], w[3], w[4], w[5],
                                   w[6], call->buffers[2], w[7], w[8], w[9], w[10], w[11], w[12]);
}

static int32_t mul(api_call *call) {
    const int32_t *w = call->words;
    return arm_elementwise_mul_s16(call->buffers[0], call->buffers[1], w[0], w[1], call->buffers[2], w[2],
                                   w[3], w[4], w[5], w[6], w[7]);
}

static int32_t mul_acc(api_call *call) {
    const int32_t *w = call->words;
    return arm_elementwise_mul_acc_s16(call->buffers[0], call->buffers[1], w[0], w[1], call->buffers[2], w[2],
                                       w[3], w[4], w[5], w[6], w[7]);
}

static int32_t mul_to_s8(api_call *call) {
    const int32_t *w = call->words;
    return arm_elementwise_mul_s16_s8(call->buffers[0], call->buffers[1], call->buffers[2], w[0], w[1], w[2],
                                      w[3], w[4], w[5]);
}

static int32_t mul_batches(api_call *call) {
    const int32_t *w = call->words;
    return arm_elementwise_mul_s16_batch_offset(call->buffers[0], call->buffers[1], call->buffers[2], w[0],
                                                w[1], w[2], w[3], w[4], w[5]);
}

static int32_t call_pool(api_call *call, pool function) {
    cmsis_nn_pool_params params;
    api_take(call, &params, sizeof params);
    const cmsis_nn_dims input = api_dims(call), filter = api_dims(call), output = api_dims(call);
    const cmsis_nn_context context = {NULL, 0};
    return function(&context, &params, &input, call->buffers[0], &filter, &output, call->buffers[1]);
}

/// No size; buffers: input, output.
static int32_t average_pool(api_call *call) {
    return call_pool(call, arm_avgpool_s16);
}

static int32_t max_pool(api_call *call) {
    return call_pool(call, arm_max_pool_s16);
}

/// Words: count. Buffers: int64 values, reduced multipliers, shifts, results.
static int32_t requantize(api_call *call) {
    const int64_t *value = call->buffers[0];
    const int32_t *multiplier = call->buffers[1], *shift = call->buffers[2];
    int32_t *result = call->buffers[3];
    for (int32_t i = 0; i < call->words[0]; ++i) {
        result[i] = arm_nn_requantize_s64(value[i], multiplier[i], shift[i]);
    }
    return 0;
}

/// Words: rows of lhs, rows of rhs, columns, activation, bias. Buffers: lhs, rhs, bias, multipliers, shifts,
/// output.
static int32_t matrix_times_matrix(api_call *call) {
    int32_t w[5];
    api_take(call, w, sizeof w);
    const cmsis_nn_bias_data of_int64 = {call->buffers[2], false}, of_int32 = {call->buffers[2], true};
    return arm_nn_mat_mult_nt_t_s16(call->buffers[0], call->buffers[1], take_bias(call, &of_int64, &of_int32),
                                    call->buffers[5], call->buffers[3], call->buffers[4], w[0], w[1], w[2],
                                    w[3], w[4]);
}

/// As matrix_times_matrix, for two rows of lhs. Returns the distance between the output and what the function
/// returns.
static int32_t filters_times_columns(api_call *call) {
    int32_t w[5];
    api_take(call, w, sizeof w);
    const cmsis_nn_bias_data of_int64 = {call->buffers[2], false}, of_int32 = {call->buffers[2], true};
    int16_t *output = call->buffers[5];
    const int16_t *end = arm_nn_mat_mult_kernel_s16(call->buffers[1], call->buffers[0], w[1],
                                                    call->buffers[4], call->buffers[3], w[3], w[4], w[2],
                                                    take_bias(call, &of_int64, &of_int32), output);
    return (int32_t)(end - output);
}

/// Words: rows of rhs, columns, activation, multiplier, shift. Buffers: lhs, rhs, bias, output.
static int32_t vector_times_matrix(api_call *call) {
    const int32_t *w = call->words;
    return arm_nn_vec_mat_mult_t_s16(call->buffers[0], call->buffers[1], call->buffers[2], call->buffers[3],
                                     REDUCE_MULTIPLIER(w[4]), w[5], w[1], w[0], w[2], w[3]);
}

static int32_t vector_times_int16_matrix(api_call *call) {
    const int32_t *w = call->words;
    return arm_nn_vec_mat_mult_t_s16_s16(call->buffers[0], call->buffers[1], call->buffers[2],
                                         call->buffers[3], REDUCE_MULTIPLIER(w[4]), w[5], w[1], w[0], w[2],
                                         w[3]);
}

const api_function api_int16[] = {
    {"arm_convolve_wrapper_s16", convolve_wrapper},
    {"arm_convolve_s16", convolve_general},
    {"arm_depthwise_conv_wrapper_s16", depthwise_wrapper},
    {"arm_depthwise_conv_s16", depthwise_general},
    {"arm_depthwise_conv_fast_s16", depthwise_one_to_one},
    {"arm_fully_connected_s16", fully_connected},
    {"arm_batch_matmul_s8", batch_matmul_s8},
    {"arm_batch_matmul_s16", batch_matmul_s16},
    {"arm_elementwise_add_s16", add},
    {"arm_elementwise_mul_s16", mul},
    {"arm_elementwise_mul_acc_s16", mul_acc},
    {"arm_elementwise_mul_s16_s8", mul_to_s8},
    {"arm_elementwise_mul_s16_batch_offset", mul_batches},
    {"arm_avgpool_s16", average_pool},
    {"arm_max_pool_s16", max_pool},
    {"arm_nn_requantize_s64", requantize},
    {"arm_nn_mat_mult_nt_t_s16", matrix_times_matrix},
    {"arm_nn_mat_mult_kernel_s16", filters_times_columns},
    {"arm_nn_vec_mat_mult_t_s16", vector_times_matrix},
    {"arm_nn_vec_mat_mult_t_s16_s16", vector_times_int16_matrix},
    {NULL, NULL},
};
