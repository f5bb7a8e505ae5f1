// SPDX-License-Identifier: Apache-2.0
//
// The inner loops of depthwise_conv2d_s8_dsp: the channels of a band of rows.
//
// Word (pair * PL_BAND_ROWS + row) * PL_BAND_LANES + lane of a band has pixels 2 * pair and 2 * pair + 1 of
// the padded row, as int16, of channel `lane`.
#ifndef PENLIGHT_KERNELS_DEPTHWISE_ROWS_DSP_H
#define PENLIGHT_KERNELS_DEPTHWISE_ROWS_DSP_H

#include "tile_dsp.h"

enum {
    PL_BAND_ROWS = 7,
    PL_BAND_LANES = 4,
    PL_BAND_ROW = PL_BAND_LANES,
    PL_BAND_PAIR = PL_BAND_ROWS * PL_BAND_LANES
};

// Words of constants of a channel: three rows of taps (0, 1, 1, 2), bias, multiplier and shift as in
// tile_dsp.h.
enum { PL_BAND_TAPS = 3, PL_BAND_CHANNEL_WORDS = PL_BAND_TAPS + PL_QUANT_WORDS };

// Rows of outputs of the channels of a band.
typedef struct {
    const int32_t *band;  // the first channel's first word under the first row
    uint32_t band_step;   // bytes from row to row in the band
    int8_t *out;          // the first channel's first output
    uint32_t pixel_step;  // bytes from output to output
    uint32_t width;       // outputs of a row, at least one
    uint32_t rows;        // at least one
    int32_t offset;       // 2 * output_offset + 1
    const int32_t *words; // the first channel's constants
    uint32_t lanes;       // channels
} pl_band_rows;

// The windows lie one pixel apart, or two. Afterwards `rows` is at the channel behind the last one.
void pl_depthwise_rows_stride_1_dsp(pl_band_rows *rows);
void pl_depthwise_rows_stride_2_dsp(pl_band_rows *rows);

#endif
