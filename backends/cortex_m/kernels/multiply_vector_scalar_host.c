// SPDX-License-Identifier: Apache-2.0
#include "tier.h"

#if PL_BUILDS_SCALAR && !defined(__arm__)

#include "multiply_vector_scalar.h"

static int32_t weight(const uint8_t *byte) {
    return *byte - 128;
}

void pl_multiply_vector_scalar(const int8_t *input, const uint8_t *weights, uint32_t taps,
                               int32_t sums[PL_LANES]) {
    for (uint32_t tap = 0; tap < taps; tap += 2) {
        for (uint32_t lane = 0; lane < PL_LANES; lane++) {
            const uint8_t *second = weights + lane / 2 * 4 + lane % 2;
            sums[lane] += input[tap] * weight(second + 2) + input[tap + 1] * weight(second);
        }
        weights += 2 * PL_LANES;
    }
}

#endif
