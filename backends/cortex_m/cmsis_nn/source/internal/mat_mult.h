// SPDX-License-Identifier: Apache-2.0
// Inside of arm_convolve_s8 on the scalar and DSP tiers: int16 columns, and two of them times all filters.
#ifndef PL_CMSIS_NN_MAT_MULT_H
#define PL_CMSIS_NN_MAT_MULT_H

#include <stdint.h>

/// Filters of one channel group with all that turns their accumulators into results.
typedef struct {
    const int8_t *weights; // rows * cols
    const int32_t *bias;   // NULL: none
    const int32_t *multiplier;
    const int32_t *shift;
    int32_t rows; // output channels
    int32_t cols; // elements of a column
    int32_t output_offset;
    int32_t activation_min;
    int32_t activation_max;
} pl_filter_matrix;

/// Distance of two columns in elements.
static inline int32_t pl_column_stride(int32_t cols) {
    return (cols + 3) & ~3;
}

/// column[i] = staged[i] + offset, in the element order of the tier: as it is (scalar), or 0 2 1 3 within
/// each whole group of four (DSP). staged may be the upper half of column: it is read before it is
/// overwritten.
void pl_s8_to_s16_column(const int8_t *staged, int16_t *column, int32_t elems, int16_t offset);

/// Results of column_count (1 or 2) columns: output[c * output_stride + row]. The columns lie
/// pl_column_stride apart.
void pl_mat_mult_columns(const pl_filter_matrix *filter, const int16_t *columns, int32_t column_count,
                         int8_t *output, int32_t output_stride);

#endif
