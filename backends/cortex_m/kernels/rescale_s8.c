// SPDX-License-Identifier: Apache-2.0
#include "arm_nnsupportfunctions.h"
#include "operators.h"

int pl_rescale_s8(const void *params, void *const *args) {
    const pl_rescale_s8_params *p = params;
    const int8_t *in = args[PL_RESCALE_S8_INPUT];
    int8_t *out = args[PL_RESCALE_S8_OUTPUT];
    for (uint32_t i = 0; i < p->elems; i++) {
        const int32_t scaled = arm_nn_requantize(in[i] + p->input_offset, p->multiplier, p->shift);
        const int64_t value = (int64_t)scaled + p->output_offset;
        const int64_t raised = value < p->activation_min ? p->activation_min : value;
        out[i] = (int8_t)(raised > p->activation_max ? p->activation_max : raised);
    }
    return PL_OK;
}
