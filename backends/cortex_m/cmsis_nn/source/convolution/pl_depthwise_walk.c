// SPDX-License-Identifier: Apache-2.0
#include "internal/depthwise.h"

void pl_depthwise_walk(const pl_depthwise *layer,
                       void (*kernel)(const void *block, const pl_depthwise_line *line), const void *block) {
    const cmsis_nn_dw_conv_params *params = layer->params;
    const cmsis_nn_dims *in = layer->input_dims;
    const cmsis_nn_dims *out = layer->output_dims;
    for (int32_t n = 0; n < in->n; n++) {
        for (int32_t y = 0; y < out->h; y++) {
            const int32_t origin = y * params->stride.h - params->padding.h;
            const pl_taps taps = pl_taps_inside(origin, layer->filter_dims->h, params->dilation.h, in->h);
            const pl_depthwise_line line = {
                .row = taps.begin,
                .rows = taps.end - taps.begin,
                .input_pixel = (n * in->h + origin + taps.begin * params->dilation.h) * in->w,
                .output_pixel = (n * out->h + y) * out->w,
            };
            kernel(block, &line);
        }
    }
}
