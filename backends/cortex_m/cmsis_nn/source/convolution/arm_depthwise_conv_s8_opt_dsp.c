// SPDX-License-Identifier: Apache-2.0
#include "internal/depthwise_dsp.h"

void pl_depthwise_s8_opt(const pl_depthwise *layer) {
    if (layer->input_dims->c < PL_DEPTHWISE_LANES || layer->params->dilation.w != 1) {
        pl_depthwise_s8(layer);
    } else {
        pl_depthwise_dsp(layer, layer->scratch);
    }
}
