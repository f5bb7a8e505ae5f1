// SPDX-License-Identifier: Apache-2.0
// The layer functions of the CMSIS-NN C API (int8, int16, int4 weights), in Penlight's own implementation.
//
// Common to all functions
// - Tensors are int8, NHWC, dense, and need no alignment. No function reads or writes outside of a tensor.
// - Offsets: an input offset is minus the input's zero point (range [-127, 128]); an output offset is the
//   output's zero point (range [-128, 127]).
// - Accumulators are int32; the result is requantized (arm_nn_requantize), the output offset is added, then
//   the activation range is applied at both ends.
// - A padded pixel counts as the input's zero point: it adds nothing to an accumulator.
// - bias_data may be NULL: no bias. bias_dims is not read.
// - ctx gives scratch memory of at least the size that the matching *_get_buffer_size answers
//   (cmsis_nn_context says how). Too little of it, or a NULL buf where memory is needed, is
//   ARM_CMSIS_NN_ARG_ERROR.
// - Each X_get_buffer_size answers in bytes for the tier that the library was built for;
//   X_get_buffer_size_dsp and _mve answer for these tiers on every build, so that a host can plan for a
//   device.
// - Output must not overlap input or scratch unless a function says that it may.
//
// int16 (functions that end in _s16, but for element-wise ones and those that say otherwise)
// - Tensors are int16 with weights of int8, and have no zero points: offsets are not read, padding is 0.
// - Sums are exact, and results saturate. Convolutions with an int32 bias (is_int32_bias, also without data)
//   requantize sums as int8 layers do; all other layers by the upper half of the multiplier
//   (arm_nn_requantize_s64). An int64 bias lies in [-2^46, 2^46].
#ifndef ARM_NNFUNCTIONS_H
#define ARM_NNFUNCTIONS_H

#include "arm_nn_math_types.h"
#include "arm_nn_types.h"

#include "arm_nn/batch_matmul.h"
#include "arm_nn/convolution.h"
#include "arm_nn/data_movement.h"
#include "arm_nn/depthwise_convolution.h"
#include "arm_nn/element_wise.h"
#include "arm_nn/fully_connected.h"
#include "arm_nn/int4_weights.h"
#include "arm_nn/pooling.h"
#include "arm_nn/recurrent.h"
#include "arm_nn/softmax.h"
#include "arm_nn/transposed_convolution.h"

#endif
