// SPDX-License-Identifier: Apache-2.0
//
// Matrix products of the DSP tier: columns of int8 inputs, widened to int16, times packed weights.
//
// A column has the inputs of one output pixel, zeros up to a multiple of four. Its elements 4g to 4g + 3
// become two words of int16 pairs, (4g, 4g + 2) and (4g + 1, 4g + 3), just as SXTB16 leaves them. Weights are
// packed for pairs of channels, in the same order: each word has two halfwords, and a halfword is 256 times
// the second channel's weight plus the first one's. SMLAD with such a word accumulates 256 times the second
// channel's sum plus the first one's, so that one SXTB16 serves both channels. Where that sum may be too
// large for it the wide form has the two weights as bytes, the first channel's below.
//
// Requantization has six words a pair: two biases, the second one as its accumulator needs it, then for each
// channel the multiplier doubled modulo 2^32 and the right shift less one.
#ifndef PENLIGHT_KERNELS_TILE_DSP_H
#define PENLIGHT_KERNELS_TILE_DSP_H

#include "internal/dsp_intrinsics.h"
#include <stdint.h>

enum { PL_TILE_PIXELS = 4, PL_QUANT_WORDS = 3 /* of a channel */ };

// What the products of one layer share.
typedef struct {
    uint32_t groups; // of four elements in a column, at least one
    uint32_t pairs;  // of channels, at least one
    const int8_t *weights;
    const int32_t *quant;
    int32_t output_offset;
} pl_tile_layer;

// Four columns (word i of pixel p at columns[4 * i + p]) times `layer`; the results of a pixel go to `out`
// and the bytes after it, those of the next one lie `pixel_stride` bytes further.
typedef void (*pl_tile_4_pixels)(const pl_tile_layer *layer, const int32_t *columns, int8_t *out,
                                 uint32_t pixel_stride);
void pl_tile_4_pixels_dsp(const pl_tile_layer *layer, const int32_t *columns, int8_t *out,
                          uint32_t pixel_stride);
void pl_tile_4_pixels_wide_dsp(const pl_tile_layer *layer, const int32_t *columns, int8_t *out,
                               uint32_t pixel_stride);

// One column, not widened, at any address.
typedef void (*pl_tile_1_pixel)(const pl_tile_layer *layer, const int8_t *column, int8_t *out);
void pl_tile_1_pixel_dsp(const pl_tile_layer *layer, const int8_t *column, int8_t *out);
void pl_tile_1_pixel_wide_dsp(const pl_tile_layer *layer, const int8_t *column, int8_t *out);

// The tiles for one form of the weights.
typedef struct {
    pl_tile_4_pixels four;
    pl_tile_1_pixel one;
} pl_tiles;

static const pl_tiles pl_narrow_tiles = {pl_tile_4_pixels_dsp, pl_tile_1_pixel_dsp};
static const pl_tiles pl_wide_tiles = {pl_tile_4_pixels_wide_dsp, pl_tile_1_pixel_wide_dsp};

// PL_TILE_PIXELS columns for all `channels`, at least two: those of layer->pairs and, where their number is
// odd, those of one more pair, the last channel but one again and the last one.
void pl_multiply_columns_dsp(const pl_tiles *tiles, const pl_tile_layer *layer, uint32_t channels,
                             const int32_t *columns, int8_t *out);

// The same for one column, which is not widened.
void pl_multiply_column_dsp(const pl_tiles *tiles, const pl_tile_layer *layer, uint32_t channels,
                            const int8_t *column, int8_t *out);

// Widens four elements of a column to its next two words, `lanes` words apart.
static inline int32_t *pl_widen_word(int32_t word, int32_t *column, uint32_t lanes) {
    column[0] = pl_sxtb16(word);
    column[lanes] = pl_sxtb16_ror8(word);
    return column + 2 * lanes;
}

// Widens `bytes`, a multiple of four, and gives the column's next word.
static inline int32_t *pl_widen_words(const int8_t *src, uint32_t bytes, int32_t *column, uint32_t lanes) {
    for (; bytes >= 16; bytes -= 16, src += 16) {
        const int32_t word_0 = pl_load_s8x4(src), word_1 = pl_load_s8x4(src + 4);
        const int32_t word_2 = pl_load_s8x4(src + 8), word_3 = pl_load_s8x4(src + 12);
        column = pl_widen_word(word_0, column, lanes);
        column = pl_widen_word(word_1, column, lanes);
        column = pl_widen_word(word_2, column, lanes);
        column = pl_widen_word(word_3, column, lanes);
    }
    for (; bytes >= 4; bytes -= 4, src += 4) {
        column = pl_widen_word(pl_load_s8x4(src), column, lanes);
    }
    return column;
}

// Widens the whole words of `count` rows (at least one) of `row_bytes`, `step` bytes apart, for one of
// PL_TILE_PIXELS columns, copies the bytes that are left of each row to `tails`, and gives the column's next
// word.
int32_t *pl_widen_rows_dsp(const int8_t *rows, int32_t *columns, uint32_t row_bytes, uint32_t count,
                           uint32_t step, int8_t *tails);

// The same as pl_widen_words for any number of bytes, with zeros behind the last ones.
static inline void pl_widen_column(const int8_t *src, uint32_t bytes, int32_t *column, uint32_t lanes) {
    column = pl_widen_words(src, bytes & ~3u, column, lanes);
    src += bytes & ~3u;
    bytes %= 4;
    if (bytes != 0) {
        column[0] = pl_pkhbt(src[0], bytes > 2 ? src[2] : 0);
        column[lanes] = bytes > 1 ? pl_pkhbt(src[1], 0) : 0;
    }
}

// Copies a column to `copy`, with zeros up to a multiple of four, and gives the copy.
static inline const int8_t *pl_copy_column(const int8_t *src, uint32_t bytes, int32_t *copy) {
    copy[(bytes - 1) / 4] = 0;
    memcpy(copy, src, bytes);
    return (const int8_t *)copy;
}

// One accumulator to int8. The product is its doubled high one with the multiplier; a negative one loses 1,
// which turns ties up into ties away from zero. `offset` is the output offset and the last bit's half: 2 *
// output_offset + 1.
static inline int8_t pl_tile_requantize(int32_t acc, int32_t multiplier, int32_t right_less_1,
                                        int32_t offset) {
    int32_t product = pl_smmlar(acc, multiplier, acc);
    product = (int32_t)((uint32_t)product + (uint32_t)(product >> 31)) >> (right_less_1 & 31);
    return (int8_t)pl_ssat8_asr1((int32_t)((uint32_t)product + (uint32_t)offset));
}

// Results to an activation's range: nothing to do for the most common one.
static inline void pl_clamp_outputs(int8_t *out, uint32_t count, int32_t low, int32_t high) {
    if (low == INT8_MIN && high == INT8_MAX) {
        return;
    }
    for (const int8_t *end = out + count; out < end; out++) {
        const int32_t raised = *out < low ? low : *out;
        *out = (int8_t)(raised > high ? high : raised);
    }
}

#endif
