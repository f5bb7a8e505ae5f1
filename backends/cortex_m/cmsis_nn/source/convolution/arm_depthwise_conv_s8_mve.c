// SPDX-License-Identifier: Apache-2.0
// Four output channels at a time: any kernel, stride, dilation and ch_mult, without scratch memory.
#include "internal/depthwise.h"
#include "internal/requantize_mve.h"

#include <stddef.h>

enum {
    LANES = 4,
    PIXELS = 16, // requantized together
};

/// Steps from tap to tap, in elements.
typedef struct {
    int32_t input_col;
    int32_t input_row;
    int32_t filter_col;
    int32_t filter_row;
} pl_depthwise_steps;

/// Up to four neighbouring output channels. Where there are fewer, the last one is taken again.
typedef struct {
    const pl_depthwise *layer;
    const int8_t *input;      // input channel of the first lane in pixel 0
    const int8_t *filter;     // output channel of the first lane in tap 0
    int8_t *output;           // the same in pixel 0
    uint32x4_t input_places;  // of the lanes' input channels after that of the first
    uint32x4_t filter_places; // of the lanes' weights after that of the first
    int32x4_t bias;
    pl_output_lanes lanes;
    pl_depthwise_steps steps;
    bool is_adjacent; // four lanes with an input channel each
} pl_depthwise_block;

/// The part of the input under the kernel.
typedef struct {
    const int8_t *input;
    const int8_t *filter;
    int32_t rows;
    int32_t cols;
} pl_depthwise_window;

/// Accumulators of four neighbouring output pixels.
typedef struct {
    int32x4_t pixel0;
    int32x4_t pixel1;
    int32x4_t pixel2;
    int32x4_t pixel3;
} pl_depthwise_acc;

/// acc + sum over the taps of a kernel row of input * weight; the pixels' inputs start input_step apart, the
/// lanes lie next to one another.
static inline pl_depthwise_acc add_row_of_4(pl_depthwise_acc acc, const int8_t *input, int32_t input_step,
                                            const int8_t *filter, int32_t cols,
                                            const pl_depthwise_steps *steps) {
    const int8_t *x0 = input, *x1 = x0 + input_step, *x2 = x1 + input_step, *x3 = x2 + input_step;
    const int32_t input_col = steps->input_col, filter_col = steps->filter_col;
    register int32_t count __asm__("lr") = cols;
    __asm__ volatile("dls %[count], %[count]\n"
                     "1:\n"
                     "vldrb.s32 q0, [%[filter]]\n"
                     "vldrb.s32 q1, [%[x0]]\n"
                     "add %[x0], %[x0], %[input_col]\n"
                     "vmul.i32 q2, q1, q0\n"
                     "vldrb.s32 q1, [%[x1]]\n"
                     "vadd.i32 %q[pixel0], %q[pixel0], q2\n"
                     "add %[x1], %[x1], %[input_col]\n"
                     "vmul.i32 q2, q1, q0\n"
                     "vldrb.s32 q1, [%[x2]]\n"
                     "vadd.i32 %q[pixel1], %q[pixel1], q2\n"
                     "add %[x2], %[x2], %[input_col]\n"
                     "vmul.i32 q2, q1, q0\n"
                     "vldrb.s32 q1, [%[x3]]\n"
                     "vadd.i32 %q[pixel2], %q[pixel2], q2\n"
                     "add %[x3], %[x3], %[input_col]\n"
                     "vmul.i32 q2, q1, q0\n"
                     "add %[filter], %[filter], %[filter_col]\n"
                     "vadd.i32 %q[pixel3], %q[pixel3], q2\n"
                     "le %[count], 1b\n"
                     : [count] "+r"(count), [pixel0] "+w"(acc.pixel0), [pixel1] "+w"(acc.pixel1),
                       [pixel2] "+w"(acc.pixel2), [pixel3] "+w"(acc.pixel3), [x0] "+&l"(x0), [x1] "+&l"(x1),
                       [x2] "+&l"(x2), [x3] "+&l"(x3), [filter] "+&l"(filter)
                     : [input_col] "r"(input_col), [filter_col] "r"(filter_col)
                     : "q0", "q1", "q2", "cc", "memory");
    return acc;
}

/// Accumulators of four neighbouring output pixels that have all columns of the kernel over the input. base:
/// what does not depend on the input.
static inline void add_4_windows(const pl_depthwise_block *b, const pl_depthwise_window *window,
                                 int32x4_t base, int32_t *out) {
    const int32_t input_step = b->layer->params->stride.w * b->layer->input_dims->c;
    const int8_t *input = window->input;
    const int8_t *filter = window->filter;
    pl_depthwise_acc acc = {base, base, base, base};
    for (int32_t row = window->rows; row > 0; row--) {
        acc = add_row_of_4(acc, input, input_step, filter, window->cols, &b->steps);
        input += b->steps.input_row;
        filter += b->steps.filter_row;
    }
    vstrwq_s32(out, acc.pixel0);
    vstrwq_s32(out + 4, acc.pixel1);
    vstrwq_s32(out + 8, acc.pixel2);
    vstrwq_s32(out + 12, acc.pixel3);
}

