// SPDX-License-Identifier: Apache-2.0
#include "internal/depthwise_dsp.h"

void pl_depthwise_3x3_s8(const pl_depthwise *layer) {
    if (layer->input_dims->c < PL_DEPTHWISE_LANES) {
        pl_depthwise_s8(layer);
    } else {
        int32_t widened[3 * 3 * 2];
        pl_depthwise_dsp(layer, widened);
    }
}
