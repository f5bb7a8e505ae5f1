// SPDX-License-Identifier: Apache-2.0
#include "internal/dot_mve.h"
#include "internal/svdf.h"

int32_t pl_svdf_dot_s8(const int8_t *x, const int8_t *y, int32_t elems) {
    return pl_dot_row(x, y, elems);
}

int32_t pl_svdf_dot_s16(const int16_t *x, const int16_t *y, int32_t elems) {
    int32_t sum = 0;
    for (; elems > 0; elems -= 8) {
        const mve_pred16_t lanes = vctp16q((uint32_t)elems);
        sum = vmladavaq_s16(sum, vldrhq_z_s16(x, lanes), vldrhq_z_s16(y, lanes));
        x += 8;
        y += 8;
    }
    return sum;
}
