// SPDX-License-Identifier: Apache-2.0
// Output pixels whose row and column leave the same remainders when divided by the stride (a phase) take the
// same taps of the kernel: among them it is a convolution with stride 1. For each phase the filter is reduced
// to these taps, once; then it is multiplied by columns of the inputs that lie under them.
#include "arm_nnfunctions.h"
#include "arm_nnsupportfunctions.h"
#include "internal/copy.h"
#include "internal/requantize.h"
#include "internal/scratch.h"
#include "internal/transpose_conv.h"

#include <stddef.h>

/// One channel group of a layer, all arguments checked.
typedef struct {
    const cmsis_nn_transpose_conv_params *params;
    const cmsis_nn_dims *input_dims;
    const cmsis_nn_dims *filter_dims; // c of one group
    const cmsis_nn_dims *output_dims;
    const int8_t *input; // first channel of the group, as all that follow
    const int8_t *filter;
    const int32_t *bias; // NULL: none
    const int32_t *multiplier;
    const int32_t *shift;
    int8_t *output;
    int32_t channels_out; // of the group
    int8_t *columns;
    int8_t *reduced; // room for the filter of a phase
} pl_transpose_group;

/// The taps of the kernel along one dimension that reach output positions first, first + stride, ...: as
/// stride and dilation have no common divisor, these are every stride-th.
typedef struct {
    int32_t first;
    int32_t tap;  // the first of them
    int32_t taps; // how many
    int32_t in;   // input position from which `tap` reaches `first`, perhaps outside of the input
} pl_phase_axis;

/// Output pixels of one phase.
typedef struct {
    pl_phase_axis h;
    pl_phase_axis w;
    int32_t elems;        // of a column
    const int8_t *filter; // with the taps of the phase alone
} pl_phase;

static pl_phase_axis axis_of(int32_t first, int32_t stride, int32_t padding, int32_t dilation, int32_t taps) {
    int32_t tap = 0;
    int32_t distance = first + padding;
    while (distance % stride != 0) {
        distance -= dilation;
        tap++;
    }
    return (pl_phase_axis){first, tap, tap < taps ? pl_phase_taps(taps - tap, stride) : 0, distance / stride};
}

/// Copies the taps of the phase for all filters.
static void reduce_filter(const pl_transpose_group *g, const pl_phase *phase, int8_t *reduced) {
    const cmsis_nn_dims *filter_dims = g->filter_dims;
    const cmsis_nn_tile stride = g->params->stride;
    const int32_t channels = filter_dims->c;
    for (int32_t channel = 0; channel < g->channels_out; channel++) {
        for (int32_t ky = 0; ky < phase->h.taps; ky++) {
            const int32_t row = channel * filter_dims->h + phase->h.tap + ky * stride.h;
            const int8_t *tap = g->filter + (row * filter_dims->w + phase->w.tap) * channels;
            for (int32_t kx = 0; kx < phase->w.taps; kx++) {
                pl_copy_s8(reduced, tap, channels);
                reduced += channels;
                tap += stride.w * channels;
            }
        }
    }
}

/// The inputs under the taps of one output pixel, or zero points. in_y and in_x: where its first tap reads.
static void fill_column(const pl_transpose_group *g, const pl_phase *phase, int32_t in_y, int32_t in_x,
                        int8_t *column) {
    const cmsis_nn_dims *in = g->input_dims;
    const cmsis_nn_tile dilation = g->params->dilation;
    const int32_t channels = g->filter_dims->c;
    const int8_t zero_point = (int8_t)-g->params->input_offset;
    for (int32_t ky = 0; ky < phase->h.taps; ky++) {
        const int32_t y = in_y - ky * dilation.h;
        if (y < 0 || y >= in->h) {
            pl_fill_s8(column, zero_point, phase->w.taps * channels);
            column += phase->w.taps * channels;
            continue;
        }
        int32_t x = in_x;
        for (int32_t kx = 0; kx < phase->w.taps; kx++) {
            if (x >= 0 && x < in->w) {
                pl_copy_s8(column, g->input + (y * in->w + x) * in->c, channels);
            } else {
                pl_fill_s8(column, zero_point, channels);
            }
            column += channels;
            x -= dilation.w;
        }
    }
}

