// SPDX-License-Identifier: Apache-2.0
#include "arm_nnsupportfunctions.h"
#include "internal/requantize.h"

int32_t arm_nn_requantize(int32_t value, int32_t multiplier, int32_t shift) {
    return pl_requantize(value, multiplier, shift);
}
