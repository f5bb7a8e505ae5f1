// SPDX-License-Identifier: Apache-2.0
// Division by the number of pixels in a window, four lanes at a time.
#ifndef PL_CMSIS_NN_AVERAGE_MVE_H
#define PL_CMSIS_NN_AVERAGE_MVE_H

#include "internal/pool.h"

#include <arm_mve.h>

/// How to divide by the number of pixels in a window.
typedef struct {
    int32_t count;
    int32_t half;
    uint32_t reciprocal; // 2^32 / count rounded up; 0: divide
} pl_divisor;

/// For sums of `count` values of magnitudes up to `most`, and count / 2 more, the high half of the product
/// with the reciprocal is the quotient, as long as (most + 1) * count^2 <= 2^32. The reciprocal of 1 has no
/// room in 32 bits.
static inline pl_divisor pl_divisor_of(int32_t count, int32_t most) {
    const bool is_exact = count > 1 && count < 65536 &&
                          (uint64_t)count * (uint32_t)count * ((uint32_t)most + 1) <= UINT64_C(1) << 32;
    return (pl_divisor){count, count / 2, is_exact ? UINT32_MAX / (uint32_t)count + 1 : 0};
}

/// sum / count rounded to nearest, ties away from zero.
static inline int32x4_t pl_divide_mve(int32x4_t sum, const pl_divisor *divisor) {
    if (divisor->reciprocal == 0) {
        int32_t lanes[4];
        vstrwq_s32(lanes, sum);
        for (int32_t i = 0; i < 4; i++) {
            lanes[i] = pl_rounded_average(lanes[i], divisor->count);
        }
        return vldrwq_s32(lanes);
    }
    const int32x4_t magnitude = vaddq_n_s32(vabsq_s32(sum), divisor->half);
    const uint32x4_t quotient =
        vmulhq_u32(vreinterpretq_u32_s32(magnitude), vdupq_n_u32(divisor->reciprocal));
    const int32x4_t value = vreinterpretq_s32_u32(quotient);
    return vnegq_m_s32(value, value, vcmpltq_n_s32(sum, 0));
}

#endif
