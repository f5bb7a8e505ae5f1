// SPDX-License-Identifier: Apache-2.0
// Types of the CMSIS-NN C API: status codes, tensor shapes, quantization and layer parameters.
#ifndef ARM_NN_TYPES_H
#define ARM_NN_TYPES_H

#include <stdbool.h>
#include <stdint.h>

/// Activation functions of a table.
typedef enum {
    ARM_SIGMOID = 0,
    ARM_TANH = 1,
} arm_nn_activation_type;

/// What a function answers. Nothing is written on an error unless the function says so.
typedef enum {
    ARM_CMSIS_NN_SUCCESS = 0,
    ARM_CMSIS_NN_ARG_ERROR = -1,     ///< an argument breaks a documented condition
    ARM_CMSIS_NN_NO_IMPL_ERROR = -2, ///< valid arguments that no kernel of this library covers
    ARM_CMSIS_NN_FAILURE = -3,       ///< internal error
} arm_cmsis_nn_status;

/// A pair of numbers along width and height (stride, padding, dilation).
typedef struct {
    int32_t w;
    int32_t h;
} cmsis_nn_tile;

/// Scratch memory of one call. `buf` must be 4-byte aligned; `size` is in bytes and is checked. Size 0 with a
/// buffer means that the caller vouches for it (programs written for CMSIS-NN often leave size unset). Where
/// the matching
/// *_get_buffer_size answers 0, `buf` may be NULL. The contents after a call are unspecified.
typedef struct {
    void *buf;
    int32_t size;
} cmsis_nn_context;

/// Bias of int16 layers: int32_t or int64_t values. data may be NULL: no bias.
typedef struct {
    const void *data;
    const bool is_int32_bias;
} cmsis_nn_bias_data;

/// Shape of a tensor. For an activation: n batches of h x w pixels of c channels, channels innermost (NHWC).
/// Other meanings (filters, fully connected) are told with each function.
typedef struct {
    int32_t n;
    int32_t h;
    int32_t w;
    int32_t c;
} cmsis_nn_dims;

/// Requantization of each output channel: real scale = multiplier / 2^31 * 2^shift, 0 <= multiplier,
/// shift in [-31, 30] (negative divides).
typedef struct {
    int32_t *multiplier;
    int32_t *shift;
} cmsis_nn_per_channel_quant_params;

/// Requantization of a whole tensor; numbers as in cmsis_nn_per_channel_quant_params.
typedef struct {
    int32_t multiplier;
    int32_t shift;
} cmsis_nn_per_tensor_quant_params;

/// Either form: arrays of one element (is_per_channel == 0) or of one element a channel.
typedef struct {
    int32_t *multiplier;
    int32_t *shift;
    int32_t is_per_channel;
} cmsis_nn_quant_params;

/// Range that the quantized result is clamped to, both ends included.
typedef struct {
    int32_t min;
    int32_t max;
} cmsis_nn_activation;

/// Convolution. input_offset is what is added to an input value (minus the input's zero point);
/// output_offset is what is added to the result (the output's zero point). padding is the number of
/// pixels before the first row and column; how many follow the last is implied by the output's shape.
typedef struct {
    int32_t input_offset;
    int32_t output_offset;
    cmsis_nn_tile stride;
    cmsis_nn_tile padding;
    cmsis_nn_tile dilation;
    cmsis_nn_activation activation;
} cmsis_nn_conv_params;

/// Transposed convolution; the fields of the same name as in cmsis_nn_conv_params. padding is the number of
/// rows and columns of the full result that lie before the output's first ones; what lies behind its last
/// ones is implied by the output's shape. padding_offsets is not read.
typedef struct {
    int32_t input_offset;
    int32_t output_offset;
    cmsis_nn_tile stride;
    cmsis_nn_tile padding;
    cmsis_nn_tile padding_offsets;
    cmsis_nn_tile dilation;
    cmsis_nn_activation activation;
} cmsis_nn_transpose_conv_params;

/// Depthwise convolution; output channel = input channel * ch_mult + m for 0 <= m < ch_mult.
typedef struct {
    int32_t input_offset;
    int32_t output_offset;
    int32_t ch_mult;
    cmsis_nn_tile stride;
    cmsis_nn_tile padding;
    cmsis_nn_tile dilation;
    cmsis_nn_activation activation;
} cmsis_nn_dw_conv_params;

/// Pooling.
typedef struct {
    cmsis_nn_tile stride;
    cmsis_nn_tile padding;
    cmsis_nn_activation activation;
} cmsis_nn_pool_params;

