// SPDX-License-Identifier: Apache-2.0
//
// Dot products of rows of weights with four columns of inputs, two columns to a register.
//
// A word holds two int8 inputs, low + high * 2^16. One multiplication by a weight makes both products, and
// the sum of two such products keeps them apart as long as each half fits 16 bits: |w0| + |w1| <= 255 for the
// two weights, which the exporter has proved. The halves are then added up in 32 bits.
#ifndef PENLIGHT_KERNELS_MULTIPLY_COLUMNS_SCALAR_H
#define PENLIGHT_KERNELS_MULTIPLY_COLUMNS_SCALAR_H

#include <stdint.h>

enum {
    PL_COLUMNS = 4, // that are multiplied at a time
    PL_TAPS = 4,    // weights that are read at a time: rows are padded with zeros to a multiple of it
};

// `taps` rounded up to whole groups.
static inline uint32_t pl_padded_taps(uint32_t taps) {
    return (taps + PL_TAPS - 1) & ~(uint32_t)(PL_TAPS - 1);
}

// Computes PL_COLUMNS sums for each of `rows` > 0 rows of weights.
//   columns  for each tap two words: of columns 0 and 1, then of columns 2 and 3
//   weights  rows of `taps` weights, aligned to 4 bytes
//   taps     a multiple of PL_TAPS, not zero
//   sums     for each row those of columns 0, 1, 2 and 3
void pl_multiply_columns_scalar(const uint32_t *columns, const int8_t *weights, uint32_t taps, uint32_t rows,
                                int32_t *sums);

#endif
