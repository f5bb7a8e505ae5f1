// SPDX-License-Identifier: Apache-2.0
// The part of a sliding window that lies over the input.
#ifndef PL_CMSIS_NN_WINDOW_H
#define PL_CMSIS_NN_WINDOW_H

#include <stdint.h>

/// Taps [begin, end) of a window along one dimension; begin == end when there is none.
typedef struct {
    int32_t begin;
    int32_t end;
} pl_taps;

/// Taps 0, 1, ... that are needed to cover `distance` pixels, `dilation` apart; distance > 0.
static inline int32_t pl_taps_over(int32_t distance, int32_t dilation) {
    return dilation == 1 ? distance : (distance + dilation - 1) / dilation;
}

/// The taps that lie over the input. `origin` is the input position of tap 0, negative in the padding.
static inline pl_taps pl_taps_inside(int32_t origin, int32_t taps, int32_t dilation, int32_t input_size) {
    const int32_t begin = origin >= 0 ? 0 : pl_taps_over(-origin, dilation);
    const int32_t inside = origin >= input_size ? 0 : pl_taps_over(input_size - origin, dilation);
    const int32_t end = inside < taps ? inside : taps;
    return (pl_taps){begin, end > begin ? end : begin};
}

#endif
