// SPDX-License-Identifier: Apache-2.0
//
// copy_rows_mve.c in C, for a host.
#include "copy_rows_mve.h"
#include "tier.h"

#include <string.h>

#if PL_BUILDS_MVE && !defined(__ARM_FEATURE_MVE)

void pl_copy_windows_mve(int8_t *to, const int8_t *from, const pl_windows *shape) {
    for (uint32_t window = 0; window < shape->windows; window++) {
        for (uint32_t row = 0; row < shape->rows; row++) {
            memcpy(to + row * shape->to_stride, from + row * shape->from_stride, shape->bytes);
        }
        from += shape->from_step;
        to += shape->to_step;
    }
}

void pl_fill_mve(int8_t *to, int8_t value, uint32_t bytes) {
    memset(to, value, bytes);
}

#endif
