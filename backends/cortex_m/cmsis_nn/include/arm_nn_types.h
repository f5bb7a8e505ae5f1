// SPDX-License-Identifier: Apache-2.0
// Types of the CMSIS-NN C API: status codes, tensor shapes, quantization and layer parameters.
#ifndef ARM_NN_TYPES_H
#define ARM_NN_TYPES_H

#include <stdbool.h>
#include <stdint.h>

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

/// Transpose: output dimension i is input dimension permutations[i]; num_dims in [1, 4].
typedef struct {
    const int32_t num_dims;
    const uint32_t *permutations;
} cmsis_nn_transpose_params;

#endif
