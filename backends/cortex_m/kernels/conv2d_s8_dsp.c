// SPDX-License-Identifier: Apache-2.0
#include "tier.h"

#if PL_BUILDS_DSP

#include "conv2d_s8_dsp.h"
#include "window.h"
#include <string.h>

int pl_conv2d_s8_dsp_check(const void *params) {
    const pl_conv2d_s8_dsp_params *p = params;
    const pl_axis y = {p->in_h, p->out_h, p->kernel_h, p->stride_h, p->pad_h, p->dilation_h};
    const pl_axis x = {p->in_w, p->out_w, p->kernel_w, p->stride_w, p->pad_w, p->dilation_w};
    const uint64_t products = (uint64_t)p->kernel_h * p->kernel_w * p->in_c;
    if (p->filter_c != p->in_c || p->out_c < 2 || p->channels != (uint32_t)p->out_c + p->out_c % 2 ||
        p->quant_words != (uint32_t)PL_QUANT_WORDS * p->channels || !pl_is_input_offset(p->input_offset) ||
        products > PL_MAX_PRODUCTS || p->column_bytes != ((products + 3) & ~UINT64_C(3)) ||
        !pl_window_is_indexable(y, x, p->batch, p->in_c)) {
        return PL_ERR_CORRUPT;
    }
    return PL_OK;
}

static pl_tile_layer layer_of(const pl_conv2d_s8_dsp_params *p, void *const *args) {
    return (pl_tile_layer){
        .groups = p->column_bytes / 4,
        .pairs = p->out_c / 2,
        .weights = args[PL_CONV2D_S8_DSP_WEIGHTS],
        .quant = args[PL_CONV2D_S8_DSP_QUANT],
        .output_offset = p->output_offset,
    };
}

void pl_conv2d_s8_dsp_columns(const pl_conv2d_s8_dsp_params *p, void *const *args, const int32_t *columns,
                              const pl_tiles *tiles, int8_t *out) {
    const pl_tile_layer layer = layer_of(p, args);
    pl_multiply_columns_dsp(tiles, &layer, p->out_c, columns, out);
    pl_clamp_outputs(out, PL_TILE_PIXELS * (uint32_t)p->out_c, p->activation_min, p->activation_max);
}

void pl_conv2d_s8_dsp_column(const pl_conv2d_s8_dsp_params *p, void *const *args, const int8_t *column,
                             const pl_tiles *tiles, int8_t *out) {
    const pl_tile_layer layer = layer_of(p, args);
    pl_multiply_column_dsp(tiles, &layer, p->out_c, column, out);
    pl_clamp_outputs(out, p->out_c, p->activation_min, p->activation_max);
}

// What the windows of a layer have in common. Columns have whole words of each row of the window first, then
// the bytes that are left of each row.
typedef struct {
    const pl_conv2d_s8_dsp_params *params;
    int32_t last_y; // where the last windows inside of the image start
    int32_t last_x;
    int32_t image_row; // bytes of a row of the image
    uint32_t next_row; // bytes from a row of a window to the next one
    uint32_t row_bytes;
    uint32_t tails_bytes; // with zeros up to a multiple of four
    uint32_t kernel_h;
    int32_t pixel_bytes;
    int8_t *row;   // room for a row that lies partly outside
    int8_t *tails; // and for what is left of each
} window_walk;

static window_walk walk_of(const pl_conv2d_s8_dsp_params *p, int32_t *columns) {
    const uint32_t row_bytes = (uint32_t)p->kernel_w * p->in_c;
    int8_t *row = (int8_t *)(columns + PL_TILE_PIXELS * p->column_bytes / 2);
    return (window_walk){
        .params = p,
        .last_y = p->in_h - 1 - (p->kernel_h - 1) * p->dilation_h,
        .last_x = p->dilation_w == 1 ? p->in_w - p->kernel_w : -1,
        .image_row = p->in_w * p->in_c,
        .next_row = (uint32_t)(p->dilation_h * p->in_w * p->in_c),
        .row_bytes = row_bytes,
        .tails_bytes = (p->kernel_h * (row_bytes % 4) + 3) & ~3u,
        .kernel_h = p->kernel_h,
        .pixel_bytes = p->in_c,
        .row = row,
        .tails = row + row_bytes,
    };
}

// Collects a row of a window that starts at element `x` of `image_row` (NULL: padding), zero points outside
// of it.
static void gather_row(const window_walk *walk, const int8_t *image_row, int32_t x) {
    const pl_conv2d_s8_dsp_params *p = walk->params;
    memset(walk->row, -p->input_offset, walk->row_bytes);
    if (image_row == NULL) {
        return;
    }
    const int32_t taps = p->dilation_w == 1 ? p->kernel_w : 1; // that lie side by side
    for (int32_t kx = 0; kx < p->kernel_w; kx += taps, x += p->dilation_w) {
        const int32_t begin = x < 0 ? -x : 0;
        const int32_t end = p->in_w - x < taps ? p->in_w - x : taps;
        if (begin < end) {
            memcpy(walk->row + (kx + begin) * p->in_c, image_row + (x + begin) * p->in_c,
                   (size_t)((end - begin) * p->in_c));
        }
    }
}

