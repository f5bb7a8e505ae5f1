// SPDX-License-Identifier: Apache-2.0
// Depthwise convolution with the DSP extension.
#ifndef PL_CMSIS_NN_DEPTHWISE_DSP_H
#define PL_CMSIS_NN_DEPTHWISE_DSP_H

#include "internal/depthwise_lanes.h"

/// A layer with ch_mult 1, at least PL_DEPTHWISE_LANES channels and dilation 1 along the width. `widened` is
/// room for the weights of that many channels: two words a tap.
void pl_depthwise_dsp(const pl_depthwise *layer, int32_t *widened);

#endif
