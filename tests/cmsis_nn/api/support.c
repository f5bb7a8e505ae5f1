// SPDX-License-Identifier: Apache-2.0
//
// Building blocks of the layer functions. Words: the function's numbers in their order.
#include "api.h"
#include "arm_nnsupportfunctions.h"

/// Words: count. Buffers: values, multipliers, shifts, results.
static int32_t requantize(api_call *call) {
    const int32_t *value = call->buffers[0];
    const int32_t *multiplier = call->buffers[1];
    const int32_t *shift = call->buffers[2];
    int32_t *result = call->buffers[3];
    for (int32_t i = 0; i < call->words[0]; ++i) {
        result[i] = arm_nn_requantize(value[i], multiplier[i], shift[i]);
    }
    return 0;
}

/// Buffers: input, output.
static int32_t widen(api_call *call) {
    arm_q7_to_q15_with_offset(call->buffers[0], call->buffers[1], call->words[0], (int16_t)call->words[1]);
    return 0;
}

/// Buffers: lhs, rhs, bias, multipliers, shifts, output.
static int32_t matrix_times_matrix(api_call *call) {
    const int32_t *w = call->words;
    return arm_nn_mat_mult_nt_t_s8(call->buffers[0], call->buffers[1], call->buffers[2], call->buffers[5],
                                   call->buffers[3], call->buffers[4], w[0], w[1], w[2], w[3], w[4], w[5],
                                   w[6], w[7], w[8]);
}

/// The sums of the filter's rows, where the build wants them. Word 0 is lhs_offset, 2 rhs_cols, 3 rhs_rows, 7
/// rhs_offset.
static const int32_t *kernel_sums(api_call *call) {
    const int32_t *w = call->words;
    const cmsis_nn_dims filter = {w[2], 1, 1, w[3]};
    if (arm_fully_connected_s8_get_buffer_size(&filter) == 0) {
        return NULL;
    }
    arm_vector_sum_s8(call->buffers[5], w[2], w[3], call->buffers[1], w[0], w[7], call->buffers[2]);
    return call->buffers[5];
}

/// Words: lhs_offset, dst_offset, rhs_cols, rhs_rows, activation, address_offset, rhs_offset. Buffers: lhs,
/// rhs, bias, multipliers, shifts, scratch, output.
static int32_t vector_times_matrix(api_call *call) {
    const int32_t *w = call->words;
    const int32_t *multiplier = call->buffers[3];
    const int32_t *shift = call->buffers[4];
    return arm_nn_vec_mat_mult_t_s8(call->buffers[0], call->buffers[1], kernel_sums(call), call->buffers[2],
                                    call->buffers[6], w[0], w[1], *multiplier, *shift, w[2], w[3], w[4], w[5],
                                    w[6], w[7]);
}

static int32_t vector_times_matrix_per_channel(api_call *call) {
    const int32_t *w = call->words;
    return arm_nn_vec_mat_mult_t_per_ch_s8(call->buffers[0], call->buffers[1], kernel_sums(call),
                                           call->buffers[2], call->buffers[6], w[0], w[1], call->buffers[3],
                                           call->buffers[4], w[2], w[3], w[4], w[5], w[6], w[7]);
}

/// Words: output channels, output offset, activation, columns, distance of the columns. Buffers: weights, the
/// two columns, bias, multipliers, shifts, output. Returns the distance between the output and what the
/// function returns.
static int32_t filters_times_columns(api_call *call) {
    const int32_t *w = call->words;
    int8_t *output = call->buffers[5];
    const int8_t *end = arm_nn_mat_mult_kernel_s8_s16(call->buffers[0], call->buffers[1], (uint16_t)w[0],
                                                      call->buffers[4], call->buffers[3], w[1], (int16_t)w[2],
                                                      (int16_t)w[3], w[4], w[5], call->buffers[2], output);
    return (int32_t)(end - output);
}

/// A further word: distance of the results.
static int32_t filters_times_columns_apart(api_call *call) {
    const int32_t *w = call->words;
    int8_t *output = call->buffers[5];
    const int8_t *end = arm_nn_mat_mult_kernel_row_offset_s8_s16(
        call->buffers[0], call->buffers[1], (uint16_t)w[0], call->buffers[4], call->buffers[3], w[1],
        (int16_t)w[2], (int16_t)w[3], w[4], w[5], call->buffers[2], w[6], output);
    return (int32_t)(end - output);
}

/// Buffers: input, output.
static int32_t widen_unordered(api_call *call) {
    arm_s8_to_s16_unordered_with_offset(call->buffers[0], call->buffers[1], call->words[0],
                                        (int16_t)call->words[1]);
    return 0;
}

// A function of numbers. Words: count. Buffers: each argument's values, results.

#define OF_ONE(function)                                                                                     \
    static int32_t call_##function(api_call *call) {                                                         \
        const int32_t *x = call->buffers[0];                                                                 \
        int32_t *result = call->buffers[1];                                                                  \
        for (int32_t i = 0; i < call->words[0]; ++i) {                                                       \
            result[i] = function(x[i]);                                                                      \
        }                                                                                                    \
        return 0;                                                                                            \
    }
#define OF_TWO(function)                                                                                     \
    static int32_t call_##function(api_call *call) {                                                         \
        const int32_t *x = call->buffers[0], *y = call->buffers[1];                                          \
        int32_t *result = call->buffers[2];                                                                  \
        for (int32_t i = 0; i < call->words[0]; ++i) {                                                       \
            result[i] = function(x[i], y[i]);                                                                \
        }                                                                                                    \
        return 0;                                                                                            \
    }
OF_ONE(arm_nn_exp_on_negative_values)
OF_ONE(arm_nn_one_over_one_plus_x_for_x_in_0_1)
OF_TWO(arm_nn_doubling_high_mult)
OF_TWO(arm_nn_doubling_high_mult_no_sat)
OF_TWO(arm_nn_divide_by_power_of_two)
OF_TWO(arm_nn_mult_by_power_of_two)
#define NUMBERS(function) {#function, call_##function},

const api_function api_support[] = {
    {"arm_nn_requantize", requantize},
    {"arm_q7_to_q15_with_offset", widen},
    {"arm_nn_mat_mult_nt_t_s8", matrix_times_matrix},
    {"arm_nn_vec_mat_mult_t_s8", vector_times_matrix},
    {"arm_nn_vec_mat_mult_t_per_ch_s8", vector_times_matrix_per_channel},
    {"arm_nn_mat_mult_kernel_s8_s16", filters_times_columns},
    {"arm_nn_mat_mult_kernel_row_offset_s8_s16", filters_times_columns_apart},
    {"arm_s8_to_s16_unordered_with_offset", widen_unordered},
    NUMBERS(arm_nn_exp_on_negative_values) NUMBERS(arm_nn_one_over_one_plus_x_for_x_in_0_1)
        NUMBERS(arm_nn_doubling_high_mult) NUMBERS(arm_nn_doubling_high_mult_no_sat)
            NUMBERS(arm_nn_divide_by_power_of_two) NUMBERS(arm_nn_mult_by_power_of_two){NULL, NULL},
};
