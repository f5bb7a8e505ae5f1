// SPDX-License-Identifier: Apache-2.0
// Recurrent layers. What all functions have in common is in arm_nnfunctions.h.
#ifndef ARM_NN_RECURRENT_H
#define ARM_NN_RECURRENT_H

#include "arm_nn_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// SVDF with int8 state. input_dims: n batches of h values. weights_feature_dims: n = features, each has h of
/// the input's values as weights. weights_time_dims: h = time. state_data [n, features, time] is kept from
/// call to call: each feature's row moves on by one, and the feature's newest value, requantized by
/// input_quant_params and clamped to input_activation, comes last. The rows times weights_time_data
/// [features, time], summed over `rank` adjacent features and bias_data (may be NULL), give the
/// features / rank results of a batch. A rank that does not divide features is an ARG_ERROR.
/// ctx: on the MVE tier its buf must hold the sums that arm_vector_sum_s8 prepared from the feature weights
/// with lhs_offset = -input_offset, rhs_offset = 0 and no bias. input_ctx and output_ctx are memory that
/// CMSIS-NN asks for (n * features and n * features / rank int32); it must be given, and is left as it is.
arm_cmsis_nn_status arm_svdf_s8(const cmsis_nn_context *ctx, const cmsis_nn_context *input_ctx,
                                const cmsis_nn_context *output_ctx, const cmsis_nn_svdf_params *svdf_params,
                                const cmsis_nn_per_tensor_quant_params *input_quant_params,
                                const cmsis_nn_per_tensor_quant_params *output_quant_params,
                                const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                const cmsis_nn_dims *state_dims, int8_t *state_data,
                                const cmsis_nn_dims *weights_feature_dims, const int8_t *weights_feature_data,
                                const cmsis_nn_dims *weights_time_dims, const int8_t *weights_time_data,
                                const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                const cmsis_nn_dims *output_dims, int8_t *output_data);

/// For ctx of arm_svdf_s8; filter_dims are weights_feature_dims. More than 0 means: call arm_vector_sum_s8 on
/// a buffer of this size first.
int32_t arm_svdf_s8_get_buffer_size(const cmsis_nn_dims *filter_dims);
int32_t arm_svdf_s8_get_buffer_size_dsp(const cmsis_nn_dims *filter_dims);
int32_t arm_svdf_s8_get_buffer_size_mve(const cmsis_nn_dims *filter_dims);

/// As arm_svdf_s8, with int16 state and time weights, and without ctx.
arm_cmsis_nn_status arm_svdf_state_s16_s8(
    const cmsis_nn_context *input_ctx, const cmsis_nn_context *output_ctx,
    const cmsis_nn_svdf_params *svdf_params, const cmsis_nn_per_tensor_quant_params *input_quant_params,
    const cmsis_nn_per_tensor_quant_params *output_quant_params, const cmsis_nn_dims *input_dims,
    const int8_t *input_data, const cmsis_nn_dims *state_dims, int16_t *state_data,
    const cmsis_nn_dims *weights_feature_dims, const int8_t *weights_feature_data,
    const cmsis_nn_dims *weights_time_dims, const int16_t *weights_time_data, const cmsis_nn_dims *bias_dims,
    const int32_t *bias_data, const cmsis_nn_dims *output_dims, int8_t *output_data);

/// LSTM over time_steps steps of batch_size sequences; input and output are laid out as params->time_major
/// says. The structures' comments tell what they hold. The states in `buffers` are read and written, so that
/// a sequence may come in several calls. A size below 1, or missing memory (but for the hidden state), is an
/// ARG_ERROR.
arm_cmsis_nn_status arm_lstm_unidirectional_s8(const int8_t *input, int8_t *output,
                                               const cmsis_nn_lstm_params *params,
                                               cmsis_nn_lstm_context *buffers);

/// As arm_lstm_unidirectional_s8 with int16 values, of which only the output may have a zero point, and int64
/// effective biases.
arm_cmsis_nn_status arm_lstm_unidirectional_s16(const int16_t *input, int16_t *output,
                                                const cmsis_nn_lstm_params *params,
                                                cmsis_nn_lstm_context *buffers);

#ifdef __cplusplus
}
#endif

#endif
