// SPDX-License-Identifier: Apache-2.0
// Two elements at a time, a word of each input.
#include "internal/dsp_halfwords.h"
#include "internal/multiply_s16.h"

static inline int32_t narrow(int32_t product, const pl_elementwise_output *out) {
    const int32_t scaled = pl_requantize(product, out->multiplier, out->shift);
    return pl_ssat16((int32_t)((uint32_t)scaled + (uint32_t)out->offset));
}

void pl_multiply_s16(const int16_t *x, const int16_t *y, int16_t *output, int32_t count,
                     const pl_elementwise_output *out) {
    const pl_elementwise_output o = *out;
    const int32_t min = pl_splat_s16x2(o.min);
    const int32_t max = pl_splat_s16x2(o.max);
    int32_t i = 0;
    for (; i + 2 <= count; i += 2) {
        const int32_t xs = pl_load_s16x2(x + i), ys = pl_load_s16x2(y + i);
        const int32_t word = pl_pkhbt(narrow(pl_smulbb(xs, ys), &o), narrow(pl_smultt(xs, ys), &o));
        pl_store_s16x2(output + i, pl_min_s16x2(pl_max_s16x2(word, min), max));
    }
    if (i < count) {
        output[i] = pl_multiply_one_s16(x[i], y[i], &o);
    }
}
