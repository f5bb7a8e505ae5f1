// SPDX-License-Identifier: Apache-2.0
#include "internal/dsp_intrinsics.h"
#include "internal/svdf.h"

int32_t pl_svdf_dot_s8(const int8_t *x, const int8_t *y, int32_t elems) {
    int32_t sum = 0, k = 0;
    for (; k + 4 <= elems; k += 4) {
        const int32_t word_x = pl_load_s8x4(x + k), word_y = pl_load_s8x4(y + k);
        sum = pl_smlad(pl_sxtb16(word_x), pl_sxtb16(word_y), sum);
        sum = pl_smlad(pl_sxtb16_ror8(word_x), pl_sxtb16_ror8(word_y), sum);
    }
    for (; k < elems; k++) {
        sum = pl_smlabb(x[k], y[k], sum);
    }
    return sum;
}

int32_t pl_svdf_dot_s16(const int16_t *x, const int16_t *y, int32_t elems) {
    int32_t sum = 0, k = 0;
    for (; k + 2 <= elems; k += 2) {
        sum = pl_smlad(pl_load_s16x2(x + k), pl_load_s16x2(y + k), sum);
    }
    return k < elems ? pl_smlabb(x[k], y[k], sum) : sum;
}