/// An output pixel that no tap reaches.
static void store_bias(const pl_transpose_group *g, int8_t *output) {
    for (int32_t channel = 0; channel < g->channels_out; channel++) {
        output[channel] = pl_requantize_s8(g->bias != NULL ? g->bias[channel] : 0, g->multiplier[channel],
                                           g->shift[channel], g->params->output_offset,
                                           g->params->activation.min, g->params->activation.max);
    }
}

/// `count` pixels of an output row, stride.w apart, whose first taps read from in_x on in row in_y.
static arm_cmsis_nn_status compute_pixels(const pl_transpose_group *g, const pl_phase *phase, int32_t in_y,
                                          int32_t in_x, int32_t count, int8_t *output) {
    const cmsis_nn_transpose_conv_params *params = g->params;
    const int32_t step = params->stride.w * g->output_dims->c;
    if (phase->elems == 0) {
        for (int32_t i = 0; i < count; i++) {
            store_bias(g, output + i * step);
        }
        return ARM_CMSIS_NN_SUCCESS;
    }
    for (int32_t i = 0; i < count; i++) {
        fill_column(g, phase, in_y, in_x + i, g->columns + i * phase->elems);
    }
    return arm_nn_mat_mult_nt_t_s8(g->columns, phase->filter, g->bias, output, g->multiplier, g->shift, count,
                                   g->channels_out, phase->elems, params->input_offset, params->output_offset,
                                   params->activation.min, params->activation.max, step, phase->elems);
}

static arm_cmsis_nn_status compute_phase(const pl_transpose_group *g, const pl_phase *phase) {
    const cmsis_nn_tile stride = g->params->stride;
    const cmsis_nn_dims *out = g->output_dims;
    arm_cmsis_nn_status status = ARM_CMSIS_NN_SUCCESS;
    int32_t in_y = phase->h.in;
    for (int32_t y = phase->h.first; y < out->h; y += stride.h) {
        int8_t *output = g->output + (y * out->w + phase->w.first) * out->c;
        int32_t in_x = phase->w.in;
        int32_t count;
        for (int32_t left = pl_phase_taps(out->w - phase->w.first, stride.w); left > 0; left -= count) {
            count = MIN(left, PL_TRANSPOSE_CONV_COLUMNS);
            status = compute_pixels(g, phase, in_y, in_x, count, output);
            if (status != ARM_CMSIS_NN_SUCCESS) {
                return status;
            }
            in_x += count;
            output += count * stride.w * out->c;
        }
        in_y++;
    }
    return status;
}

/// All pixels of all batches that are of the phase of output pixel (y, x).
static arm_cmsis_nn_status compute_batches(pl_transpose_group group, int32_t y, int32_t x) {
    const cmsis_nn_transpose_conv_params *params = group.params;
    const cmsis_nn_dims *in = group.input_dims, *filter = group.filter_dims, *out = group.output_dims;
    pl_phase phase = {
        .h = axis_of(y, params->stride.h, params->padding.h, params->dilation.h, filter->h),
        .w = axis_of(x, params->stride.w, params->padding.w, params->dilation.w, filter->w),
        .filter = group.filter,
    };
    phase.elems = phase.h.taps * phase.w.taps * filter->c;
    if (params->stride.h > 1 || params->stride.w > 1) {
        reduce_filter(&group, &phase, group.reduced);
        phase.filter = group.reduced;
    }
    arm_cmsis_nn_status status = ARM_CMSIS_NN_SUCCESS;
    for (int32_t batch = 0; batch < in->n && status == ARM_CMSIS_NN_SUCCESS; batch++) {
        status = compute_phase(&group, &phase);
        group.input += in->h * in->w * in->c;
        group.output += out->h * out->w * out->c;
    }
    return status;
}

