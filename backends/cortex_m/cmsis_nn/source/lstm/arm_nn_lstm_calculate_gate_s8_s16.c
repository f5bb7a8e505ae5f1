// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "arm_nnsupportfunctions.h"

#include <string.h>

arm_cmsis_nn_status arm_nn_lstm_calculate_gate_s8_s16(const int8_t *data_in, const int8_t *hidden_in,
                                                      const cmsis_nn_lstm_gate *gate_data,
                                                      const cmsis_nn_lstm_params *params, int16_t *output,
                                                      int32_t batch_offset) {
    const int32_t batches = params->batch_size, hidden = params->hidden_size;
    memset(output, 0, (size_t)(batches * hidden) * sizeof *output);
    (void)arm_nn_vec_mat_mul_result_acc_s8_s16(data_in, gate_data->input_weights,
                                               gate_data->input_effective_bias, output,
                                               gate_data->input_multiplier, gate_data->input_shift,
                                               params->input_size, hidden, batches, batch_offset);
    if (hidden_in != NULL) {
        (void)arm_nn_vec_mat_mul_result_acc_s8_s16(
            hidden_in, gate_data->hidden_weights, gate_data->hidden_effective_bias, output,
            gate_data->hidden_multiplier, gate_data->hidden_shift, hidden, hidden, batches, batch_offset);
    }
    return arm_nn_activation_s16(output, output, batches * hidden, 0, gate_data->activation_type);
}
