// SPDX-License-Identifier: Apache-2.0
#include "tier.h"

#if PL_BUILDS_DSP

#include "operators.h"
#include "tile_dsp.h"
#include "window.h"

int pl_linear_s8_dsp_check(const void *params) {
    const pl_linear_s8_dsp_params *p = params;
    if (p->in_features > PL_MAX_PRODUCTS || p->out_features < 2 ||
        p->channels != p->out_features + p->out_features % 2 ||
        p->quant_words != (uint32_t)PL_QUANT_WORDS * p->channels ||
        p->column_bytes != ((p->in_features + 3u) & ~3u)) {
        return PL_ERR_CORRUPT;
    }
    return PL_OK;
}

static int multiply(const void *params, void *const *args, const pl_tiles *tiles) {
    const pl_linear_s8_dsp_params *p = params;
    const bool is_whole = p->in_features == p->column_bytes; // a single row is a column where it lies
    const uint32_t scratch = is_whole ? 0 : p->column_bytes;
    if (p->scratch_bytes < (p->rows < PL_TILE_PIXELS ? scratch : 2 * PL_TILE_PIXELS * p->column_bytes)) {
        return PL_ERR_KERNEL;
    }
    const pl_tile_layer layer = {
        .groups = p->column_bytes / 4,
        .pairs = p->out_features / 2,
        .weights = args[PL_LINEAR_S8_DSP_WEIGHTS],
        .quant = args[PL_LINEAR_S8_DSP_QUANT],
        .output_offset = p->output_offset,
    };
    int32_t *columns = args[PL_LINEAR_S8_DSP_SCRATCH];
    const int8_t *in = args[PL_LINEAR_S8_DSP_INPUT];
    int8_t *out = args[PL_LINEAR_S8_DSP_OUTPUT];
    uint32_t rows = p->rows;
    for (; rows >= PL_TILE_PIXELS; rows -= PL_TILE_PIXELS) {
        for (uint32_t i = 0; i < PL_TILE_PIXELS; i++, in += p->in_features) {
            pl_widen_column(in, p->in_features, columns + i, PL_TILE_PIXELS);
        }
        pl_multiply_columns_dsp(tiles, &layer, p->out_features, columns, out);
        out += PL_TILE_PIXELS * p->out_features;
    }
    for (; rows != 0; rows--, in += p->in_features, out += p->out_features) {
        const int8_t *column = is_whole ? in : pl_copy_column(in, p->in_features, columns);
        pl_multiply_column_dsp(tiles, &layer, p->out_features, column, out);
    }
    pl_clamp_outputs(args[PL_LINEAR_S8_DSP_OUTPUT], p->rows * p->out_features, p->activation_min,
                     p->activation_max);
    return PL_OK;
}

int pl_linear_s8_dsp(const void *params, void *const *args) {
    return multiply(params, args, &pl_narrow_tiles);
}

int pl_linear_s8_dsp_wide(const void *params, void *const *args) {
    return multiply(params, args, &pl_wide_tiles);
}

#endif
