// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "arm_nnsupportfunctions.h"

/// Bits between the cell state's unit at cell_scale_power 0 and that of the activation, Q3.12.
enum { ACTIVATION_FRACTION_BITS = 12 };

arm_cmsis_nn_status arm_nn_lstm_step_s16(const int16_t *data_in, const int16_t *hidden_in,
                                         int16_t *hidden_out, const cmsis_nn_lstm_params *params,
                                         cmsis_nn_lstm_context *buffers, int32_t batch_offset) {
    const int32_t elems = params->hidden_size * params->batch_size;
    int16_t *cell = buffers->cell_state;
    int16_t *gate = buffers->temp1, *other = buffers->temp2;
    // cell = forget gate * cell + input gate * cell gate
    (void)arm_nn_lstm_calculate_gate_s16(data_in, hidden_in, &params->forget_gate, params, gate,
                                         batch_offset);
    (void)arm_elementwise_mul_s16(gate, cell, 0, 0, cell, 0, params->forget_to_cell_multiplier,
                                  params->forget_to_cell_shift, NN_Q15_MIN, NN_Q15_MAX, elems);
    (void)arm_nn_lstm_calculate_gate_s16(data_in, hidden_in, &params->input_gate, params, gate, batch_offset);
    (void)arm_nn_lstm_calculate_gate_s16(data_in, hidden_in, &params->cell_gate, params, other, batch_offset);
    (void)arm_elementwise_mul_acc_s16(gate, other, 0, 0, cell, 0, params->input_to_cell_multiplier,
                                      params->input_to_cell_shift, -params->cell_clip, params->cell_clip,
                                      elems);
    // hidden = output gate * tanh(cell)
    (void)arm_nn_lstm_calculate_gate_s16(data_in, hidden_in, &params->output_gate, params, gate,
                                         batch_offset);
    (void)arm_nn_activation_s16(cell, other, elems, params->cell_scale_power + ACTIVATION_FRACTION_BITS,
                                ARM_TANH);
    return arm_elementwise_mul_s16_batch_offset(gate, other, hidden_out, params->output_offset,
                                                params->output_multiplier, params->output_shift,
                                                params->hidden_size, params->batch_size, batch_offset);
}
