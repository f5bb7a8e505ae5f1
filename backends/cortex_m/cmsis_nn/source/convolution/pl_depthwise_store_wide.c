// SPDX-License-Identifier: Apache-2.0
#include "internal/depthwise_lanes.h"

void pl_depthwise_store_wide(const pl_depthwise *layer, int32_t channel, pl_depthwise_acc acc,
                             int8_t *output) {
    const cmsis_nn_dw_conv_params *params = layer->params;
    for (int32_t lane = 0; lane < PL_DEPTHWISE_LANES; lane++) {
        output[lane] = pl_requantize_s8((int32_t)acc.lane[lane], layer->multiplier[channel + lane],
                                        layer->shift[channel + lane], params->output_offset,
                                        params->activation.min, params->activation.max);
    }
}
