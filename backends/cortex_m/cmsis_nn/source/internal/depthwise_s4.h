// SPDX-License-Identifier: Apache-2.0
// Inside of the depthwise convolutions with int4 weights.
#ifndef PL_CMSIS_NN_DEPTHWISE_S4_H
#define PL_CMSIS_NN_DEPTHWISE_S4_H

#include "internal/depthwise.h"

/// Any layer; its filter is packed. expanded: room for the filter as int8, or NULL and then each weight is
/// looked up where it is used.
void pl_depthwise_s4(const pl_depthwise *layer, int8_t *expanded);

/// Weights of the filter.
static inline int32_t pl_depthwise_weights(const cmsis_nn_dims *filter_dims,
                                           const cmsis_nn_dims *output_dims) {
    return filter_dims->h * filter_dims->w * output_dims->c;
}

/// The filter's shape with the channels of the output, which programs need not state.
static inline cmsis_nn_dims pl_depthwise_filter_dims_s4(const cmsis_nn_dims *filter_dims,
                                                        const cmsis_nn_dims *output_dims) {
    return (cmsis_nn_dims){1, filter_dims->h, filter_dims->w, output_dims->c};
}

#endif