/// Accumulators of one output pixel.
static int32x4_t add_window(const pl_depthwise_block *b, const pl_depthwise_window *window) {
    const int32_t offset = b->layer->params->input_offset;
    int32x4_t acc = b->bias;
    for (int32_t row = 0; row < window->rows; row++) {
        const int8_t *input = window->input + row * b->steps.input_row;
        const int8_t *filter = window->filter + row * b->steps.filter_row;
        for (int32_t col = window->cols; col > 0; col--) {
            const int32x4_t value = vaddq_n_s32(vldrbq_gather_offset_s32(input, b->input_places), offset);
            acc = vaddq_s32(acc, vmulq_s32(value, vldrbq_gather_offset_s32(filter, b->filter_places)));
            input += b->steps.input_col;
            filter += b->steps.filter_col;
        }
    }
    return acc;
}

/// bias + input offset * sum of the weights of `rows` kernel rows.
static int32x4_t base_of(const pl_depthwise_block *b, const int8_t *filter, int32_t rows) {
    int32x4_t sum = vdupq_n_s32(0);
    for (int32_t tap = rows * b->layer->filter_dims->w; tap > 0; tap--) {
        sum = vaddq_s32(sum, vldrbq_gather_offset_s32(filter, b->filter_places));
        filter += b->steps.filter_col;
    }
    return vmlaq_n_s32(b->bias, sum, b->layer->params->input_offset);
}

/// Not inlined: the line's vectors and those of the requantization do not fit into the registers together.
__attribute__((noinline)) static void store_pixels(const pl_depthwise_block *b, const int32_t *acc,
                                                   int32_t pixels, int8_t *output) {
    pl_requantize_s8_pixels(acc, pixels, &b->lanes, output, b->layer->output_dims->c);
}

static void compute_line(const void *block, const pl_depthwise_line *line) {
    const pl_depthwise_block *const b = block;
    const pl_depthwise *layer = b->layer;
    const cmsis_nn_dw_conv_params *params = layer->params;
    const int32_t input_channels = layer->input_dims->c;
    const int32_t output_channels = layer->output_dims->c;
    const int32_t stride = params->stride.w;
    const int32_t kernel_w = layer->filter_dims->w;
    const int32_t input_w = layer->input_dims->w;
    const int32_t reach = 3 * stride + (kernel_w - 1) * params->dilation.w; // of four output pixels
    const int8_t *const input = b->input + line->input_pixel * input_channels;
    const int8_t *const filter = b->filter + line->row * b->steps.filter_row;
    const int32x4_t base = base_of(b, filter, line->rows);
    int8_t *output = b->output + line->output_pixel * output_channels;
    int32_t origin = -params->padding.w;
    int32_t acc[PIXELS][LANES];
    int32_t pixels = 0;
    for (int32_t left = layer->output_dims->w; left > 0;) {
        pl_depthwise_window window = {input + origin * input_channels, filter, line->rows, kernel_w};
        int32_t step = 4;
        if (b->is_adjacent && left >= 4 && origin >= 0 && origin + reach < input_w) {
            add_4_windows(b, &window, base, acc[pixels]);
        } else {
            const pl_taps taps = pl_taps_inside(origin, kernel_w, params->dilation.w, input_w);
            window.input += taps.begin * b->steps.input_col;
            window.filter += taps.begin * b->steps.filter_col;
            window.cols = taps.end - taps.begin;
            vstrwq_s32(acc[pixels], add_window(b, &window));
            step = 1;
        }
        origin += step * stride;
        left -= step;
        pixels += step;
        if (pixels > PIXELS - 4 || left == 0) {
            store_pixels(b, acc[0], pixels, output);
            output += pixels * output_channels;
            pixels = 0;
        }
    }
}

static pl_depthwise_block block_of(const pl_depthwise *layer, int32_t channel) {
    const cmsis_nn_dw_conv_params *params = layer->params;
    const int32_t input_channels = layer->input_dims->c;
    const int32_t output_channels = layer->output_dims->c;
    const int32_t first = channel / params->ch_mult;
    const mve_pred16_t lanes = vctp32q((uint32_t)(output_channels - channel));
    uint32_t input_places[LANES], filter_places[LANES];
    for (int32_t i = 0; i < LANES; i++) {
        const int32_t lane = channel + i < output_channels ? channel + i : output_channels - 1;
        input_places[i] = (uint32_t)(lane / params->ch_mult - first);
        filter_places[i] = (uint32_t)(lane - channel);
    }
    return (pl_depthwise_block){
        .layer = layer,
        .input = layer->input + first,
        .filter = layer->filter + channel,
        .output = layer->output + channel,
        .input_places = vldrwq_u32(input_places),
        .filter_places = vldrwq_u32(filter_places),
        .bias = layer->bias != NULL ? vldrwq_z_s32(layer->bias + channel, lanes) : vdupq_n_s32(0),
        .lanes =
            {
                .quant = pl_requantize_lanes_of(vldrwq_z_s32(layer->multiplier + channel, lanes),
                                                vldrwq_z_s32(layer->shift + channel, lanes)),
                .channels = lanes,
                .output_offset = params->output_offset,
                .activation_min = params->activation.min,
                .activation_max = params->activation.max,
            },
        .steps =
            {
                .input_col = params->dilation.w * input_channels,
                .input_row = params->dilation.h * layer->input_dims->w * input_channels,
                .filter_col = output_channels,
                .filter_row = layer->filter_dims->w * output_channels,
            },
        .is_adjacent = params->ch_mult == 1 && channel + LANES <= output_channels,
    };
}

void pl_depthwise_s8(const pl_depthwise *layer) {
    for (int32_t channel = 0; channel < layer->output_dims->c; channel += LANES) {
        const pl_depthwise_block block = block_of(layer, channel);
        pl_depthwise_walk(layer, compute_line, &block);
    }
}