static arm_cmsis_nn_status compute_group(const pl_transpose_group *group) {
    const int32_t phases_h = MIN(group->params->stride.h, group->output_dims->h);
    const int32_t phases_w = MIN(group->params->stride.w, group->output_dims->w);
    arm_cmsis_nn_status status = ARM_CMSIS_NN_SUCCESS;
    for (int32_t y = 0; y < phases_h; y++) {
        for (int32_t x = 0; x < phases_w && status == ARM_CMSIS_NN_SUCCESS; x++) {
            status = compute_batches(*group, y, x);
        }
    }
    return status;
}

static bool is_positive(const cmsis_nn_dims *dims) {
    return dims->h > 0 && dims->w > 0 && dims->c > 0;
}

/// Whether 1 is the only divisor that both (> 0) have.
static bool are_coprime(int32_t a, int32_t b) {
    while (b != 0) {
        const int32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a == 1;
}

static bool arguments_are_valid(const cmsis_nn_transpose_conv_params *params, const cmsis_nn_dims *input_dims,
                                const cmsis_nn_dims *filter_dims, const cmsis_nn_dims *output_dims) {
    return is_positive(input_dims) && is_positive(filter_dims) && is_positive(output_dims) &&
           input_dims->c % filter_dims->c == 0 && output_dims->c % (input_dims->c / filter_dims->c) == 0 &&
           params->stride.w > 0 && params->stride.h > 0 && params->dilation.w > 0 && params->dilation.h > 0 &&
           are_coprime(params->stride.w, params->dilation.w) &&
           are_coprime(params->stride.h, params->dilation.h) && params->input_offset >= -127 &&
           params->input_offset <= 128; // a missing pixel is an int8 zero point
}

arm_cmsis_nn_status arm_transpose_conv_s8(const cmsis_nn_context *ctx, const cmsis_nn_context *output_ctx,
                                          const cmsis_nn_transpose_conv_params *transpose_conv_params,
                                          const cmsis_nn_per_channel_quant_params *quant_params,
                                          const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                          const cmsis_nn_dims *filter_dims, const int8_t *filter_data,
                                          const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                          const cmsis_nn_dims *output_dims, int8_t *output_data) {
    (void)output_ctx;
    (void)bias_dims;
    if (!arguments_are_valid(transpose_conv_params, input_dims, filter_dims, output_dims) ||
        !pl_scratch_is_enough(ctx, arm_transpose_conv_s8_get_buffer_size(transpose_conv_params, input_dims,
                                                                         filter_dims, output_dims))) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const int32_t groups = input_dims->c / filter_dims->c;
    const int32_t phase_elems = pl_phase_elems(&transpose_conv_params->stride, filter_dims);
    pl_transpose_group group = {
        .params = transpose_conv_params,
        .input_dims = input_dims,
        .filter_dims = filter_dims,
        .output_dims = output_dims,
        .input = input_data,
        .filter = filter_data,
        .bias = bias_data,
        .multiplier = quant_params->multiplier,
        .shift = quant_params->shift,
        .output = output_data,
        .channels_out = output_dims->c / groups,
        .columns = ctx->buf,
        .reduced = (int8_t *)ctx->buf + PL_TRANSPOSE_CONV_COLUMNS * phase_elems,
    };
    arm_cmsis_nn_status status = ARM_CMSIS_NN_SUCCESS;
    for (int32_t i = 0; i < groups && status == ARM_CMSIS_NN_SUCCESS; i++) {
        status = compute_group(&group);
        group.input += filter_dims->c;
        group.filter += group.channels_out * filter_dims->h * filter_dims->w * filter_dims->c;
        group.bias = group.bias != NULL ? group.bias + group.channels_out : NULL;
        group.multiplier += group.channels_out;
        group.shift += group.channels_out;
        group.output += group.channels_out;
    }
    return status;
}
