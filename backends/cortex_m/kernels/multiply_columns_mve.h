// SPDX-License-Identifier: Apache-2.0
//
// The matrix product inside of the MVE convolutions: four columns (what four output pixels see of the input)
// times all output channels. multiply_columns_mve.c has it in assembly, multiply_columns_mve_host.c in C.
#ifndef PENLIGHT_KERNELS_MULTIPLY_COLUMNS_MVE_H
#define PENLIGHT_KERNELS_MULTIPLY_COLUMNS_MVE_H

#include <stddef.h>
#include <stdint.h>

enum { PL_COLUMNS = 4, PL_CHANNELS = 4, PL_VECTOR = 16 };

// The assembly knows the places of the fields.
typedef struct {
    const int8_t *columns[PL_COLUMNS]; // may repeat where there are fewer
    uint32_t places[PL_COLUMNS];       // of their results, relative to `output`
    int8_t *output;
    const int8_t *weights; // by pairs of channels: a vector of the one, a vector of the other, and so on
    const int32_t *bias;
    const int32_t *bias_end; // of `bias`, after a multiple of PL_CHANNELS
    const int32_t *multiplier;
    const int32_t *shift;  // each at most -1
    uint32_t more_vectors; // in a column, besides the first one
    int32_t output_offset;
    int32_t activation_min;
    int32_t activation_max;
    uint32_t last_channels; // that exist in the last group, 1 to PL_CHANNELS
    uint32_t blocks;        // of columns, not zero
    uint32_t column_step;   // from a column to that of the next block
    uint32_t output_step;   // from the last group's results to those of the first one in the next block
} pl_columns;

// Writes the results of all blocks. `columns` and `output` move on, `blocks` becomes zero.
void pl_multiply_columns_mve(pl_columns *c);

// The same for columns of one vector.
void pl_multiply_short_columns_mve(pl_columns *c);

#endif
