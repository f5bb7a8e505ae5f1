// SPDX-License-Identifier: Apache-2.0
#include "internal/requantize_s16.h"

/// As pl_requantize without its limit to 32 bits; multiplier >= 0, shift in [-31, 30]. A left shift saturates
/// at 2^62: the result is then that of any larger value, 0 or a magnitude of at least 2^31.
static int64_t requantize_wide(int64_t value, int32_t multiplier, int32_t shift) {
    const int32_t left = shift > 0 ? shift : 0;
    const int64_t limit = (INT64_C(1) << 62) >> left;
    value = (value > limit ? limit : value < -limit ? -limit : value) * (INT64_C(1) << left);
    // value * multiplier / 2^31 from the parts above and below 2^31
    const int64_t low = value & INT32_MAX;
    int64_t scaled = (value >> 31) * multiplier + ((low * multiplier + (INT64_C(1) << 30)) >> 31);
    if (shift >= 0) {
        return scaled;
    }
    scaled += scaled >> 63; // ties away from zero
    return ((scaled >> (-shift - 1)) + 1) >> 1;
}

int16_t pl_requantize_s16_unusual(int64_t acc, int32_t multiplier, int32_t shift,
                                  const pl_output_s16 *output) {
    int64_t value;
    if (!output->is_int32_bias) {
        value = pl_requantize_s64(acc, pl_reduced_multiplier(multiplier), shift);
    } else if (pl_fits_s32(acc, shift > 0 ? shift : 0)) {
        value = pl_requantize((int32_t)acc, multiplier, shift);
    } else {
        value = requantize_wide(acc, multiplier, shift);
    }
    return (int16_t)pl_clamp_s64(value, output->min, output->max);
}
