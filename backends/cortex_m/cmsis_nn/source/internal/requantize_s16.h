// SPDX-License-Identifier: Apache-2.0
// From a 64-bit accumulator to an int16 result. Two roundings are in use; which of them follows from the type
// of the bias.
#ifndef PL_CMSIS_NN_REQUANTIZE_S16_H
#define PL_CMSIS_NN_REQUANTIZE_S16_H

#include "internal/requantize.h"

#include <stdbool.h>
#include <stddef.h>

/// What turns the accumulators of a matrix's rows into results.
typedef struct {
    const int32_t *multiplier;
    const int32_t *shift;
    int32_t quant_stride; // from one row's multiplier and shift to the next one's: 0 or 1
    const void *bias;     // NULL: none; int32_t or int64_t
    bool is_int32_bias;   // also without bias: chooses the rounding
    int32_t min;
    int32_t max;
} pl_output_s16;

/// sum + bias of row `row`.
static inline int64_t pl_add_bias_s16(int64_t sum, const pl_output_s16 *output, int32_t row) {
    if (output->bias == NULL) {
        return sum;
    }
    const int64_t bias =
        output->is_int32_bias ? ((const int32_t *)output->bias)[row] : ((const int64_t *)output->bias)[row];
    return (int64_t)((uint64_t)sum + (uint64_t)bias);
}

static inline int32_t pl_clamp_s64(int64_t value, int32_t low, int32_t high) {
    return value < low ? low : value > high ? high : (int32_t)value;
}

/// A multiplier of 31 fraction bits, rounded to 15; no more than 0x7FFF.
static inline int32_t pl_reduced_multiplier(int32_t multiplier) {
    const uint32_t rounded = ((uint32_t)multiplier + (1u << 15)) >> 16;
    return (int32_t)(rounded - (rounded >> 15));
}

/// A multiplier that pl_reduced_multiplier turns into `reduced`, which is in [0, 2^15).
static inline int32_t pl_unreduced_multiplier(int32_t reduced) {
    return (int32_t)((uint32_t)reduced << 16);
}

/// value * reduced / 2^15 * 2^shift rounded once, to nearest with ties up. value in [-2^47, 2^47), reduced in
/// [0, 2^15), shift in [-31, 14].
static inline int64_t pl_requantize_s64(int64_t value, int32_t reduced, int32_t shift) {
    const int64_t product = (int64_t)((uint64_t)value * (uint64_t)(uint32_t)reduced);
    const int64_t twice = product >> (14 - shift);
    return (twice >> 1) + (twice & 1);
}

/// Whether value * 2^left fits in 32 bits.
static inline bool pl_fits_s32(int64_t value, int32_t left) {
    const int64_t above = value >> (31 - left);
    return above == 0 || above == -1;
}

/// floor(value * reduced / 2^16).
static inline int32_t pl_scale_reduced(int32_t value, int32_t reduced) {
#if __ARM_ARCH_ISA_THUMB == 1
    // These cores have no long multiplication.
    const uint32_t low = (uint16_t)value * (uint32_t)reduced;
    return (value >> 16) * reduced + (int32_t)(low >> 16);
#else
    return (int32_t)(((int64_t)value * (reduced << 16)) >> 32);
#endif
}

/// A result from a sum of products and its bias, by any parameters.
int16_t pl_requantize_s16_unusual(int64_t acc, int32_t multiplier, int32_t shift,
                                  const pl_output_s16 *output);

/// The same where `acc`, the sum with its bias, and parameters are as they usually are: pl_is_usual_s16.
static inline int16_t pl_requantize_usual_s16(int32_t acc, int32_t multiplier, int32_t shift,
                                              const pl_output_s16 *output) {
    int32_t value;
    if (output->is_int32_bias) {
        value = pl_requantize(acc, multiplier, shift);
    } else {
        // What the product has below 2^16 is less than half a unit of the result.
        value = ((pl_scale_reduced(acc, pl_reduced_multiplier(multiplier)) >> (-2 - shift)) + 1) >> 1;
    }
    return (int16_t)pl_clamp(value, output->min, output->max);
}

static inline bool pl_is_usual_s16(int64_t acc, int32_t shift) {
    return acc == (int32_t)acc && shift <= -2;
}

/// The result of row `row` from its sum of products.
static inline int16_t pl_requantize_s16(int64_t sum, const pl_output_s16 *output, int32_t row) {
    const int64_t acc = pl_add_bias_s16(sum, output, row);
    const int32_t multiplier = output->multiplier[row * output->quant_stride];
    const int32_t shift = output->shift[row * output->quant_stride];
    return pl_is_usual_s16(acc, shift) ? pl_requantize_usual_s16((int32_t)acc, multiplier, shift, output)
                                       : pl_requantize_s16_unusual(acc, multiplier, shift, output);
}

/// dst[i] = result of row `row` + i from its sum of products, which is overwritten.
void pl_requantize_s16_rows(int64_t *sums, const pl_output_s16 *output, int32_t row, int32_t count,
                            int16_t *dst);

#endif
