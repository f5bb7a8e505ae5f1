// SPDX-License-Identifier: Apache-2.0
// Sequence by sequence, so that the hidden state lies in the same way at the first step as at the others.
#include "arm_nnfunctions.h"
#include "arm_nnsupportfunctions.h"
#include "internal/lstm.h"

#include <string.h>

/// Sequence `batch` with its states in `buffers`; params->batch_size is 1.
static void run_sequence(const int16_t *input, int16_t *output, const cmsis_nn_lstm_params *params,
                         cmsis_nn_lstm_context *buffers, pl_lstm_walk walk) {
    const int16_t *hidden = buffers->hidden_state;
    for (int32_t step = 0, at = walk.first; step < params->time_steps; step++, at += walk.next) {
        int16_t *out = output + at * params->hidden_size;
        (void)arm_nn_lstm_step_s16(input + at * params->input_size, hidden, out, params, buffers, 1);
        hidden = out;
    }
    if (buffers->hidden_state != NULL) {
        memcpy(buffers->hidden_state, hidden, (size_t)params->hidden_size * sizeof *hidden);
    }
}

arm_cmsis_nn_status arm_lstm_unidirectional_s16(const int16_t *input, int16_t *output,
                                                const cmsis_nn_lstm_params *params,
                                                cmsis_nn_lstm_context *buffers) {
    if (!pl_lstm_is_valid(params, buffers)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const int32_t hidden_size = params->hidden_size;
    cmsis_nn_lstm_params one = *params;
    one.batch_size = 1;
    cmsis_nn_lstm_context states = *buffers;
    if (buffers->hidden_state == NULL) {
        memset(buffers->cell_state, 0, (size_t)(params->batch_size * hidden_size) * sizeof(int16_t));
    }
    for (int32_t batch = 0; batch < params->batch_size; batch++) {
        states.cell_state = (int16_t *)buffers->cell_state + batch * hidden_size;
        if (buffers->hidden_state != NULL) {
            states.hidden_state = (int16_t *)buffers->hidden_state + batch * hidden_size;
        }
        run_sequence(input, output, &one, &states, pl_lstm_walk_of(params, batch));
    }
    return ARM_CMSIS_NN_SUCCESS;
}
