// SPDX-License-Identifier: Apache-2.0
#include "arm_nnsupportfunctions.h"
#include "internal/requantize_s16.h"

int32_t arm_nn_requantize_s64(int64_t val, int32_t reduced_multiplier, int32_t shift) {
    return pl_clamp_s64(pl_requantize_s64(val, reduced_multiplier, shift), INT32_MIN, INT32_MAX);
}
