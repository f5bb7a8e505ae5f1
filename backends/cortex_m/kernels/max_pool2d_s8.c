// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "operators.h"
#include "window.h"

static pl_axis rows_of(const pl_max_pool2d_s8_params *p) {
    return (pl_axis){p->in_h, p->out_h, p->kernel_h, p->stride_h, p->pad_h, p->dilation_h};
}

static pl_axis columns_of(const pl_max_pool2d_s8_params *p) {
    return (pl_axis){p->in_w, p->out_w, p->kernel_w, p->stride_w, p->pad_w, p->dilation_w};
}

int pl_max_pool2d_s8_check(const void *params) {
    const pl_max_pool2d_s8_params *p = params;
    return pl_window_is_indexable(rows_of(p), columns_of(p), p->batch, p->channels) ? PL_OK : PL_ERR_CORRUPT;
}

int pl_max_pool2d_s8(const void *params, void *const *args) {
    const pl_max_pool2d_s8_params *p = params;
    if (p->dilation_h != 1 || p->dilation_w != 1 || !pl_axis_sees_input(rows_of(p)) ||
        !pl_axis_sees_input(columns_of(p))) {
        return PL_ERR_KERNEL;
    }
    const cmsis_nn_context context = {.buf = NULL, .size = 0};
    const cmsis_nn_pool_params pool_params = {
        .stride = {.w = p->stride_w, .h = p->stride_h},
        .padding = {.w = p->pad_w, .h = p->pad_h},
        .activation = {.min = INT8_MIN, .max = INT8_MAX},
    };
    const cmsis_nn_dims input = {.n = p->batch, .h = p->in_h, .w = p->in_w, .c = p->channels};
    const cmsis_nn_dims filter = {.n = 1, .h = p->kernel_h, .w = p->kernel_w, .c = 1};
    const cmsis_nn_dims output = {.n = p->batch, .h = p->out_h, .w = p->out_w, .c = p->channels};
    const arm_cmsis_nn_status status =
        arm_max_pool_s8(&context, &pool_params, &input, args[PL_MAX_POOL2D_S8_INPUT], &filter, &output,
                        args[PL_MAX_POOL2D_S8_OUTPUT]);
    return status == ARM_CMSIS_NN_SUCCESS ? PL_OK : PL_ERR_KERNEL;
}

// out[c] = max(out[c], in[c])
static void raise_to(int8_t *out, const int8_t *in, uint32_t channels) {
    for (uint32_t c = 0; c < channels; c++) {
        out[c] = in[c] > out[c] ? in[c] : out[c];
    }
}

// One pixel of the output, from the window whose first tap lies at (y, x) of `image`.
static void largest(const pl_max_pool2d_s8_params *p, const int8_t *image, int32_t y, int32_t x,
                    int8_t *out) {
    for (uint32_t c = 0; c < p->channels; c++) {
        out[c] = INT8_MIN;
    }
    for (int32_t row = 0; row < p->kernel_h; row++) {
        const int32_t in_y = y + row * p->dilation_h;
        for (int32_t column = 0; column < p->kernel_w; column++) {
            const int32_t in_x = x + column * p->dilation_w;
            if (in_y >= 0 && in_y < p->in_h && in_x >= 0 && in_x < p->in_w) {
                raise_to(out, image + (in_y * p->in_w + in_x) * p->channels, p->channels);
            }
        }
    }
}

int pl_max_pool2d_s8_dilated(const void *params, void *const *args) {
    const pl_max_pool2d_s8_params *p = params;
    const int8_t *image = args[PL_MAX_POOL2D_S8_INPUT];
    int8_t *out = args[PL_MAX_POOL2D_S8_OUTPUT];
    for (uint32_t n = 0; n < p->batch; n++) {
        for (int32_t y = 0; y < p->out_h; y++) {
            for (int32_t x = 0; x < p->out_w; x++) {
                largest(p, image, y * p->stride_h - p->pad_h, x * p->stride_w - p->pad_w, out);
                out += p->channels;
            }
        }
        image += (uint32_t)p->in_h * p->in_w * p->channels;
    }
    return PL_OK;
}
