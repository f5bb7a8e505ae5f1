// SPDX-License-Identifier: Apache-2.0
//
// LSTM and SVDF, and what they are made of.
#include "api.h"
#include "arm_nnsupportfunctions.h"

/// Words: columns, rows, offset of the input. Buffers: sums, filter, bias.
static int32_t vector_sum_s64(api_call *call) {
    const int32_t *w = call->words;
    return arm_vector_sum_s8_s64(call->buffers[0], w[0], w[1], call->buffers[1], w[2], call->buffers[2]);
}

// SVDF. Words: parameters, multiplier and shift of the state and of the output, batches, inputs, features,
// time, size of the memory for sums (int8 state alone). Buffers: input, state, weights of features and of
// time, bias, output, both memories that CMSIS-NN asks for, and for int8 state the memory for sums.

typedef struct {
    cmsis_nn_svdf_params params;
    cmsis_nn_per_tensor_quant_params input_quant, output_quant;
    cmsis_nn_dims input, state, feature, time, bias, output;
    cmsis_nn_context input_memory, output_memory;
} svdf_layer;

static svdf_layer take_svdf(api_call *call) {
    svdf_layer l;
    api_take(call, &l.params, sizeof l.params);
    api_take(call, &l.input_quant, sizeof l.input_quant);
    api_take(call, &l.output_quant, sizeof l.output_quant);
    const int32_t batches = api_word(call), inputs = api_word(call);
    const int32_t features = api_word(call), time = api_word(call);
    l.input = (cmsis_nn_dims){.n = batches, .h = inputs};
    l.state = (cmsis_nn_dims){.n = batches, .h = features * time};
    l.feature = (cmsis_nn_dims){.n = features, .h = inputs};
    l.time = (cmsis_nn_dims){.n = features, .h = time};
    l.bias = (cmsis_nn_dims){0};
    l.output = (cmsis_nn_dims){0};
    l.input_memory = (cmsis_nn_context){call->buffers[6], 0};
    l.output_memory = (cmsis_nn_context){call->buffers[7], 0};
    return l;
}

/// As the header demands, the sums are prepared where the size of the buffer is not 0.
static int32_t svdf_s8(api_call *call) {
    void **b = call->buffers;
    const svdf_layer l = take_svdf(call);
    const cmsis_nn_context sums = api_context(call, b[8]);
    if (arm_svdf_s8_get_buffer_size(&l.feature) > 0 && sums.buf != NULL) {
        arm_vector_sum_s8(sums.buf, l.input.h, l.feature.n, b[2], -l.params.input_offset, 0, NULL);
    }
    return arm_svdf_s8(&sums, &l.input_memory, &l.output_memory, &l.params, &l.input_quant, &l.output_quant,
                       &l.input, b[0], &l.state, b[1], &l.feature, b[2], &l.time, b[3], &l.bias, b[4],
                       &l.output, b[5]);
}

static int32_t svdf_state_s16(api_call *call) {
    void **b = call->buffers;
    const svdf_layer l = take_svdf(call);
    return arm_svdf_state_s16_s8(&l.input_memory, &l.output_memory, &l.params, &l.input_quant,
                                 &l.output_quant, &l.input, b[0], &l.state, b[1], &l.feature, b[2], &l.time,
                                 b[3], &l.bias, b[4], &l.output, b[5]);
}

/// Words: the function's numbers in their order. Buffers: lhs, rhs, output.
static int32_t vector_times_matrix_scattered(api_call *call) {
    const int32_t *w = call->words;
    return arm_nn_vec_mat_mult_t_svdf_s8(call->buffers[0], call->buffers[1], call->buffers[2], w[0], w[1],
                                         w[2], w[3], w[4], w[5], w[6], w[7]);
}

// LSTM. Words: the numbers of cmsis_nn_lstm_params up to the gates; for each gate its numbers, with 0 for
// sigmoid; and for a gate or step alone the batch offset. Buffers: input, output, temp1, temp2, cell state,
// hidden state; for each gate weights and effective bias of the input, and of the hidden state.

enum { LSTM_NUMBERS = 15, FIRST_GATE = 6 };

