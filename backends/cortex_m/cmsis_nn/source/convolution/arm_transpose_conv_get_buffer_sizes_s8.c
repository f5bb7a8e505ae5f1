// SPDX-License-Identifier: Apache-2.0
// The same on every tier. Programs ask before they know padding and dilation, so that neither is read.
#include "arm_nnfunctions.h"
#include "internal/transpose_conv.h"

/// The columns, and the filter of a phase where it is not the whole one.
int32_t arm_transpose_conv_s8_get_buffer_size(const cmsis_nn_transpose_conv_params *transpose_conv_params,
                                              const cmsis_nn_dims *input_dims,
                                              const cmsis_nn_dims *filter_dims,
                                              const cmsis_nn_dims *out_dims) {
    const cmsis_nn_tile *stride = &transpose_conv_params->stride;
    if (stride->w < 1 || stride->h < 1 || input_dims->c < 1 || filter_dims->c < 1) {
        return 0; // arm_transpose_conv_s8 refuses these
    }
    const bool is_whole = stride->w == 1 && stride->h == 1;
    const int32_t channels_out = out_dims->c * filter_dims->c / input_dims->c; // of one group
    return (PL_TRANSPOSE_CONV_COLUMNS + (is_whole ? 0 : channels_out)) * pl_phase_elems(stride, filter_dims);
}

int32_t arm_transpose_conv_s8_get_buffer_size_dsp(const cmsis_nn_transpose_conv_params *transpose_conv_params,
                                                  const cmsis_nn_dims *input_dims,
                                                  const cmsis_nn_dims *filter_dims,
                                                  const cmsis_nn_dims *out_dims) {
    return arm_transpose_conv_s8_get_buffer_size(transpose_conv_params, input_dims, filter_dims, out_dims);
}

int32_t arm_transpose_conv_s8_get_buffer_size_mve(const cmsis_nn_transpose_conv_params *transpose_conv_params,
                                                  const cmsis_nn_dims *input_dims,
                                                  const cmsis_nn_dims *filter_dims,
                                                  const cmsis_nn_dims *out_dims) {
    return arm_transpose_conv_s8_get_buffer_size(transpose_conv_params, input_dims, filter_dims, out_dims);
}

int32_t arm_transpose_conv_s8_get_reverse_conv_buffer_size(
    const cmsis_nn_transpose_conv_params *transpose_conv_params, const cmsis_nn_dims *input_dims,
    const cmsis_nn_dims *filter_dims) {
    (void)transpose_conv_params;
    (void)input_dims;
    (void)filter_dims;
    return 0;
}
