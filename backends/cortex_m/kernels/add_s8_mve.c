// SPDX-License-Identifier: Apache-2.0
#include "add_elements_mve.h"
#include "operators.h"
#include "tier.h"

#if PL_BUILDS_MVE

// The sum of both inputs is then an int32.
int pl_add_s8_mve_check(const void *params) {
    const pl_add_s8_mve_params *p = params;
    return p->shift <= 0 && p->output_shift <= -1 ? PL_OK : PL_ERR_CORRUPT;
}

int pl_add_s8_mve(const void *params, void *const *args) {
    const pl_add_s8_mve_params *p = params;
    pl_addition a = {
        .smaller_offset = p->smaller_offset * (1 << PL_ADD_SMALLER_SHIFT),
        .multiplier = p->multiplier,
        .has_shift = p->shift != 0,
        .shift = p->shift,
        .larger_factor = 1 << PL_ADD_LARGER_SHIFT,
        .larger_offset = p->larger_offset * (1 << PL_ADD_LARGER_SHIFT),
        .output_multiplier = p->output_multiplier,
        .one = 1,
        .output_shift = p->output_shift,
    };
    for (uint32_t i = 0; i < PL_ADD_LANES; i++) {
        a.smaller_factor[i] = 1 << PL_ADD_SMALLER_SHIFT;
        a.activation_min[i] = p->activation_min;
        a.activation_max[i] = p->activation_max;
        a.output_offset[i] = p->output_offset;
    }
    const int8_t *const input_1 = args[PL_ADD_S8_MVE_INPUT_1];
    const int8_t *const input_2 = args[PL_ADD_S8_MVE_INPUT_2];
    pl_add_elements_mve(&a, p->larger_is_2 ? input_2 : input_1, p->larger_is_2 ? input_1 : input_2,
                        args[PL_ADD_S8_MVE_OUTPUT], p->elems);
    return PL_OK;
}

#endif