static cmsis_nn_lstm_gate take_gate(api_call *call, int index) {
    void **b = &call->buffers[FIRST_GATE + 4 * index];
    cmsis_nn_lstm_gate gate = {.input_weights = b[0],
                               .input_effective_bias = b[1],
                               .hidden_weights = b[2],
                               .hidden_effective_bias = b[3]};
    gate.input_multiplier = api_word(call);
    gate.input_shift = api_word(call);
    gate.hidden_multiplier = api_word(call);
    gate.hidden_shift = api_word(call);
    gate.activation_type = api_word(call) == 0 ? ARM_SIGMOID : ARM_TANH;
    return gate;
}

static cmsis_nn_lstm_params take_lstm(api_call *call) {
    cmsis_nn_lstm_params params;
    api_take(call, &params, LSTM_NUMBERS * sizeof(int32_t));
    params.forget_gate = take_gate(call, 0);
    params.input_gate = take_gate(call, 1);
    params.cell_gate = take_gate(call, 2);
    params.output_gate = take_gate(call, 3);
    return params;
}

static cmsis_nn_lstm_context memory_of(api_call *call) {
    void **b = call->buffers;
    return (cmsis_nn_lstm_context){.temp1 = b[2], .temp2 = b[3], .cell_state = b[4], .hidden_state = b[5]};
}

static int32_t lstm_s8(api_call *call) {
    const cmsis_nn_lstm_params params = take_lstm(call);
    cmsis_nn_lstm_context memory = memory_of(call);
    return arm_lstm_unidirectional_s8(call->buffers[0], call->buffers[1], &params, &memory);
}

static int32_t lstm_s16(api_call *call) {
    const cmsis_nn_lstm_params params = take_lstm(call);
    cmsis_nn_lstm_context memory = memory_of(call);
    return arm_lstm_unidirectional_s16(call->buffers[0], call->buffers[1], &params, &memory);
}

// The previous hidden state of a step alone is buffer 5, the next one buffer 1.

static int32_t step_s8(api_call *call) {
    const cmsis_nn_lstm_params params = take_lstm(call);
    cmsis_nn_lstm_context memory = memory_of(call);
    return arm_nn_lstm_step_s8(call->buffers[0], call->buffers[5], call->buffers[1], &params, &memory,
                               api_word(call));
}

static int32_t step_s16(api_call *call) {
    const cmsis_nn_lstm_params params = take_lstm(call);
    cmsis_nn_lstm_context memory = memory_of(call);
    return arm_nn_lstm_step_s16(call->buffers[0], call->buffers[5], call->buffers[1], &params, &memory,
                                api_word(call));
}

// Words of a sum: the function's numbers in their order. Buffers: lhs, rhs, effective bias, output.

static int32_t accumulate_s8(api_call *call) {
    const int32_t *w = call->words;
    void **b = call->buffers;
    return arm_nn_vec_mat_mul_result_acc_s8_s16(b[0], b[1], b[2], b[3], w[0], w[1], w[2], w[3], w[4], w[5]);
}

static int32_t accumulate_s16(api_call *call) {
    const int32_t *w = call->words;
    void **b = call->buffers;
    return arm_nn_vec_mat_mul_result_acc_s16(b[0], b[1], b[2], b[3], w[0], w[1], w[2], w[3], w[4], w[5]);
}

const api_function api_recurrent[] = {
    {"arm_vector_sum_s8_s64", vector_sum_s64},
    {"arm_svdf_s8", svdf_s8},
    {"arm_svdf_state_s16_s8", svdf_state_s16},
    {"arm_nn_vec_mat_mult_t_svdf_s8", vector_times_matrix_scattered},
    {"arm_lstm_unidirectional_s8", lstm_s8},
    {"arm_lstm_unidirectional_s16", lstm_s16},
    {"arm_nn_lstm_step_s8", step_s8},
    {"arm_nn_lstm_step_s16", step_s16},
    {"arm_nn_vec_mat_mul_result_acc_s8_s16", accumulate_s8},
    {"arm_nn_vec_mat_mul_result_acc_s16", accumulate_s16},
    {NULL, NULL},
};
