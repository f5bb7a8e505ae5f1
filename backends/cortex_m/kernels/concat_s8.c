// SPDX-License-Identifier: Apache-2.0
#include "operators.h"

#include <string.h>

int pl_concat_s8_check(const void *params) {
    const pl_concat_s8_params *p = params;
    const uint32_t rows = p->elems / p->row;
    const int whole = p->elems == rows * p->row && (uint64_t)rows * p->out_row == p->out_elems;
    return whole && (uint64_t)p->position + p->row <= p->out_row ? PL_OK : PL_ERR_CORRUPT;
}

int pl_concat_s8(const void *params, void *const *args) {
    const pl_concat_s8_params *p = params;
    const int8_t *in = args[PL_CONCAT_S8_INPUT];
    int8_t *out = (int8_t *)args[PL_CONCAT_S8_OUTPUT] + p->position;
    for (uint32_t left = p->elems / p->row; left > 0; left--) {
        memmove(out, in, p->row);
        in += p->row;
        out += p->out_row;
    }
    return PL_OK;
}
