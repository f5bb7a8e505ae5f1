// SPDX-License-Identifier: Apache-2.0
//
// A program for any library with the CMSIS-NN API: runs each layer once on pseudo-random numbers and prints a
// hash of its output: "NETWORK/NAME: HASH", the number in decimal. Exit code: 0, or 1 when a function
// answered an error or wanted more scratch memory than there is.
#include "arm_nnfunctions.h"
#include "board.h"
#include "layers.h"

#include <string.h>

enum {
    MAX_CHANNELS = 640,
    INPUT_ELEMS = 1 << 16,
    WEIGHTS = 1 << 17,
    OUTPUT_ELEMS = 1 << 16,
    SCRATCH_BYTES = 1 << 15
};

static int8_t input[INPUT_ELEMS];
static int8_t other_input[INPUT_ELEMS];
static int8_t weights[WEIGHTS];
static int8_t output[OUTPUT_ELEMS];
static int32_t scratch[SCRATCH_BYTES / 4];
static int32_t bias[MAX_CHANNELS];
static int32_t multiplier[MAX_CHANNELS];
static int32_t shift[MAX_CHANNELS];

static const cmsis_nn_activation whole_range = {-128, 127};

static uint32_t random_state;

/// 24 bits of a linear congruential generator.
static uint32_t next_random(void) {
    random_state = random_state * 1664525u + 1013904223u;
    return random_state >> 8;
}

static void fill(int8_t *values, int32_t count) {
    for (int32_t i = 0; i < count; ++i) {
        values[i] = (int8_t)next_random();
    }
}

static int32_t elems(const cmsis_nn_dims *dims) {
    return dims->n * dims->h * dims->w * dims->c;
}

static int32_t weight_count(const layer *l) {
    const int32_t taps = l->kernel_h * l->kernel_w;
    switch (l->kind) {
    case CONVOLUTION:
        return taps * l->input.c * l->output.c;
    case DEPTHWISE:
        return taps * l->output.c;
    case FULLY_CONNECTED:
        return l->input.c * l->output.c;
    default:
        return 0;
    }
}

/// The order of the numbers is part of what the hashes stand for.
static void fill_all(const layer *l, uint32_t seed) {
    random_state = seed;
    fill(input, elems(&l->input));
    fill(other_input, elems(&l->input));
    fill(weights, weight_count(l));
    for (int32_t c = 0; c < l->output.c; ++c) {
        bias[c] = (int32_t)(next_random() & 0xFFF) - 2048;
        multiplier[c] = 0x40000000 + (int32_t)(next_random() & 0x3FFFFF) * 64;
        shift[c] = -8 - (int32_t)(next_random() & 1);
    }
    memset(output, 0, sizeof output);
}

static int run_convolution(const layer *l) {
    const cmsis_nn_conv_params params = {
        .input_offset = 128,
        .output_offset = -128,
        .stride = {l->stride, l->stride},
        .padding = {.w = l->pad_w, .h = l->pad_h},
        .dilation = {1, 1},
        .activation = whole_range,
    };
    const cmsis_nn_per_channel_quant_params quant = {multiplier, shift};
    const cmsis_nn_dims filter = {l->output.c, l->kernel_h, l->kernel_w, l->input.c};
    const cmsis_nn_dims bias_dims = {1, 1, 1, l->output.c};
    const int32_t bytes = arm_convolve_wrapper_s8_get_buffer_size(&params, &l->input, &filter, &l->output);
    const cmsis_nn_context context = {scratch, bytes};
    return bytes > SCRATCH_BYTES ||
           arm_convolve_wrapper_s8(&context, &params, &quant, &l->input, input, &filter, weights, &bias_dims,
                                   bias, &l->output, output) != ARM_CMSIS_NN_SUCCESS;
}

