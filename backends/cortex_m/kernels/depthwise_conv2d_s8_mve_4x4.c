// SPDX-License-Identifier: Apache-2.0
//
// Kernels of up to 4x4, four channels at a time (see depthwise_rows_mve.h). The lines are in scratch memory.
// An output row is written when all input rows that it sees are there, so that it may lie over them.
#include "copy_rows_mve.h"
#include "depthwise_rows_mve.h"
#include "operators.h"
#include "tier.h"
#include "window.h"

#include <string.h>

#if PL_BUILDS_MVE

int pl_depthwise_conv2d_s8_mve_check(const void *params) {
    const pl_depthwise_conv2d_s8_mve_params *p = params;
    const pl_axis y = {p->in_h, p->out_h, p->kernel_h, p->stride, p->pad_h, 1};
    const pl_axis x = {p->in_w, p->out_w, p->kernel_w, p->stride, p->pad_w, 1};
    const bool is_sound = pl_is_input_offset(p->input_offset) &&
                          pl_window_is_indexable(y, x, p->batch, p->channels) &&
                          p->packed_c == (p->channels + PL_LINES - 1u) / PL_LINES * PL_LINES &&
                          p->weights_bytes == (uint64_t)p->packed_c * PL_TAPS;
    return is_sound ? PL_OK : PL_ERR_CORRUPT;
}

// What all groups of channels share, with lines of `columns` words.
static pl_depthwise lines_of(const pl_depthwise_conv2d_s8_mve_params *p, int8_t *scratch, uint32_t columns) {
    const uint32_t room = columns - p->pad_w;
    pl_depthwise d = {
        .pixel = p->channels,
        .lines = scratch,
        .width = p->out_w,
        .row_bytes = (uint32_t)p->in_w * p->channels,
        .first = scratch + 4 * p->pad_w,
        .columns = room < p->in_w ? room : p->in_w,
    };
    for (uint32_t i = 0; i < PL_LINES; i++) {
        d.output_offset[i] = p->output_offset;
        d.activation_min[i] = p->activation_min;
        d.activation_max[i] = p->activation_max;
        d.places[i] = i * 4 * columns;
        d.padding[i] = (int8_t)-p->input_offset;
    }
    return d;
}

// The numbers of the channels from `channel` on.
static void set_channels(pl_depthwise *d, void *const *args, uint32_t channel) {
    const int8_t *const weights =
        (const int8_t *)args[PL_DEPTHWISE_CONV2D_S8_MVE_WEIGHTS] + channel * PL_TAPS;
    const int32_t *const bias = args[PL_DEPTHWISE_CONV2D_S8_MVE_BIAS];
    const int32_t *const multiplier = args[PL_DEPTHWISE_CONV2D_S8_MVE_MULTIPLIER];
    const int32_t *const shift = args[PL_DEPTHWISE_CONV2D_S8_MVE_SHIFT];
    const uint32_t left = d->pixel - channel;
    d->channels = left < PL_LINES ? left : PL_LINES;
    for (uint32_t i = 0; i < PL_LINES; i++) {
        memcpy(d->weights[i], weights + i * PL_TAPS, PL_TAPS);
        d->bias[i] = bias[channel + i];
        d->multiplier[i] = multiplier[channel + i];
        d->shift[i] = shift[channel + i];
    }
}

// Row `y` of the padded input.
static void insert_row(const pl_depthwise_conv2d_s8_mve_params *p, pl_depthwise *d, int32_t y) {
    d->byte = (uint32_t)y % 4;
    if (y >= p->pad_h && y < p->pad_h + p->in_h) {
        pl_depthwise_insert_mve(d);
    } else if (y >= p->pad_h) { // above the input the lines begin as padding
        for (uint32_t x = 0; x < d->columns; x++) {
            for (uint32_t i = 0; i < PL_LINES; i++) {
                d->first[d->places[i] + x * 4 + d->byte] = d->padding[i];
            }
        }
    }
}

// Four channels of an image, once the places of its input and output are set.
static void convolve(const pl_depthwise_conv2d_s8_mve_params *p, pl_depthwise *d) {
    const int32_t stride = p->stride;
    const int32_t early = p->kernel_h - stride; // rows in the lines before the first row is written
    const int32_t last = p->pad_h + p->in_h - 1;
    pl_fill_mve(d->lines, d->padding[0], PL_LINES * d->places[1]);
    for (int32_t y = 0; y < early; y++) {
        insert_row(p, d, y);
    }
    for (int32_t y = 0, rows = 0; y < p->out_h; y += rows) {
        // Rows for which the assembly can insert; from the last row of the input it would load four channels.
        const int32_t next = y * stride + early;
        rows = next < p->pad_h ? 0 : p->out_h - y;
        if (d->channels < PL_LINES && next + rows * stride > last) {
            rows = next < last ? (last - next) / stride : 0;
        }
        d->inserted = rows > 0 ? (uint32_t)stride : 0;
        for (int32_t i = rows > 0 ? stride : 0; i < stride; i++) {
            insert_row(p, d, next + i);
        }
        rows = rows > 0 ? rows : 1;
        d->rows = (uint32_t)rows;
        d->byte = (uint32_t)next % 4;
        (stride == 1 ? pl_depthwise_stride_1_mve : pl_depthwise_stride_2_mve)(d);
    }
}

int pl_depthwise_conv2d_s8_mve_4x4(const void *params, void *const *args) {
    const pl_depthwise_conv2d_s8_mve_params *p = params;
    const uint32_t columns = (p->out_w - 1u) * p->stride + 4;
    if (p->kernel_h > 4 || p->kernel_w > 4 || p->stride > 2 || p->stride > p->kernel_h || p->pad_w > 3 ||
        args[PL_DEPTHWISE_CONV2D_S8_MVE_BIAS] == NULL || p->scratch_bytes < PL_LINES * 4 * columns) {
        return PL_ERR_KERNEL;
    }
    pl_depthwise d = lines_of(p, args[PL_DEPTHWISE_CONV2D_S8_MVE_SCRATCH], columns);
    const uint32_t in_bytes = (uint32_t)p->in_h * p->in_w * p->channels;
    const uint32_t out_bytes = (uint32_t)p->out_h * p->out_w * p->channels;
    for (uint32_t n = 0; n < p->batch; n++) {
        const int8_t *const input = (const int8_t *)args[PL_DEPTHWISE_CONV2D_S8_MVE_INPUT] + n * in_bytes;
        int8_t *const output = (int8_t *)args[PL_DEPTHWISE_CONV2D_S8_MVE_OUTPUT] + n * out_bytes;
        for (uint32_t channel = 0; channel < p->channels; channel += PL_LINES) {
            set_channels(&d, args, channel);
            d.input = input + channel;
            d.end = input + in_bytes;
            d.output = output + channel;
            convolve(p, &d);
        }
    }
    return PL_OK;
}

#endif
