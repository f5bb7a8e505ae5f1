// SPDX-License-Identifier: Apache-2.0
//
// Depthwise convolution of four channels by dot products, with kernels of up to 4x4. depthwise_rows_mve.c has
// it in assembly, depthwise_rows_mve_host.c in C.
//
// The input rows that an output row sees lie in four lines, one a channel. A line has a word for each column,
// padding included, whose bytes are the column's elements in up to four rows: row y, counted with the padding
// above the input, is byte y % 4. What an output sees is then one vector in each line. The weights of a
// channel lie in the same order, and are rotated along with the rows.
#ifndef PENLIGHT_KERNELS_DEPTHWISE_ROWS_MVE_H
#define PENLIGHT_KERNELS_DEPTHWISE_ROWS_MVE_H

#include <stddef.h>
#include <stdint.h>

enum { PL_LINES = 4, PL_TAPS = 16 };

// The assembly knows the places of the fields.
typedef struct {
    int32_t bias[PL_LINES];
    int32_t multiplier[PL_LINES];
    int32_t shift[PL_LINES]; // at most -1
    int32_t output_offset[PL_LINES];
    int32_t activation_min[PL_LINES];
    int32_t activation_max[PL_LINES];
    int8_t weights[PL_LINES][PL_TAPS]; // as they were one output row before
    uint32_t places[PL_LINES];         // of the lines, relative to the first one
    uint32_t channels;                 // of the four that exist
    uint32_t pixel;                    // bytes from a pixel of the input or output to the next one
    int8_t *lines;
    uint32_t width;      // outputs of a row
    const int8_t *input; // the next row for the lines
    uint32_t row_bytes;  // from a row of the input to the next one
    int8_t *first;       // word of the first input column in the first line
    uint32_t byte;       // of the next row in each word
    const int8_t *end;   // of the input: rows from there on are padding
    uint32_t columns;    // of the input that the lines take, not zero
    uint32_t inserted;   // input rows to be put into the lines for each output row
    int8_t *output;
    uint32_t rows; // left to be written
    int8_t padding[PL_LINES];
} pl_depthwise;

// Puts the next row of the input into the lines, the channels that exist. There must be one.
void pl_depthwise_insert_mve(pl_depthwise *d);

// Writes all `rows`, for a stride of 1 or 2, and leaves the weights rotated. Loads four channels of what it
// inserts.
void pl_depthwise_stride_1_mve(pl_depthwise *d);
void pl_depthwise_stride_2_mve(pl_depthwise *d);

#endif
