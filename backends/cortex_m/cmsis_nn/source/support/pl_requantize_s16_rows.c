// SPDX-License-Identifier: Apache-2.0
#include "internal/requantize_s16.h"

static void add_bias(int64_t *sums, const pl_output_s16 *output, int32_t row, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        sums[i] = pl_add_bias_s16(sums[i], output, row + i);
    }
}

/// The bias is in the sums. is_int32_bias is that of `output`, known where this is inlined.
static inline void requantize(const int64_t *sums, const pl_output_s16 *output, int32_t row, int32_t count,
                              int16_t *dst, bool is_int32_bias) {
    const int32_t stride = output->quant_stride;
    const int32_t *multiplier = output->multiplier + row * stride;
    const int32_t *shift = output->shift + row * stride;
    const pl_output_s16 usual = {.is_int32_bias = is_int32_bias, .min = output->min, .max = output->max};
    for (int32_t i = 0; i < count; i++) {
        dst[i] = pl_is_usual_s16(sums[i], *shift)
                     ? pl_requantize_usual_s16((int32_t)sums[i], *multiplier, *shift, &usual)
                     : pl_requantize_s16_unusual(sums[i], *multiplier, *shift, output);
        multiplier += stride;
        shift += stride;
    }
}

void pl_requantize_s16_rows(int64_t *sums, const pl_output_s16 *output, int32_t row, int32_t count,
                            int16_t *dst) {
    if (output->bias != NULL) {
        add_bias(sums, output, row, count);
    }
    if (output->is_int32_bias) {
        requantize(sums, output, row, count, dst, true);
    } else {
        requantize(sums, output, row, count, dst, false);
    }
}
