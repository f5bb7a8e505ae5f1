// SPDX-License-Identifier: Apache-2.0
#include "internal/svdf.h"

int32_t pl_svdf_dot_s8(const int8_t *x, const int8_t *y, int32_t elems) {
    uint32_t sum = 0;
    for (int32_t k = 0; k < elems; k++) {
        sum += (uint32_t)(x[k] * y[k]);
    }
    return (int32_t)sum;
}

int32_t pl_svdf_dot_s16(const int16_t *x, const int16_t *y, int32_t elems) {
    uint32_t sum = 0;
    for (int32_t k = 0; k < elems; k++) {
        sum += (uint32_t)(x[k] * y[k]);
    }
    return (int32_t)sum;
}
