// SPDX-License-Identifier: Apache-2.0
//
// depthwise_rows_mve.c in C, for a host.
#include "depthwise_rows_mve.h"
#include "internal/requantize.h"
#include "tier.h"

#include <stdbool.h>

#if PL_BUILDS_MVE && !defined(__ARM_FEATURE_MVE)

void pl_depthwise_insert_mve(pl_depthwise *d) {
    const bool is_padding = d->input >= d->end;
    for (uint32_t x = 0; x < d->columns; x++) {
        for (uint32_t i = 0; i < d->channels; i++) {
            d->first[d->places[i] + x * 4 + d->byte] =
                is_padding ? d->padding[i] : d->input[x * d->pixel + i];
        }
    }
    d->input += d->row_bytes;
    d->byte = (d->byte + 1) % 4;
}

static void rotate(int8_t *word) {
    const int8_t last = word[3];
    word[3] = word[2];
    word[2] = word[1];
    word[1] = word[0];
    word[0] = last;
}

static int8_t result(const pl_depthwise *d, uint32_t i, const int8_t *window) {
    int32_t sum = 0;
    for (uint32_t tap = 0; tap < PL_TAPS; tap++) {
        sum += d->weights[i][tap] * window[tap];
    }
    return pl_requantize_s8((int32_t)((uint32_t)sum + (uint32_t)d->bias[i]), d->multiplier[i], d->shift[i],
                            d->output_offset[i], d->activation_min[i], d->activation_max[i]);
}

static void write_rows(pl_depthwise *d, uint32_t stride) {
    for (; d->rows > 0; d->rows--) {
        for (uint32_t i = 0; i < d->inserted; i++) {
            pl_depthwise_insert_mve(d);
        }
        for (uint32_t word = 0; word < stride * sizeof d->weights; word += 4) {
            rotate((int8_t *)d->weights + word % sizeof d->weights);
        }
        for (uint32_t x = 0; x < d->width; x++) {
            for (uint32_t i = 0; i < d->channels; i++) {
                d->output[i] = result(d, i, d->lines + d->places[i] + x * 4 * stride);
            }
            d->output += d->pixel;
        }
    }
}

void pl_depthwise_stride_1_mve(pl_depthwise *d) {
    write_rows(d, 1);
}

void pl_depthwise_stride_2_mve(pl_depthwise *d) {
    write_rows(d, 2);
}

#endif
