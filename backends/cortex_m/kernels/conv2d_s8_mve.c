// SPDX-License-Identifier: Apache-2.0
//
// Any convolution in one group: what four output pixels see is copied into columns in scratch memory.
#include "conv2d_s8_mve.h"
#include "copy_rows_mve.h"
#include "tier.h"
#include "window.h"

#if PL_BUILDS_MVE

int pl_conv2d_s8_mve_check(const void *params) {
    const pl_conv2d_s8_mve_params *p = params;
    const pl_axis y = {p->in_h, p->out_h, p->kernel_h, p->stride_h, p->pad_h, p->dilation_h};
    const pl_axis x = {p->in_w, p->out_w, p->kernel_w, p->stride_w, p->pad_w, p->dilation_w};
    const bool is_sound = (uint64_t)p->kernel_h * p->kernel_w * p->in_c <= PL_MAX_PRODUCTS &&
                          pl_is_input_offset(p->input_offset) &&
                          pl_window_is_indexable(y, x, p->batch, p->in_c) &&
                          p->packed_c == (p->out_c + PL_CHANNELS - 1u) / PL_CHANNELS * PL_CHANNELS;
    return is_sound && p->weights_bytes == (uint64_t)p->packed_c * pl_conv2d_mve_column(p) ? PL_OK
                                                                                           : PL_ERR_CORRUPT;
}

// Where the window of an output lies along one dimension, and its taps `first` to `end`, which are inside of
// the input.
typedef struct {
    int32_t origin;
    int32_t first;
    int32_t end;
} span;

static span span_of(pl_axis a, int32_t out) {
    const int32_t origin = out * a.stride - a.pad;
    const int32_t size = a.in;
    span s = {origin, 0, a.kernel};
    if (origin < 0) {
        s.first = (-origin + a.dilation - 1) / a.dilation;
    }
    if (origin + (a.kernel - 1) * a.dilation >= size) {
        s.end = origin < size ? (size - origin + a.dilation - 1) / a.dilation : 0;
    }
    return s;
}

static bool is_inside(span s, int32_t kernel) {
    return s.first <= 0 && s.end >= kernel;
}

// A column that sees padding, or whose taps have gaps between them.
static void fill_column(const pl_conv2d_s8_mve_params *p, const int8_t *image, span y, span x, int8_t *to) {
    const int32_t channels = p->in_c;
    const int32_t row = p->in_w * channels;
    const int32_t column_row = p->kernel_w * channels;
    if (!is_inside(y, p->kernel_h) || !is_inside(x, p->kernel_w)) {
        pl_fill_mve(to, (int8_t)-p->input_offset, (uint32_t)(p->kernel_h * column_row));
        if (y.first >= y.end || x.first >= x.end) {
            return;
        }
    }
    const bool is_dense = p->dilation_w == 1;
    const pl_windows taps = {
        .bytes = (uint32_t)(is_dense ? (x.end - x.first) * channels : channels),
        .rows = (uint32_t)(y.end - y.first),
        .from_stride = (uint32_t)(p->dilation_h * row),
        .to_stride = (uint32_t)column_row,
        .windows = (uint32_t)(is_dense ? 1 : x.end - x.first),
        .from_step = (uint32_t)(p->dilation_w * channels),
        .to_step = (uint32_t)channels,
    };
    image += (y.origin + y.first * p->dilation_h) * row + (x.origin + x.first * p->dilation_w) * channels;
    pl_copy_windows_mve(to + y.first * column_row + x.first * channels, image, &taps);
}

// Output columns `first` to `end` see no padding at the left or right, and have no gaps between their taps.
static span dense_columns(const pl_conv2d_s8_mve_params *p) {
    if (p->dilation_w > 1 || p->in_w + p->pad_w < p->kernel_w) {
        return (span){0, 0, 0};
    }
    const int32_t end = (p->in_w + p->pad_w - p->kernel_w) / p->stride_w + 1;
    return (span){0, (p->pad_w + p->stride_w - 1) / p->stride_w, end < p->out_w ? end : p->out_w};
}

int pl_conv2d_s8_mve(const void *params, void *const *args) {
    const pl_conv2d_s8_mve_params *p = params;
    const uint32_t column = pl_conv2d_mve_column(p);
    if (args[PL_CONV2D_S8_MVE_BIAS] == NULL || p->scratch_bytes < PL_COLUMNS * column) {
        return PL_ERR_KERNEL;
    }
    const pl_axis rows = {p->in_h, p->out_h, p->kernel_h, p->stride_h, p->pad_h, p->dilation_h};
    const pl_axis columns = {p->in_w, p->out_w, p->kernel_w, p->stride_w, p->pad_w, p->dilation_w};
    const span dense = dense_columns(p);
    const int32_t row_bytes = p->in_w * p->in_c;
    pl_windows windows = {
        .bytes = (uint32_t)p->kernel_w * p->in_c,
        .rows = p->kernel_h,
        .from_stride = (uint32_t)(p->dilation_h * row_bytes),
        .to_stride = (uint32_t)p->kernel_w * p->in_c,
        .from_step = (uint32_t)p->stride_w * p->in_c,
        .to_step = column,
    };
    pl_columns layer = pl_conv2d_mve_of(p, args);
    int8_t *const scratch = args[PL_CONV2D_S8_MVE_SCRATCH];
    pl_conv2d_mve_columns(&layer, scratch, column, PL_COLUMNS, 0, p->out_c);
    const int8_t *image = args[PL_CONV2D_S8_MVE_INPUT];
    uint32_t filled = 0;
    for (uint32_t n = 0; n < p->batch; n++) {
        for (int32_t out_y = 0; out_y < p->out_h; out_y++) {
            const span y = span_of(rows, out_y);
            const bool has_rows = is_inside(y, p->kernel_h);
            for (int32_t out_x = 0; out_x < p->out_w; out_x += (int32_t)windows.windows) {
                int8_t *const to = scratch + filled * column;
                windows.windows = 1;
                if (has_rows && out_x >= dense.first && out_x < dense.end) {
                    const uint32_t left = (uint32_t)(dense.end - out_x);
                    windows.windows = left < PL_COLUMNS - filled ? left : PL_COLUMNS - filled;
                    const int32_t x = out_x * p->stride_w - p->pad_w;
                    pl_copy_windows_mve(to, image + y.origin * row_bytes + x * p->in_c, &windows);
                } else {
                    fill_column(p, image, y, span_of(columns, out_x), to);
                }
                filled += windows.windows;
                if (filled == PL_COLUMNS) {
                    pl_conv2d_mve_write(&layer, 1);
                    filled = 0;
                }
            }
        }
        image += (uint32_t)p->in_h * (uint32_t)row_bytes;
    }
    if (filled > 0) {
        pl_conv2d_mve_columns(&layer, scratch, column, filled, 0, p->out_c);
        pl_conv2d_mve_write(&layer, 1);
    }
    return PL_OK;
}

#endif
