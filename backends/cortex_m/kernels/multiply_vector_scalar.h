// SPDX-License-Identifier: Apache-2.0
//
// Dot products of one vector of inputs with PL_LANES rows of weights.
#ifndef PENLIGHT_KERNELS_MULTIPLY_VECTOR_SCALAR_H
#define PENLIGHT_KERNELS_MULTIPLY_VECTOR_SCALAR_H

#include <stdint.h>

enum {
    PL_LANES = 4,       // rows that are multiplied at a time
    PL_VECTOR_TAPS = 4, // rows are padded with zeros to a multiple of it
};

// Adds the dot products with rows a, b, c and d to `sums`.
//   weights  for each two taps the bytes a1 b1 a0 b0 c1 d1 c0 d0, where 0 and 1 are the taps, and each byte
//   is the
//            weight plus 128; |a0| + |a1| <= 255 and so on. Aligned to 4 bytes
//   taps     a multiple of PL_VECTOR_TAPS, not zero
void pl_multiply_vector_scalar(const int8_t *input, const uint8_t *weights, uint32_t taps,
                               int32_t sums[PL_LANES]);

#endif
