// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "operators.h"
#include "window.h"

int pl_depthwise_conv2d_s8_check(const void *params) {
    const pl_depthwise_conv2d_s8_params *p = params;
    const pl_axis y = {p->in_h, p->out_h, p->kernel_h, p->stride_h, p->pad_h, p->dilation_h};
    const pl_axis x = {p->in_w, p->out_w, p->kernel_w, p->stride_w, p->pad_w, p->dilation_w};
    // A limit for every index into the filter, which a kernel may compute for a tap over padding, too.
    const uint64_t filter =
        ((uint64_t)p->kernel_h + p->pad_h) * ((uint64_t)p->kernel_w + p->pad_w) * p->out_c;
    if (p->out_c != (uint32_t)p->in_c * p->channel_multiplier || !pl_is_input_offset(p->input_offset) ||
        (uint32_t)p->kernel_h * p->kernel_w > PL_MAX_PRODUCTS || filter > INT32_MAX ||
        !pl_window_is_indexable(y, x, p->batch, p->in_c)) {
        return PL_ERR_CORRUPT;
    }
    return PL_OK;
}

// The arguments of the library.
typedef struct {
    cmsis_nn_context context;
    cmsis_nn_dw_conv_params params;
    cmsis_nn_per_channel_quant_params quant;
    cmsis_nn_dims input;
    cmsis_nn_dims filter;
    cmsis_nn_dims bias;
    cmsis_nn_dims output;
} depthwise_layer;

static depthwise_layer layer_of(const pl_depthwise_conv2d_s8_params *p, void *const *args) {
    return (depthwise_layer){
        .context = {.buf = args[PL_DEPTHWISE_CONV2D_S8_SCRATCH], .size = (int32_t)p->scratch_bytes},
        .params =
            {
                .input_offset = p->input_offset,
                .output_offset = p->output_offset,
                .ch_mult = p->channel_multiplier,
                .stride = {.w = p->stride_w, .h = p->stride_h},
                .padding = {.w = p->pad_w, .h = p->pad_h},
                .dilation = {.w = p->dilation_w, .h = p->dilation_h},
                .activation = {.min = p->activation_min, .max = p->activation_max},
            },
        .quant = {.multiplier = args[PL_DEPTHWISE_CONV2D_S8_MULTIPLIER],
                  .shift = args[PL_DEPTHWISE_CONV2D_S8_SHIFT]},
        .input = {.n = p->batch, .h = p->in_h, .w = p->in_w, .c = p->in_c},
        .filter = {.n = 1, .h = p->kernel_h, .w = p->kernel_w, .c = p->out_c},
        .bias = {.n = 1, .h = 1, .w = 1, .c = p->out_c},
        .output = {.n = p->batch, .h = p->out_h, .w = p->out_w, .c = p->out_c},
    };
}

int pl_depthwise_conv2d_s8(const void *params, void *const *args) {
    const depthwise_layer l = layer_of(params, args);
    const arm_cmsis_nn_status status = arm_depthwise_conv_s8(
        &l.context, &l.params, &l.quant, &l.input, args[PL_DEPTHWISE_CONV2D_S8_INPUT], &l.filter,
        args[PL_DEPTHWISE_CONV2D_S8_FILTER], &l.bias, args[PL_DEPTHWISE_CONV2D_S8_BIAS], &l.output,
        args[PL_DEPTHWISE_CONV2D_S8_OUTPUT]);
    return status == ARM_CMSIS_NN_SUCCESS ? PL_OK : PL_ERR_KERNEL;
}

// What both special kernels rely on.
static bool is_plain(const pl_depthwise_conv2d_s8_params *p) {
    return p->channel_multiplier == 1 && p->batch == 1 && p->dilation_h == 1 && p->dilation_w == 1;
}

int pl_depthwise_conv2d_s8_opt(const void *params, void *const *args) {
    const depthwise_layer l = layer_of(params, args);
    if (!is_plain(params) ||
        l.context.size < arm_depthwise_conv_s8_opt_get_buffer_size(&l.input, &l.filter)) {
        return PL_ERR_KERNEL;
    }
    const arm_cmsis_nn_status status = arm_depthwise_conv_s8_opt(
        &l.context, &l.params, &l.quant, &l.input, args[PL_DEPTHWISE_CONV2D_S8_INPUT], &l.filter,
        args[PL_DEPTHWISE_CONV2D_S8_FILTER], &l.bias, args[PL_DEPTHWISE_CONV2D_S8_BIAS], &l.output,
        args[PL_DEPTHWISE_CONV2D_S8_OUTPUT]);
    return status == ARM_CMSIS_NN_SUCCESS ? PL_OK : PL_ERR_KERNEL;
}

int pl_depthwise_conv2d_s8_3x3(const void *params, void *const *args) {
    const pl_depthwise_conv2d_s8_params *p = params;
    if (!is_plain(p) || p->kernel_h != 3 || p->kernel_w != 3 || p->pad_h > 1 || p->pad_w > 1) {
        return PL_ERR_KERNEL;
    }
    const depthwise_layer l = layer_of(p, args);
    const arm_cmsis_nn_status status = arm_depthwise_conv_3x3_s8(
        &l.context, &l.params, &l.quant, &l.input, args[PL_DEPTHWISE_CONV2D_S8_INPUT], &l.filter,
        args[PL_DEPTHWISE_CONV2D_S8_FILTER], &l.bias, args[PL_DEPTHWISE_CONV2D_S8_BIAS], &l.output,
        args[PL_DEPTHWISE_CONV2D_S8_OUTPUT]);
    return status == ARM_CMSIS_NN_SUCCESS ? PL_OK : PL_ERR_KERNEL;
}
