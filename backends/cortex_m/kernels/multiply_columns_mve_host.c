// SPDX-License-Identifier: Apache-2.0
//
// multiply_columns_mve.c in C, for a host.
#include "internal/requantize.h"
#include "multiply_columns_mve.h"
#include "tier.h"

#if PL_BUILDS_MVE && !defined(__ARM_FEATURE_MVE)

static int8_t result(const pl_columns *c, const int8_t *column, uint32_t channel) {
    const uint32_t vectors = c->more_vectors + 1;
    const int8_t *const weights =
        c->weights + (channel / 2 * 2 * vectors + channel % 2) * (uint32_t)PL_VECTOR;
    int32_t sum = 0;
    for (uint32_t i = 0; i < vectors * PL_VECTOR; i++) {
        sum += column[i] * weights[i + i / PL_VECTOR * PL_VECTOR];
    }
    const int32_t acc = (int32_t)((uint32_t)sum + (uint32_t)c->bias[channel]);
    return pl_requantize_s8(acc, c->multiplier[channel], c->shift[channel], c->output_offset,
                            c->activation_min, c->activation_max);
}

void pl_multiply_columns_mve(pl_columns *c) {
    const uint32_t before_last = (uint32_t)(c->bias_end - c->bias) - PL_CHANNELS;
    for (; c->blocks > 0; c->blocks--) {
        for (uint32_t i = 0; i < PL_COLUMNS; i++) {
            for (uint32_t channel = 0; channel < before_last + c->last_channels; channel++) {
                c->output[c->places[i] + channel] = result(c, c->columns[i], channel);
            }
            c->columns[i] += c->column_step;
        }
        c->output += before_last + c->output_step;
    }
}

void pl_multiply_short_columns_mve(pl_columns *c) {
    pl_multiply_columns_mve(c);
}

#endif
