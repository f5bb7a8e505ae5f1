// SPDX-License-Identifier: Apache-2.0
//
// The sum of two int8 vectors of which one has the larger scale, a power of two in its own terms: its
// elements only need a shift. add_elements_mve.c has it in assembly, add_elements_mve_host.c in C.
#ifndef PENLIGHT_KERNELS_ADD_ELEMENTS_MVE_H
#define PENLIGHT_KERNELS_ADD_ELEMENTS_MVE_H

#include <stddef.h>
#include <stdint.h>

// Bits of fraction that the inputs get: the one with the larger scale, which is then halved, and the other
// one.
enum { PL_ADD_LARGER_SHIFT = 19, PL_ADD_SMALLER_SHIFT = 20, PL_ADD_LANES = 4 };

// The assembly knows the places of the fields.
typedef struct {
    int32_t smaller_offset; // shifted
    int32_t multiplier;     // of the smaller input
    int32_t has_shift;      // whether `shift`, which is at most 0, is not 0
    int32_t shift;
    int32_t larger_factor; // 2^PL_ADD_LARGER_SHIFT
    int32_t larger_offset; // shifted
    int32_t output_multiplier;
    int32_t one;
    int32_t output_shift; // at most -1
    int32_t smaller_factor[PL_ADD_LANES];
    int32_t activation_min[PL_ADD_LANES];
    int32_t activation_max[PL_ADD_LANES];
    int32_t output_offset[PL_ADD_LANES];
} pl_addition;

void pl_add_elements_mve(const pl_addition *a, const int8_t *larger, const int8_t *smaller, int8_t *output,
                         uint32_t count);

#endif
