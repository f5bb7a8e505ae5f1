// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "operators.h"
#include "window.h"

// Elements of a column for all groups, so that no scratch size overflows.
enum { MAX_COLUMN = 1 << 27 };

int pl_conv2d_s8_check(const void *params) {
    const pl_conv2d_s8_params *p = params;
    const pl_axis y = {p->in_h, p->out_h, p->kernel_h, p->stride_h, p->pad_h, p->dilation_h};
    const pl_axis x = {p->in_w, p->out_w, p->kernel_w, p->stride_w, p->pad_w, p->dilation_w};
    const uint64_t taps = (uint64_t)p->kernel_h * p->kernel_w;
    if (p->in_c % p->filter_c != 0 || p->out_c % (p->in_c / p->filter_c) != 0 ||
        !pl_is_input_offset(p->input_offset) || taps * p->filter_c > PL_MAX_PRODUCTS ||
        taps * p->in_c > MAX_COLUMN || !pl_window_is_indexable(y, x, p->batch, p->in_c)) {
        return PL_ERR_CORRUPT;
    }
    return PL_OK;
}

// The arguments of the library.
typedef struct {
    cmsis_nn_context context;
    cmsis_nn_conv_params params;
    cmsis_nn_per_channel_quant_params quant;
    cmsis_nn_dims input;
    cmsis_nn_dims filter;
    cmsis_nn_dims bias;
    cmsis_nn_dims output;
} conv_layer;

static conv_layer layer_of(const pl_conv2d_s8_params *p, void *const *args) {
    return (conv_layer){
        .context = {.buf = args[PL_CONV2D_S8_SCRATCH], .size = (int32_t)p->scratch_bytes},
        .params =
            {
                .input_offset = p->input_offset,
                .output_offset = p->output_offset,
                .stride = {.w = p->stride_w, .h = p->stride_h},
                .padding = {.w = p->pad_w, .h = p->pad_h},
                .dilation = {.w = p->dilation_w, .h = p->dilation_h},
                .activation = {.min = p->activation_min, .max = p->activation_max},
            },
        .quant = {.multiplier = args[PL_CONV2D_S8_MULTIPLIER], .shift = args[PL_CONV2D_S8_SHIFT]},
        .input = {.n = p->batch, .h = p->in_h, .w = p->in_w, .c = p->in_c},
        .filter = {.n = p->out_c, .h = p->kernel_h, .w = p->kernel_w, .c = p->filter_c},
        .bias = {.n = 1, .h = 1, .w = 1, .c = p->out_c},
        .output = {.n = p->batch, .h = p->out_h, .w = p->out_w, .c = p->out_c},
    };
}

int pl_conv2d_s8(const void *params, void *const *args) {
    const conv_layer l = layer_of(params, args);
    if (l.context.size < arm_convolve_s8_get_buffer_size(&l.input, &l.filter)) {
        return PL_ERR_KERNEL;
    }
    const arm_cmsis_nn_status status =
        arm_convolve_s8(&l.context, &l.params, &l.quant, &l.input, args[PL_CONV2D_S8_INPUT], &l.filter,
                        args[PL_CONV2D_S8_FILTER], &l.bias, args[PL_CONV2D_S8_BIAS], NULL, &l.output,
                        args[PL_CONV2D_S8_OUTPUT]);
    return status == ARM_CMSIS_NN_SUCCESS ? PL_OK : PL_ERR_KERNEL;
}

// One pixel in, one pixel out, in one group.
static bool is_pointwise(const pl_conv2d_s8_params *p) {
    return p->kernel_h == 1 && p->kernel_w == 1 && p->pad_h == 0 && p->pad_w == 0 && p->dilation_h == 1 &&
           p->dilation_w == 1 && p->filter_c == p->in_c;
}

int pl_conv2d_s8_1x1(const void *params, void *const *args) {
    const pl_conv2d_s8_params *p = params;
    const bool is_inside =
        (uint32_t)(p->out_h - 1) * p->stride_h < p->in_h && (uint32_t)(p->out_w - 1) * p->stride_w < p->in_w;
    if (!is_pointwise(p) || !is_inside) {
        return PL_ERR_KERNEL;
    }
    const conv_layer l = layer_of(p, args);
    const arm_cmsis_nn_status status = arm_convolve_1x1_s8(
        &l.context, &l.params, &l.quant, &l.input, args[PL_CONV2D_S8_INPUT], &l.filter,
        args[PL_CONV2D_S8_FILTER], &l.bias, args[PL_CONV2D_S8_BIAS], &l.output, args[PL_CONV2D_S8_OUTPUT]);
    return status == ARM_CMSIS_NN_SUCCESS ? PL_OK : PL_ERR_KERNEL;
}

int pl_conv2d_s8_1x1_unit(const void *params, void *const *args) {
    const pl_conv2d_s8_params *p = params;
    const bool is_same = p->in_h == p->out_h && p->in_w == p->out_w && p->stride_h == 1 && p->stride_w == 1;
    const conv_layer l = layer_of(p, args);
    if (!is_pointwise(p) || !is_same || l.context.size < arm_convolve_1x1_s8_fast_get_buffer_size(&l.input)) {
        return PL_ERR_KERNEL;
    }
    const arm_cmsis_nn_status status = arm_convolve_1x1_s8_fast(
        &l.context, &l.params, &l.quant, &l.input, args[PL_CONV2D_S8_INPUT], &l.filter,
        args[PL_CONV2D_S8_FILTER], &l.bias, args[PL_CONV2D_S8_BIAS], &l.output, args[PL_CONV2D_S8_OUTPUT]);
    return status == ARM_CMSIS_NN_SUCCESS ? PL_OK : PL_ERR_KERNEL;
}