static int run_depthwise(const layer *l) {
    const cmsis_nn_dw_conv_params params = {
        .input_offset = 128,
        .output_offset = -128,
        .ch_mult = 1,
        .stride = {l->stride, l->stride},
        .padding = {.w = l->pad_w, .h = l->pad_h},
        .dilation = {1, 1},
        .activation = whole_range,
    };
    const cmsis_nn_per_channel_quant_params quant = {multiplier, shift};
    const cmsis_nn_dims filter = {1, l->kernel_h, l->kernel_w, l->output.c};
    const cmsis_nn_dims bias_dims = {1, 1, 1, l->output.c};
    const int32_t bytes =
        arm_depthwise_conv_wrapper_s8_get_buffer_size(&params, &l->input, &filter, &l->output);
    const cmsis_nn_context context = {scratch, bytes};
    return bytes > SCRATCH_BYTES ||
           arm_depthwise_conv_wrapper_s8(&context, &params, &quant, &l->input, input, &filter, weights,
                                         &bias_dims, bias, &l->output, output) != ARM_CMSIS_NN_SUCCESS;
}

static int run_fully_connected(const layer *l) {
    const cmsis_nn_fc_params params = {
        .input_offset = 128, .filter_offset = 0, .output_offset = -128, .activation = whole_range};
    const cmsis_nn_per_tensor_quant_params quant = {multiplier[0], shift[0]};
    const cmsis_nn_dims filter = {l->input.c, 1, 1, l->output.c};
    const cmsis_nn_dims bias_dims = {1, 1, 1, l->output.c};
    const int32_t bytes = arm_fully_connected_s8_get_buffer_size(&filter);
    const cmsis_nn_context context = {scratch, bytes};
    if (bytes > SCRATCH_BYTES) {
        return 1;
    }
    if (bytes > 0 && arm_vector_sum_s8(scratch, filter.n, filter.c, weights, params.input_offset,
                                       params.filter_offset, bias) != ARM_CMSIS_NN_SUCCESS) {
        return 1;
    }
    return arm_fully_connected_s8(&context, &params, &quant, &l->input, input, &filter, weights, &bias_dims,
                                  bias, &l->output, output) != ARM_CMSIS_NN_SUCCESS;
}

static int run_add(const layer *l) {
    const int32_t half = 0x40000000;
    return arm_elementwise_add_s8(input, other_input, 128, half, 0, 128, half, 0, 20, output, -128, half, -18,
                                  whole_range.min, whole_range.max,
                                  elems(&l->output)) != ARM_CMSIS_NN_SUCCESS;
}

static int run_average_pool(const layer *l) {
    const cmsis_nn_pool_params params = {.stride = {l->stride, l->stride}, .activation = whole_range};
    const cmsis_nn_dims filter = {1, l->kernel_h, l->kernel_w, 1};
    const int32_t bytes = arm_avgpool_s8_get_buffer_size(l->output.w, l->input.c);
    const cmsis_nn_context context = {scratch, bytes};
    return bytes > SCRATCH_BYTES || arm_avgpool_s8(&context, &params, &l->input, input, &filter, &l->output,
                                                   output) != ARM_CMSIS_NN_SUCCESS;
}

static int run_softmax(const layer *l) {
    arm_softmax_s8(input, 1, l->input.c, 0x40000000, 24, -248, output);
    return 0;
}

static int run(const layer *l) {
    switch (l->kind) {
    case CONVOLUTION:
        return run_convolution(l);
    case DEPTHWISE:
        return run_depthwise(l);
    case FULLY_CONNECTED:
        return run_fully_connected(l);
    case ADD:
        return run_add(l);
    case AVERAGE_POOL:
        return run_average_pool(l);
    default:
        return run_softmax(l);
    }
}

static uint32_t fnv1a(const int8_t *values, int32_t count) {
    uint32_t hash = 2166136261u;
    for (int32_t i = 0; i < count; ++i) {
        hash = (hash ^ (uint8_t)values[i]) * 16777619u;
    }
    return hash;
}

int main(void) {
    for (unsigned i = 0; i < layer_count; ++i) {
        const layer *l = &layers[i];
        fill_all(l, 777 + i);
        board_print(l->network);
        board_print("/");
        if (run(l) != 0) {
            board_print(l->name);
            board_print(" failed\n");
            return 1;
        }
        board_report_u32(l->name, fnv1a(output, elems(&l->output)));
    }
    return 0;
}
