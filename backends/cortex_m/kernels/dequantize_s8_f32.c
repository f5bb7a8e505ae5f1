// SPDX-License-Identifier: Apache-2.0
#include "operators.h"

int pl_dequantize_s8_f32(const void *params, void *const *args) {
    const pl_dequantize_s8_f32_params *p = params;
    const int8_t *in = args[PL_DEQUANTIZE_S8_F32_INPUT];
    float *out = args[PL_DEQUANTIZE_S8_F32_OUTPUT];
    for (uint32_t i = 0; i < p->elems; i++) {
        out[i] = (float)(in[i] - p->zero_point) * p->scale;
    }
    return PL_OK;
}
