// SPDX-License-Identifier: Apache-2.0
//
// The tiles of tile_dsp.h in portable C.
#include "tier.h"

#if PL_BUILDS_DSP && !defined(__arm__)

#include "tile_dsp.h"

// Accumulators of a pair of channels.
typedef struct {
    int32_t first;
    int32_t second;
} pair_sums;

// Word `i` of a column.
typedef int32_t (*word_fn)(const void *column, uint32_t i);

static int32_t widened_word(const void *column, uint32_t i) {
    return ((const int32_t *)column)[PL_TILE_PIXELS * i];
}

static int32_t int8_word(const void *column, uint32_t i) {
    const int32_t word = pl_load_s8x4((const int8_t *)column + 4 * (i / 2));
    return i % 2 == 0 ? pl_sxtb16(word) : pl_sxtb16_ror8(word);
}

static pair_sums sums_of(const int32_t *biases, const int8_t *weights, const void *column, uint32_t words,
                         word_fn word_of) {
    pair_sums sums = {biases[0], biases[1]};
    for (uint32_t i = 0; i < words; i++, weights += 4) {
        const int32_t inputs = word_of(column, i), word = pl_load_s8x4(weights);
        sums.first = pl_smlad(inputs, pl_sxtb16(word), sums.first);
        sums.second = pl_smlad(inputs, word, sums.second);
    }
    sums.second = (int32_t)((uint32_t)sums.second - (uint32_t)sums.first) >> 8;
    return sums;
}

static pair_sums wide_sums_of(const int32_t *biases, const int8_t *weights, const void *column,
                              uint32_t words, word_fn word_of) {
    pair_sums sums = {biases[0], biases[1]};
    for (uint32_t i = 0; i < words; i++, weights += 4) {
        const int32_t inputs = word_of(column, i), word = pl_load_s8x4(weights);
        sums.first = pl_smlad(inputs, pl_sxtb16(word), sums.first);
        sums.second = pl_smlad(inputs, pl_sxtb16_ror8(word), sums.second);
    }
    return sums;
}

typedef pair_sums (*sums_fn)(const int32_t *biases, const int8_t *weights, const void *column, uint32_t words,
                             word_fn word_of);

// One column, for all pairs of channels.
static void multiply(const pl_tile_layer *layer, const void *column, int8_t *out, sums_fn sums_of_pair,
                     word_fn word_of) {
    const uint32_t words = 2 * layer->groups;
    const int32_t offset = 2 * layer->output_offset + 1;
    const int32_t *quant = layer->quant;
    for (uint32_t pair = 0; pair < layer->pairs; pair++, quant += 2 * PL_QUANT_WORDS) {
        const pair_sums sums = sums_of_pair(quant, layer->weights + 4 * words * pair, column, words, word_of);
        out[2 * pair] = pl_tile_requantize(sums.first, quant[2], quant[3], offset);
        out[2 * pair + 1] = pl_tile_requantize(sums.second, quant[4], quant[5], offset);
    }
}

void pl_tile_4_pixels_dsp(const pl_tile_layer *layer, const int32_t *columns, int8_t *out,
                          uint32_t pixel_stride) {
    for (uint32_t pixel = 0; pixel < PL_TILE_PIXELS; pixel++) {
        multiply(layer, columns + pixel, out + pixel * pixel_stride, sums_of, widened_word);
    }
}

void pl_tile_4_pixels_wide_dsp(const pl_tile_layer *layer, const int32_t *columns, int8_t *out,
                               uint32_t pixel_stride) {
    for (uint32_t pixel = 0; pixel < PL_TILE_PIXELS; pixel++) {
        multiply(layer, columns + pixel, out + pixel * pixel_stride, wide_sums_of, widened_word);
    }
}

void pl_tile_1_pixel_dsp(const pl_tile_layer *layer, const int8_t *column, int8_t *out) {
    multiply(layer, column, out, sums_of, int8_word);
}

void pl_tile_1_pixel_wide_dsp(const pl_tile_layer *layer, const int8_t *column, int8_t *out) {
    multiply(layer, column, out, wide_sums_of, int8_word);
}

#endif