// Widens a window that lies partly outside.
static int32_t *widen_padded_window(const window_walk *walk, const int8_t *image, int32_t y, int32_t x,
                                    int32_t *columns) {
    const pl_conv2d_s8_dsp_params *p = walk->params;
    int8_t *tails = walk->tails;
    for (int32_t ky = 0; ky < p->kernel_h; ky++, y += p->dilation_h, tails += walk->row_bytes % 4) {
        gather_row(walk, y >= 0 && y < p->in_h ? image + y * walk->image_row : NULL, x);
        columns = pl_widen_rows_dsp(walk->row, columns, walk->row_bytes, 1, 0, tails);
    }
    return columns;
}

// Widens the window that starts at (y, x) of `image` to every fourth word of `columns`.
static inline void widen_window(const window_walk *walk, const int8_t *image, int32_t y, int32_t x,
                                int32_t *columns) {
    if (y >= 0 && y <= walk->last_y && x >= 0 && x <= walk->last_x) {
        const int8_t *rows = image + y * walk->image_row + x * walk->pixel_bytes;
        columns =
            pl_widen_rows_dsp(rows, columns, walk->row_bytes, walk->kernel_h, walk->next_row, walk->tails);
    } else {
        columns = widen_padded_window(walk, image, y, x, columns);
    }
    if (walk->tails_bytes != 0) {
        pl_widen_rows_dsp(walk->tails, columns, walk->tails_bytes, 1, 0, NULL);
    }
}

// The first of the columns, a word of int8 for each group, as pl_widen_word found it.
static const int8_t *narrowed(int32_t *columns, uint32_t groups) {
    const uint32_t low = 0x00FF00FFu; // of the elements of two pairs
    for (uint32_t i = 0; i < groups; i++) {
        const int32_t *pairs = columns + 2 * PL_TILE_PIXELS * i;
        columns[i] = (int32_t)(((uint32_t)pairs[0] & low) | ((uint32_t)pairs[PL_TILE_PIXELS] & low) << 8);
    }
    return (const int8_t *)columns;
}

int pl_conv2d_s8_dsp_by_windows(const void *params, void *const *args, const pl_tiles *tiles) {
    const pl_conv2d_s8_dsp_params *p = params;
    // Four columns, a row of a window, and what is left of each row with zeros behind it.
    const uint32_t rows_bytes = (uint32_t)p->kernel_w * p->in_c + 4u * p->kernel_h;
    if (p->scratch_bytes < rows_bytes ||
        p->scratch_bytes - rows_bytes < 2 * PL_TILE_PIXELS * p->column_bytes) {
        return PL_ERR_KERNEL;
    }
    int32_t *columns = args[PL_CONV2D_S8_DSP_SCRATCH];
    const window_walk walk = walk_of(p, columns);
    memset(walk.tails, 0, walk.tails_bytes);
    const int8_t *image = args[PL_CONV2D_S8_DSP_INPUT];
    int8_t *out = args[PL_CONV2D_S8_DSP_OUTPUT];
    uint32_t pixels = (uint32_t)p->batch * p->out_h * p->out_w; // still to come
    uint32_t slot = 0;
    for (int32_t n = 0; n < p->batch; n++) {
        for (int32_t y = 0; y < p->out_h; y++) {
            for (int32_t x = 0; x < p->out_w; x++) {
                widen_window(&walk, image, y * p->stride_h - p->pad_h, x * p->stride_w - p->pad_w,
                             columns + slot);
                const uint32_t tile = pixels < PL_TILE_PIXELS ? 1 : PL_TILE_PIXELS;
                if (++slot == tile) {
                    if (tile == 1) {
                        const int8_t *column = narrowed(columns, p->column_bytes / 4);
                        pl_conv2d_s8_dsp_column(p, args, column, tiles, out);
                    } else {
                        pl_conv2d_s8_dsp_columns(p, args, columns, tiles, out);
                    }
                    out += tile * p->out_c;
                    pixels -= tile;
                    slot = 0;
                }
            }
        }
        image += p->in_h * p->in_w * p->in_c;
    }
    return PL_OK;
}

int pl_conv2d_s8_dsp(const void *params, void *const *args) {
    return pl_conv2d_s8_dsp_by_windows(params, args, &pl_narrow_tiles);
}

#endif
