// SPDX-License-Identifier: Apache-2.0
// Eight output channels at a time; the sums of even and odd ones are two vectors.
#include "internal/depthwise_s16.h"
#include "internal/requantize_s16_mve.h"

enum { LANES = 8 };

/// Where the lanes' inputs are.
typedef enum {
    DENSE,  // eight lanes with an input channel each
    RAGGED, // fewer lanes with an input channel each
    SHARED, // lanes that share input channels
} lane_inputs;

/// Up to eight neighbouring output channels.
typedef struct {
    const pl_depthwise_s16_layer *layer;
    pl_depthwise_s16_steps steps;
    int32_t channel;
    mve_pred16_t lanes; // the channels that exist
    lane_inputs inputs;
    uint16x8_t input_places; // of the lanes' input channels after that of the first
    int32x4_t multiplier[2]; // of even and of odd channels; reduced
    int32x4_t shift[2];
    int32x4_t bias[2];
    bool is_narrow; // 32 bits hold each sum with its bias
} channel_block;

typedef struct {
    int32x4_t even;
    int32x4_t odd;
} pair;

static inline pair multiply_add(pair sums, int16x8_t x, int16x8_t w) {
    return (pair){vaddq_s32(sums.even, vmullbq_int_s16(x, w)), vaddq_s32(sums.odd, vmulltq_int_s16(x, w))};
}

static inline int16x8_t load_inputs(const channel_block *b, const int16_t *x, lane_inputs inputs) {
    switch (inputs) {
    case DENSE:
        return vldrhq_s16(x);
    case RAGGED:
        return vldrhq_z_s16(x, b->lanes);
    default:
        return vldrhq_gather_shifted_offset_z_s16(x, b->input_places, b->lanes);
    }
}

/// Sums of the block's channels. window: of its first output and input channel.
static inline pair sum_window(const channel_block *b, const pl_depthwise_s16_window *window,
                              lane_inputs inputs) {
    const pl_depthwise_s16_steps steps = b->steps;
    const int16_t *input = window->input;
    const int8_t *filter = window->filter;
    pair sums = {vdupq_n_s32(0), vdupq_n_s32(0)};
    for (int32_t row = window->rows; row > 0; row--) {
        const int16_t *x = input;
        const int8_t *w = filter;
        for (int32_t col = window->cols; col > 0; col--) {
            const int16x8_t weights = inputs == DENSE ? vldrbq_s16(w) : vldrbq_z_s16(w, b->lanes);
            sums = multiply_add(sums, load_inputs(b, x, inputs), weights);
            x += steps.input_col;
            w += steps.filter_col;
        }
        input += steps.input_row;
        filter += steps.filter_row;
    }
    return sums;
}

static pair sum_any_window(const channel_block *b, const pl_depthwise_s16_window *window) {
    switch (b->inputs) {
    case DENSE:
        return sum_window(b, window, DENSE);
    case RAGGED:
        return sum_window(b, window, RAGGED);
    default:
        return sum_window(b, window, SHARED);
    }
}

/// Results from sums of more than 32 bits with the bias.
static void store_wide(const channel_block *b, pair sums, int16_t *output) {
    int32_t lanes[2][4];
    vstrwq_s32(lanes[0], sums.even);
    vstrwq_s32(lanes[1], sums.odd);
    const int32_t left = b->layer->shape.output_dims->c - b->channel;
    for (int32_t i = 0; i < LANES && i < left; i++) {
        output[i] = pl_requantize_s16(lanes[i % 2][i / 2], &b->layer->stage, b->channel + i);
    }
}

static void store(const channel_block *b, pair sums, int16_t *output) {
    if (!b->is_narrow) {
        store_wide(b, sums, output);
        return;
    }
    const pl_output_s16 *stage = &b->layer->stage;
    const int32x4_t even =
        pl_requantize_reduced_mve(vaddq_s32(sums.even, b->bias[0]), b->multiplier[0], b->shift[0]);
    const int32x4_t odd =
        pl_requantize_reduced_mve(vaddq_s32(sums.odd, b->bias[1]), b->multiplier[1], b->shift[1]);
    const int16x8_t low = vdupq_n_s16((int16_t)stage->min), high = vdupq_n_s16((int16_t)stage->max);
    const int16x8_t value = vqmovntq_s32(vqmovnbq_s32(low, even), odd);
    vstrhq_p_s16(output, vminq_s16(vmaxq_s16(value, low), high), b->lanes);
}

static void compute_line(const void *block, const pl_depthwise_line *line) {
    const channel_block *b = block;
    const pl_depthwise *shape = &b->layer->shape;
    const int32_t channels = shape->output_dims->c;
    const int32_t input_channel = b->channel / shape->params->ch_mult;
    int16_t *output = b->layer->output + line->output_pixel * channels + b->channel;
    for (int32_t x = 0; x < shape->output_dims->w; x++) {
        pl_depthwise_s16_window window = pl_depthwise_s16_window_of(b->layer, &b->steps, line, x);
        window.input += input_channel;
        window.filter += b->channel;
        store(b, sum_any_window(b, &window), output);
        output += channels;
    }
}

/// The bias in 32 bits; false where it leaves no room for the sum.
static bool narrow_bias(const pl_depthwise_s16_layer *layer, int32_t channel, int32_t *bias) {
    const int64_t wide = pl_add_bias_s16(0, &layer->stage, channel);
    const int32_t taps = layer->shape.filter_dims->h * layer->shape.filter_dims->w;
    const int64_t room = INT32_MAX - (int64_t)taps * 32768 * 128;
    *bias = (int32_t)wide;
    return wide >= -room && wide <= room;
}

static channel_block block_of(const pl_depthwise_s16_layer *layer, int32_t channel) {
    const pl_output_s16 *stage = &layer->stage;
    const int32_t ch_mult = layer->shape.params->ch_mult;
    const int32_t left = layer->shape.output_dims->c - channel;
    channel_block block = {
        .layer = layer,
        .steps = pl_depthwise_s16_steps_of(layer),
        .channel = channel,
        .lanes = vctp16q((uint32_t)left),
        .inputs = ch_mult == 1 ? (left < LANES ? RAGGED : DENSE) : SHARED,
        .is_narrow = true,
    };
    uint16_t places[LANES] = {0};
    int32_t multiplier[2][4] = {{0}}, shift[2][4] = {{0}}, bias[2][4] = {{0}};
    for (int32_t i = 0; i < LANES && i < left; i++) {
        places[i] = (uint16_t)((channel + i) / ch_mult - channel / ch_mult);
        multiplier[i % 2][i / 2] = pl_reduced_multiplier(stage->multiplier[channel + i]);
        shift[i % 2][i / 2] = stage->shift[channel + i];
        block.is_narrow = narrow_bias(layer, channel + i, &bias[i % 2][i / 2]) && block.is_narrow;
    }
    block.input_places = vldrhq_u16(places);
    for (int32_t odd = 0; odd < 2; odd++) {
        block.multiplier[odd] = vldrwq_s32(multiplier[odd]);
        block.shift[odd] = vldrwq_s32(shift[odd]);
        block.bias[odd] = vldrwq_s32(bias[odd]);
    }
    return block;
}

void pl_depthwise_s16(const pl_depthwise_s16_layer *layer) {
    for (int32_t channel = 0; channel < layer->shape.output_dims->c; channel += LANES) {
        const channel_block block = block_of(layer, channel);
        pl_depthwise_walk(&layer->shape, compute_line, &block);
    }
}
