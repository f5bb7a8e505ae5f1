// SPDX-License-Identifier: Apache-2.0
#include "tier.h"

#if PL_BUILDS_DSP

#include "tile_dsp.h"

// The pair that is left where the number of channels is odd.
static pl_tile_layer last_pair(const pl_tile_layer *layer) {
    pl_tile_layer last = *layer;
    last.weights += 8 * layer->pairs * layer->groups;
    last.quant += 2 * layer->pairs * PL_QUANT_WORDS;
    last.pairs = 1;
    return last;
}

void pl_multiply_columns_dsp(const pl_tiles *tiles, const pl_tile_layer *layer, uint32_t channels,
                             const int32_t *columns, int8_t *out) {
    tiles->four(layer, columns, out, channels);
    if (channels % 2 != 0) {
        const pl_tile_layer last = last_pair(layer);
        tiles->four(&last, columns, out + channels - 2, channels);
    }
}

void pl_multiply_column_dsp(const pl_tiles *tiles, const pl_tile_layer *layer, uint32_t channels,
                            const int8_t *column, int8_t *out) {
    tiles->one(layer, column, out);
    if (channels % 2 != 0) {
        const pl_tile_layer last = last_pair(layer);
        tiles->one(&last, column, out + channels - 2);
    }
}

#endif
