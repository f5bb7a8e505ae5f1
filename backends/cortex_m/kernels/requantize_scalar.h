// SPDX-License-Identifier: Apache-2.0
//
// From sums to results on cores without DSP instructions: accumulators below PL_NARROW_BOUND, shifts that
// pl_is_narrow_shift accepts. Larger accumulators give other results, but no harm.
#ifndef PENLIGHT_KERNELS_REQUANTIZE_SCALAR_H
#define PENLIGHT_KERNELS_REQUANTIZE_SCALAR_H

#include <stdbool.h>
#include <stdint.h>

// Sums of some channels and pixels. The assembly knows the places of the fields.
typedef struct {
    const int32_t *bias; // this, multiplier, shift and output move on with the channels
    const int32_t *multiplier;
    const int32_t *shift;
    int8_t *output;
    const int32_t *bias_end; // where the channels end
    uint32_t pixels;         // 1 to 4, of which each channel has sums, one behind the other
    uint32_t spare;          // sums behind those of each channel that are skipped
    uint32_t stride;         // bytes from one pixel of the output to the next
    int32_t output_offset;
    int32_t activation_min;
    int32_t activation_max;
} pl_results;

// Adds bias, requantizes and stores. There is at least one channel and one pixel.
void pl_requantize_scalar(pl_results *results, const int32_t *sums);

bool pl_are_narrow_shifts(const int32_t *shifts, uint32_t count);

#endif