/// Fully connected layer. filter_offset is what is added to a weight (0 for symmetric weights).
typedef struct {
    int32_t input_offset;
    int32_t filter_offset;
    int32_t output_offset;
    cmsis_nn_activation activation;
} cmsis_nn_fc_params;

/// Batch matmul. adj_x and adj_y are not read: both inputs are given as if they were true for rhs and false
/// for lhs, with the dimension that is summed over innermost. Of fc_params, input_offset belongs to lhs and
/// filter_offset to rhs.
typedef struct {
    const bool adj_x;
    const bool adj_y;
    cmsis_nn_fc_params fc_params;
} cmsis_nn_bmm_params;

/// Transpose: output dimension i is input dimension permutations[i]; num_dims in [1, 4].
typedef struct {
    const int32_t num_dims;
    const uint32_t *permutations;
} cmsis_nn_transpose_params;

/// SVDF: a filter over features, then one over time. input_offset is the zero point of the input itself
/// (other than in all other structs, where it is minus the zero point); output_offset is that of the output.
/// input_activation is the range of the state, output_activation that of the result.
typedef struct {
    int32_t rank;
    int32_t input_offset;
    int32_t output_offset;
    cmsis_nn_activation input_activation;
    cmsis_nn_activation output_activation;
} cmsis_nn_svdf_params;

/// Tables of arm_softmax_s16, 513 values each in Q0.15: exp(x) for x from -10 to 0, and 1 / (1 + x) for x
/// from 0 to 1, both ends included. Results between two values are interpolated.
typedef struct {
    const int16_t *exp_lut;
    const int16_t *one_by_one_lut;
} cmsis_nn_softmax_lut_s16;

/// A multiplier and shift; numbers as in cmsis_nn_per_channel_quant_params.
typedef struct {
    int32_t multiplier;
    int32_t shift;
} cmsis_nn_scaling;

/// Sizes of an LSTM.
typedef struct {
    int32_t max_time;
    int32_t num_inputs;
    int32_t num_batches;
    int32_t num_outputs;
} cmsis_nn_lstm_dims;

/// One gate of an LSTM. Weights are int8, hidden_size rows of input_size (input_weights) or hidden_size
/// (hidden_weights) values. The effective biases are hidden_size sums that arm_vector_sum_s8 (int32, for int8
/// inputs) or arm_vector_sum_s8_s64 (int64, for int16 inputs) prepared from the weights: input_effective_bias
/// with minus the input's zero point as lhs_offset and the gate's bias, hidden_effective_bias with minus the
/// hidden state's zero point and no bias. Each part is requantized to Q3.12. `bias` is not read.
typedef struct {
    int32_t input_multiplier;
    int32_t input_shift;
    const void *input_weights;
    const void *input_effective_bias;

    int32_t hidden_multiplier;
    int32_t hidden_shift;
    const void *hidden_weights;
    const void *hidden_effective_bias;

    const void *bias;
    arm_nn_activation_type activation_type;
} cmsis_nn_lstm_gate;

/// LSTM. The cell state has the scale 2^cell_scale_power; it is clamped to [-cell_clip, cell_clip] where
/// cell_clip is greater than 0. input_offset is not read: the effective biases hold it.
typedef struct {
    int32_t time_major; ///< 0: [batch, time, size], else [time, batch, size]
    int32_t batch_size;
    int32_t time_steps;
    int32_t input_size;
    int32_t hidden_size;

    int32_t input_offset;

    int32_t forget_to_cell_multiplier;
    int32_t forget_to_cell_shift;
    int32_t input_to_cell_multiplier;
    int32_t input_to_cell_shift;
    int32_t cell_clip;
    int32_t cell_scale_power;

    int32_t output_multiplier;
    int32_t output_shift;
    int32_t output_offset;

    cmsis_nn_lstm_gate forget_gate;
    cmsis_nn_lstm_gate input_gate;
    cmsis_nn_lstm_gate cell_gate;
    cmsis_nn_lstm_gate output_gate;
} cmsis_nn_lstm_params;

/// Memory of an LSTM. temp1 and temp2: scratch memory of batch_size * hidden_size int16 each. cell_state: as
/// much, kept from call to call. hidden_state: batch_size * hidden_size values of the output's type, kept
/// from call to call; or NULL, and then a call starts from zero states, whatever cell_state holds.
typedef struct {
    void *temp1;
    void *temp2;
    void *cell_state;
    void *hidden_state;
} cmsis_nn_lstm_context;

#endif
