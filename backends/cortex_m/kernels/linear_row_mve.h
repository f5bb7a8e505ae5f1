// SPDX-License-Identifier: Apache-2.0
//
// One row of inputs times a matrix, four output features at a time. linear_row_mve.c has it in assembly,
// linear_row_mve_host.c in C.
#ifndef PENLIGHT_KERNELS_LINEAR_ROW_MVE_H
#define PENLIGHT_KERNELS_LINEAR_ROW_MVE_H

#include <stddef.h>
#include <stdint.h>

enum { PL_FEATURES = 4, PL_STEP = 16 };

// The assembly knows the places of the fields.
typedef struct {
    const int8_t *input;   // in whole vectors of PL_STEP
    const int8_t *weights; // by four features: a vector of each, the next vector of each, and so on
    const int32_t *bias;
    const int32_t *multiplier;
    const int32_t *shift; // each at most -1
    int8_t *output;
    uint32_t more_vectors; // of the input, besides the first one
    int32_t left;          // features to be written, at least one
    int32_t output_offset[PL_FEATURES];
    int32_t activation_min[PL_FEATURES];
    int32_t activation_max[PL_FEATURES];
} pl_linear_row;

// Writes what is left.
void pl_linear_row_mve(pl_linear_row *row);

#endif
