// SPDX-License-Identifier: Apache-2.0
#include "operators.h"

#include <string.h>

enum { RANK = 4 };

// Whether the sizes, with and without padding, have the products that the extents say.
int pl_pad_s8_check(const void *params) {
    const pl_pad_s8_params *p = params;
    const uint32_t dims[RANK] = {p->dim_0, p->dim_1, p->dim_2, p->dim_3};
    const uint64_t padded[RANK] = {
        (uint64_t)p->dim_0 + p->before_0 + p->after_0,
        (uint64_t)p->dim_1 + p->before_1 + p->after_1,
        (uint64_t)p->dim_2 + p->before_2 + p->after_2,
        (uint64_t)p->dim_3 + p->before_3 + p->after_3,
    };
    uint64_t elems = 1;
    uint64_t out_elems = 1;
    for (uint32_t d = 0; d < RANK; d++) {
        elems *= dims[d];
        out_elems *= padded[d];
        if (elems > p->elems || out_elems > p->out_elems) {
            return PL_ERR_CORRUPT;
        }
    }
    return elems == p->elems && out_elems == p->out_elems ? PL_OK : PL_ERR_CORRUPT;
}

// From the start to the end, so that the output may lie over the input.
int pl_pad_s8(const void *params, void *const *args) {
    const pl_pad_s8_params *p = params;
    const int8_t *in = args[PL_PAD_S8_INPUT];
    int8_t *out = args[PL_PAD_S8_OUTPUT];
    const uint32_t row = p->before_3 + p->dim_3 + p->after_3;
    const uint32_t plane = (p->before_2 + p->dim_2 + p->after_2) * row;
    const uint32_t volume = (p->before_1 + p->dim_1 + p->after_1) * plane;
    const uint32_t first = p->before_0 * volume + p->before_1 * plane + p->before_2 * row + p->before_3;
    uint32_t done = 0;
    for (uint32_t i = 0; i < p->dim_0; i++) {
        for (uint32_t j = 0; j < p->dim_1; j++) {
            for (uint32_t k = 0; k < p->dim_2; k++) {
                const uint32_t place = first + i * volume + j * plane + k * row;
                memset(out + done, p->value, place - done);
                memmove(out + place, in, p->dim_3);
                in += p->dim_3;
                done = place + p->dim_3;
            }
        }
    }
    memset(out + done, p->value, p->out_elems - done);
    return PL_OK;
}
