// SPDX-License-Identifier: Apache-2.0
#include "operators.h"

#include <stdbool.h>

enum { RANK = 6 };

typedef struct {
    uint32_t dims[RANK];    // of the output
    uint32_t strides[RANK]; // in the input, for one step of each output dimension
} walk;

// Whether perm names each dimension once and the sizes have `elems` as product.
int pl_transpose_s8_check(const void *params) {
    const pl_transpose_s8_params *p = params;
    const uint32_t dims[RANK] = {p->dim_0, p->dim_1, p->dim_2, p->dim_3, p->dim_4, p->dim_5};
    const uint32_t perm[RANK] = {p->perm_0, p->perm_1, p->perm_2, p->perm_3, p->perm_4, p->perm_5};
    uint64_t product = 1;
    uint32_t named = 0;
    for (uint32_t d = 0; d < RANK; d++) {
        product *= dims[d];
        if (product > p->elems || perm[d] >= RANK) {
            return PL_ERR_CORRUPT;
        }
        named |= 1u << perm[d];
    }
    return product == p->elems && named == (1u << RANK) - 1u ? PL_OK : PL_ERR_CORRUPT;
}

static walk walk_of(const pl_transpose_s8_params *p) {
    const uint32_t dims[RANK] = {p->dim_0, p->dim_1, p->dim_2, p->dim_3, p->dim_4, p->dim_5};
    const uint32_t perm[RANK] = {p->perm_0, p->perm_1, p->perm_2, p->perm_3, p->perm_4, p->perm_5};
    uint32_t strides[RANK];
    uint32_t stride = 1;
    for (uint32_t d = RANK; d-- > 0;) {
        strides[d] = stride;
        stride *= dims[d];
    }
    walk w;
    for (uint32_t d = 0; d < RANK; d++) {
        w.dims[d] = dims[perm[d]];
        w.strides[d] = strides[perm[d]];
    }
    return w;
}

// The two innermost dimensions of the output, at `in`.
static int8_t *copy_plane(const walk *w, const int8_t *in, int8_t *out) {
    for (uint32_t i = 0; i < w->dims[4]; i++) {
        const int8_t *from = in + i * w->strides[4];
        for (uint32_t j = 0; j < w->dims[5]; j++, from += w->strides[5]) {
            *out++ = *from;
        }
    }
    return out;
}

int pl_transpose_s8(const void *params, void *const *args) {
    const walk w = walk_of(params);
    const int8_t *in = args[PL_TRANSPOSE_S8_INPUT];
    int8_t *out = args[PL_TRANSPOSE_S8_OUTPUT];
    for (uint32_t a = 0; a < w.dims[0]; a++) {
        for (uint32_t b = 0; b < w.dims[1]; b++) {
            for (uint32_t c = 0; c < w.dims[2]; c++) {
                for (uint32_t d = 0; d < w.dims[3]; d++) {
                    const uint32_t at =
                        a * w.strides[0] + b * w.strides[1] + c * w.strides[2] + d * w.strides[3];
                    out = copy_plane(&w, in + at, out);
                }
            }
        }
    }
    return PL_OK;
}
