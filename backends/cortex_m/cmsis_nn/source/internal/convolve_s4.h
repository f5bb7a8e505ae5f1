// SPDX-License-Identifier: Apache-2.0
// Convolution with int4 weights as a product of matrices.
#ifndef PL_CMSIS_NN_CONVOLVE_S4_H
#define PL_CMSIS_NN_CONVOLVE_S4_H

#include "arm_nn_types.h"
#include "internal/mat_mult_s4.h"

/// All filters times columns of `column_elems` inputs each, without the fields of lhs and dst.
static inline pl_product_s4 pl_convolve_s4_product(const cmsis_nn_conv_params *params,
                                                   const cmsis_nn_per_channel_quant_params *quant_params,
                                                   const int8_t *filter, const int32_t *bias,
                                                   int32_t column_elems, int32_t channels_out) {
    return (pl_product_s4){
        .lhs_offset = params->input_offset,
        .rhs = filter,
        .rhs_rows = channels_out,
        .rhs_stride = column_elems,
        .cols = column_elems,
        .bias = bias,
        .multiplier = quant_params->multiplier,
        .shift = quant_params->shift,
        .quant_stride = 1,
        .dst_offset = params->output_offset,
        .activation_min = params->activation.min,
        .activation_max = params->activation.max,
        .dst_stride = channels_out,
    };
}

/// Output pixels that arm_convolve_s4 computes together, each a column of column_elems inputs: more where
/// columns are short.
static inline int32_t pl_convolve_s4_columns(int32_t column_elems) {
    return column_elems <= 32 ? 16 : 4;
}

/// The filter's shape with the channels of the input: there are no groups, and programs need not state them.
static inline cmsis_nn_dims pl_filter_dims_s4(const cmsis_nn_dims *input_dims,
                                              const cmsis_nn_dims *filter_dims) {
    return (cmsis_nn_dims){filter_dims->n, filter_dims->h, filter_dims->w, input_dims->c};
}

#endif
