// SPDX-License-Identifier: Apache-2.0
// Depthwise convolution of four neighbouring channels at a time: what scalar and DSP kernels share.
#ifndef PL_CMSIS_NN_DEPTHWISE_LANES_H
#define PL_CMSIS_NN_DEPTHWISE_LANES_H

#include "internal/depthwise.h"
#include "internal/requantize_narrow.h"

enum { PL_DEPTHWISE_LANES = 4 };

/// Constants of channels [channel, channel + 4).
typedef struct {
    int32_t channel;
    int32_t bias[PL_DEPTHWISE_LANES];
    pl_narrow_quant narrow[PL_DEPTHWISE_LANES]; // where is_narrow
    bool is_narrow;                             // whether pl_narrow_round may be used for all four
} pl_depthwise_lanes;

static inline pl_depthwise_lanes pl_depthwise_lanes_of(const pl_depthwise *layer, int32_t channel) {
    const int64_t largest_sum = (int64_t)layer->filter_dims->h * layer->filter_dims->w * 255 * 128;
    const int32_t bias_bound = largest_sum < PL_NARROW_BOUND ? PL_NARROW_BOUND - (int32_t)largest_sum : 0;
    const int32_t output_offset = layer->params->output_offset;
    pl_depthwise_lanes lanes = {.channel = channel, .is_narrow = true};
    for (int32_t lane = 0; lane < PL_DEPTHWISE_LANES; lane++) {
        const int32_t bias = layer->bias ? layer->bias[channel + lane] : 0;
        const int32_t shift = layer->shift[channel + lane];
        lanes.bias[lane] = bias;
        if (bias <= -bias_bound || bias >= bias_bound || !pl_is_narrow_shift(shift)) {
            lanes.is_narrow = false;
        } else {
            lanes.narrow[lane] = pl_narrow_quant_of(layer->multiplier[channel + lane], shift, output_offset);
        }
    }
    return lanes;
}

/// Accumulators of four channels; they wrap at 32 bits. By value, so that they can stay in registers.
typedef struct {
    uint32_t lane[PL_DEPTHWISE_LANES];
} pl_depthwise_acc;

/// Requantizes and stores channels [channel, channel + 4) of an output pixel, where narrow may not be used.
void pl_depthwise_store_wide(const pl_depthwise *layer, int32_t channel, pl_depthwise_acc acc,
                             int8_t *output);

#endif
