// SPDX-License-Identifier: Apache-2.0
//
// Copies of windows of an image, whose rows are often of few bytes. copy_rows_mve.c has them in assembly,
// copy_rows_mve_host.c in C.
#ifndef PENLIGHT_KERNELS_COPY_ROWS_MVE_H
#define PENLIGHT_KERNELS_COPY_ROWS_MVE_H

#include <stdint.h>

// No number of anything is zero.
typedef struct {
    uint32_t bytes; // of a row
    uint32_t rows;  // of a window
    uint32_t from_stride;
    uint32_t to_stride;
    uint32_t windows;
    uint32_t from_step; // from a window to the next one
    uint32_t to_step;
} pl_windows;

void pl_copy_windows_mve(int8_t *to, const int8_t *from, const pl_windows *shape);

void pl_fill_mve(int8_t *to, int8_t value, uint32_t bytes);

#endif
