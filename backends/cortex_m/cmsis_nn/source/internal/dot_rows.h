// SPDX-License-Identifier: Apache-2.0
// Sums of products of a vector with the int8 rows of a matrix.
#ifndef PL_CMSIS_NN_DOT_ROWS_H
#define PL_CMSIS_NN_DOT_ROWS_H

#include <stdint.h>

/// Rows whose sums a caller takes at a time.
enum { PL_DOT_ROWS_BLOCK = 64 };

/// So many products of int16 and int8 have a sum of 32 bits, whatever their values.
enum { PL_DOT_ROWS_CHUNK = 504 };

/// out[i] = start[i] + sum over k < elems of (vector[k] + offset) * rows[i * elems + k] for 0 <= i < count;
/// sums wrap at 32 bits. start may be NULL: zeros. elems >= 1. By tier: support/pl_dot_rows_s8_<tier>.c.
void pl_dot_rows_s8(const int8_t *vector, int32_t offset, const int8_t *rows, int32_t elems, int32_t count,
                    const int32_t *start, int32_t *out);

/// out[i] = sum over k < elems of vector[k] * rows[i * elems + k] for 0 <= i < count, in 64 bits. By tier:
/// support/pl_dot_rows_s16_<tier>.c.
void pl_dot_rows_s16(const int16_t *vector, const int8_t *rows, int32_t elems, int32_t count, int64_t *out);

/// dst[i] += acc[i] requantized, clamped to int16. By tier: lstm/pl_add_requantized_s16_<tier>.c.
void pl_add_requantized_s16(const int32_t *acc, int32_t count, int32_t multiplier, int32_t shift,
                            int16_t *dst);

#endif
