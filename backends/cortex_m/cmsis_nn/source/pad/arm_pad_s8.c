// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/copy.h"
#include <stdbool.h>

static bool is_negative(const cmsis_nn_dims *dims) {
    return dims->n < 0 || dims->h < 0 || dims->w < 0 || dims->c < 0;
}

static int8_t *fill(int8_t *output, int8_t value, int32_t count) {
    pl_fill_s8(output, value, count);
    return output + count;
}

/// `pixels` pixels of `channels` channels, each between its padding.
static int8_t *pad_pixels(const int8_t *input, int8_t *output, int8_t value, int32_t pixels, int32_t channels,
                          int32_t before, int32_t after) {
    if (before == 0 && after == 0) {
        pl_copy_s8(output, input, pixels * channels);
        return output + pixels * channels;
    }
    for (int32_t i = 0; i < pixels; i++) {
        output = fill(output, value, before);
        pl_copy_s8(output, input, channels);
        output = fill(output + channels, value, after);
        input += channels;
    }
    return output;
}

arm_cmsis_nn_status arm_pad_s8(const int8_t *input, int8_t *output, int8_t pad_value,
                               const cmsis_nn_dims *input_size, const cmsis_nn_dims *pre_pad,
                               const cmsis_nn_dims *post_pad) {
    if (is_negative(input_size) || is_negative(pre_pad) || is_negative(post_pad)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const int32_t pixel = pre_pad->c + input_size->c + post_pad->c;
    const int32_t row = (pre_pad->w + input_size->w + post_pad->w) * pixel;
    const int32_t image = (pre_pad->h + input_size->h + post_pad->h) * row;
    output = fill(output, pad_value, pre_pad->n * image);
    for (int32_t n = 0; n < input_size->n; n++) {
        output = fill(output, pad_value, pre_pad->h * row);
        for (int32_t y = 0; y < input_size->h; y++) {
            output = fill(output, pad_value, pre_pad->w * pixel);
            output =
                pad_pixels(input, output, pad_value, input_size->w, input_size->c, pre_pad->c, post_pad->c);
            output = fill(output, pad_value, post_pad->w * pixel);
            input += input_size->w * input_size->c;
        }
        output = fill(output, pad_value, post_pad->h * row);
    }
    fill(output, pad_value, post_pad->n * image);
    return ARM_CMSIS_NN_SUCCESS;
}
