// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "operators.h"

// Longer rows could overflow the sum of exponentials, which has 12 integer bits.
enum { MAX_ROW = 4095 };

// Differences that count must stay in 32 bits when they are shifted.
int pl_softmax_s8_check(const void *params) {
    const pl_softmax_s8_params *p = params;
    if (p->row > MAX_ROW || p->elems % p->row != 0 || p->shift < 0 || p->diff_min > 0) {
        return PL_ERR_CORRUPT;
    }
    const int64_t largest = p->diff_min < -255 ? 255 : -(int64_t)p->diff_min;
    return largest << p->shift <= INT32_MAX ? PL_OK : PL_ERR_CORRUPT;
}

int pl_softmax_s8(const void *params, void *const *args) {
    const pl_softmax_s8_params *p = params;
    arm_softmax_s8(args[PL_SOFTMAX_S8_INPUT], (int32_t)(p->elems / p->row), (int32_t)p->row, p->multiplier,
                   p->shift, p->diff_min, args[PL_SOFTMAX_S8_OUTPUT]);
    return PL_OK;
}
