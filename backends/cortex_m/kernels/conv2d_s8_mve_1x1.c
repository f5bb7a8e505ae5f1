// SPDX-License-Identifier: Apache-2.0
//
// One pixel in, one pixel out: the pixels of the input are the columns. Where their channels are no whole
// vectors the rest of the last vector is that of other pixels, and its weights are zero. The last pixels of
// the input, behind which there is nothing to load, are copied.
#include "conv2d_s8_mve.h"
#include "copy_rows_mve.h"
#include "tier.h"

#if PL_BUILDS_MVE

typedef struct {
    pl_columns columns;
    const int8_t *end; // of the input
    int8_t *scratch;   // PL_COLUMNS columns
    uint32_t column;
    uint32_t stride; // from a pixel to the next one
    uint32_t in_c;
    uint32_t out_c;
} pointwise;

// Pixels that can be loaded where they are.
static void convolve_direct(pointwise *c, const int8_t *input, uint32_t pixels) {
    const uint32_t blocks = pixels / PL_COLUMNS;
    const uint32_t rest = pixels % PL_COLUMNS;
    const uint32_t block_bytes = PL_COLUMNS * c->stride;
    if (blocks > 0) {
        pl_conv2d_mve_columns(&c->columns, input, c->stride, PL_COLUMNS, block_bytes, c->out_c);
        pl_conv2d_mve_write(&c->columns, blocks);
    }
    if (rest > 0) {
        pl_conv2d_mve_columns(&c->columns, input + blocks * block_bytes, c->stride, rest, 0, c->out_c);
        pl_conv2d_mve_write(&c->columns, 1);
    }
}

static void convolve_row(pointwise *c, const int8_t *input, uint32_t pixels) {
    const size_t left = (size_t)(c->end - input);
    uint32_t direct = left < c->column ? 0 : (uint32_t)(left - c->column) / c->stride + 1;
    direct = direct < pixels ? direct / PL_COLUMNS * PL_COLUMNS : pixels;
    convolve_direct(c, input, direct);
    for (uint32_t next = direct, count; next < pixels; next += count) {
        count = pixels - next < PL_COLUMNS ? pixels - next : PL_COLUMNS;
        const pl_windows shape = {
            .bytes = c->in_c, .rows = count, .from_stride = c->stride, .to_stride = c->column, .windows = 1};
        pl_copy_windows_mve(c->scratch, input + next * c->stride, &shape);
        pl_conv2d_mve_columns(&c->columns, c->scratch, c->column, count, 0, c->out_c);
        pl_conv2d_mve_write(&c->columns, 1);
    }
}

int pl_conv2d_s8_mve_1x1(const void *params, void *const *args) {
    const pl_conv2d_s8_mve_params *p = params;
    const uint32_t column = pl_conv2d_mve_column(p);
    const bool is_inside =
        (uint32_t)(p->out_h - 1) * p->stride_h < p->in_h && (uint32_t)(p->out_w - 1) * p->stride_w < p->in_w;
    const bool is_padded = p->pad_h != 0 || p->pad_w != 0;
    if (p->kernel_h != 1 || p->kernel_w != 1 || is_padded || !is_inside ||
        args[PL_CONV2D_S8_MVE_BIAS] == NULL ||
        (p->in_c != column && p->scratch_bytes < PL_COLUMNS * column)) {
        return PL_ERR_KERNEL;
    }
    const int8_t *image = args[PL_CONV2D_S8_MVE_INPUT];
    const uint32_t pixels = (uint32_t)p->batch * p->in_h * p->in_w;
    pointwise c = {
        .columns = pl_conv2d_mve_of(p, args),
        .end = image + pixels * p->in_c,
        .scratch = args[PL_CONV2D_S8_MVE_SCRATCH],
        .column = column,
        .stride = (uint32_t)p->stride_w * p->in_c,
        .in_c = p->in_c,
        .out_c = p->out_c,
    };
    if (p->out_h == p->in_h && p->out_w == p->in_w) {
        c.stride = p->in_c;
        convolve_row(&c, image, pixels);
        return PL_OK;
    }
    const uint32_t row_bytes = (uint32_t)p->in_w * p->in_c;
    for (uint32_t n = 0; n < p->batch; n++) {
        for (uint32_t y = 0; y < p->out_h; y++) {
            convolve_row(&c, image + y * p->stride_h * row_bytes, p->out_w);
        }
        image += p->in_h * row_bytes;
    }
    return PL_OK;
}

#endif
