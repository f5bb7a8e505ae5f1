// SPDX-License-Identifier: Apache-2.0
// Scratch memory of a transposed convolution.
#ifndef PL_CMSIS_NN_TRANSPOSE_CONV_H
#define PL_CMSIS_NN_TRANSPOSE_CONV_H

#include "arm_nn_types.h"

/// Output pixels that are computed together.
enum { PL_TRANSPOSE_CONV_COLUMNS = 8 };

/// How many of `taps` neighbours are taken when the first and each stride-th after it are. Of all taps along
/// one dimension an output pixel takes no more.
static inline int32_t pl_phase_taps(int32_t taps, int32_t stride) {
    return (taps + stride - 1) / stride;
}

/// The most inputs that a channel of an output pixel takes.
static inline int32_t pl_phase_elems(const cmsis_nn_tile *stride, const cmsis_nn_dims *filter_dims) {
    return pl_phase_taps(filter_dims->h, stride->h) * pl_phase_taps(filter_dims->w, stride->w) *
           filter_dims->c;
}

#endif
