// SPDX-License-Identifier: Apache-2.0
// Inside of the LSTM family: what is the same for all types.
#ifndef PL_CMSIS_NN_LSTM_H
#define PL_CMSIS_NN_LSTM_H

#include "arm_nn_types.h"
#include <stddef.h>

/// Where the steps of one sequence lie, in units of a step's values.
typedef struct {
    int32_t first;
    int32_t next; // from one step to the next one
} pl_lstm_walk;

static inline pl_lstm_walk pl_lstm_walk_of(const cmsis_nn_lstm_params *params, int32_t batch) {
    if (params->time_major != 0) {
        return (pl_lstm_walk){batch, params->batch_size};
    }
    return (pl_lstm_walk){batch * params->time_steps, 1};
}

static inline bool pl_lstm_is_valid(const cmsis_nn_lstm_params *params,
                                    const cmsis_nn_lstm_context *buffers) {
    return params->batch_size >= 1 && params->time_steps >= 1 && params->input_size >= 1 &&
           params->hidden_size >= 1 && buffers->temp1 != NULL && buffers->temp2 != NULL &&
           buffers->cell_state != NULL;
}

#endif
