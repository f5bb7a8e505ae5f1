// SPDX-License-Identifier: Apache-2.0
#include "tier.h"

#if PL_BUILDS_SCALAR && !defined(__arm__)

#include "multiply_columns_scalar.h"

// The two sums of two products each that `run` holds, added to those before: `total` sums the words, `high`
// their high halves. Adding 2^15 undoes the borrow of a negative low half.
static void add_run(uint32_t run, uint32_t *total, int32_t *high) {
    *total += run;
    *high += (int32_t)(run + 0x8000u) >> 16;
}

void pl_multiply_columns_scalar(const uint32_t *columns, const int8_t *weights, uint32_t taps, uint32_t rows,
                                int32_t *sums) {
    for (uint32_t row = 0; row < rows; row++) {
        uint32_t total[2] = {0, 0};
        int32_t high[2] = {0, 0};
        for (uint32_t tap = 0; tap < taps; tap += 2) {
            const uint32_t first = (uint32_t)weights[tap];
            const uint32_t second = (uint32_t)weights[tap + 1];
            for (uint32_t pair = 0; pair < 2; pair++) {
                const uint32_t *inputs = columns + 2 * tap + pair;
                add_run(inputs[0] * first + inputs[2] * second, &total[pair], &high[pair]);
            }
        }
        for (uint32_t pair = 0; pair < 2; pair++) {
            sums[2 * pair] = (int32_t)(total[pair] - ((uint32_t)high[pair] << 16));
            sums[2 * pair + 1] = high[pair];
        }
        weights += taps;
        sums += PL_COLUMNS;
    }
}

#endif
