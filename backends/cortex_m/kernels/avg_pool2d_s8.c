// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "operators.h"
#include "window.h"

// Elements of a window: the sum of as many differences of int8 values is an int32.
enum { MAX_WINDOW = 1 << 23 };

static pl_axis rows_of(const pl_avg_pool2d_s8_params *p) {
    return (pl_axis){p->in_h, p->out_h, p->kernel_h, p->stride_h, p->pad_h, 1};
}

static pl_axis columns_of(const pl_avg_pool2d_s8_params *p) {
    return (pl_axis){p->in_w, p->out_w, p->kernel_w, p->stride_w, p->pad_w, 1};
}

int pl_avg_pool2d_s8_check(const void *params) {
    const pl_avg_pool2d_s8_params *p = params;
    const bool is_sound = pl_is_input_offset(p->input_offset) &&
                          pl_window_is_indexable(rows_of(p), columns_of(p), p->batch, p->channels);
    return is_sound ? PL_OK : PL_ERR_CORRUPT;
}

// Whether each window has an element of the input, and not more than can be summed.
static bool windows_are_sound(const pl_avg_pool2d_s8_params *p) {
    return pl_axis_sees_input(rows_of(p)) && pl_axis_sees_input(columns_of(p)) &&
           (uint32_t)p->kernel_h * p->kernel_w <= MAX_WINDOW;
}

int pl_avg_pool2d_s8(const void *params, void *const *args) {
    const pl_avg_pool2d_s8_params *p = params;
    const cmsis_nn_context context = {.buf = args[PL_AVG_POOL2D_S8_SCRATCH],
                                      .size = (int32_t)p->scratch_bytes};
    if (!windows_are_sound(p) || context.size < arm_avgpool_s8_get_buffer_size(p->out_w, p->channels)) {
        return PL_ERR_KERNEL;
    }
    const cmsis_nn_pool_params pool_params = {
        .stride = {.w = p->stride_w, .h = p->stride_h},
        .padding = {.w = p->pad_w, .h = p->pad_h},
        .activation = {.min = INT8_MIN, .max = INT8_MAX},
    };
    const cmsis_nn_dims input = {.n = p->batch, .h = p->in_h, .w = p->in_w, .c = p->channels};
    const cmsis_nn_dims filter = {.n = 1, .h = p->kernel_h, .w = p->kernel_w, .c = 1};
    const cmsis_nn_dims output = {.n = p->batch, .h = p->out_h, .w = p->out_w, .c = p->channels};
    const arm_cmsis_nn_status status =
        arm_avgpool_s8(&context, &pool_params, &input, args[PL_AVG_POOL2D_S8_INPUT], &filter, &output,
                       args[PL_AVG_POOL2D_S8_OUTPUT]);
    return status == ARM_CMSIS_NN_SUCCESS ? PL_OK : PL_ERR_KERNEL;
}

// Part of a dimension that a window covers.
typedef struct {
    int32_t begin; // in the input
    int32_t end;
    int32_t positions; // in the padded input
} span;

// `sum` / `divisor` to nearest, halves away from zero, plus the zero point, saturated.
static int8_t mean_of(int32_t sum, uint32_t divisor, int32_t input_offset) {
    const uint32_t magnitude = sum < 0 ? 0u - (uint32_t)sum : (uint32_t)sum;
    const int32_t rounded = (int32_t)((magnitude + divisor / 2) / divisor);
    const int32_t mean = (sum < 0 ? -rounded : rounded) - input_offset;
    return (int8_t)(mean < INT8_MIN ? INT8_MIN : mean > INT8_MAX ? INT8_MAX : mean);
}

enum { LANES = 16 };

// One pixel of the output: the channels, LANES at a time, of the input's rows and columns.
static void average(const pl_avg_pool2d_s8_params *p, const int8_t *image, span rows, span columns,
                    uint32_t divisor, int8_t *out) {
    for (int32_t first = 0; first < p->channels; first += LANES) {
        const int32_t lanes = p->channels - first < LANES ? p->channels - first : LANES;
        int32_t sums[LANES] = {0};
        for (int32_t y = rows.begin; y < rows.end; y++) {
            for (int32_t x = columns.begin; x < columns.end; x++) {
                const int8_t *in = image + (y * p->in_w + x) * p->channels + first;
                for (int32_t lane = 0; lane < lanes; lane++) {
                    sums[lane] += in[lane] + p->input_offset;
                }
            }
        }
        for (int32_t lane = 0; lane < lanes; lane++) {
            out[first + lane] = mean_of(sums[lane], divisor, p->input_offset);
        }
    }
}

typedef span (*span_fn)(pl_axis axis, int32_t index);

// The output of all pixels, with the windows that `window` gives, and the divisor of the parameters or their
// sizes.
static void average_all(const pl_avg_pool2d_s8_params *p, void *const *args, span_fn window,
                        uint32_t divisor) {
    const int8_t *image = args[PL_AVG_POOL2D_S8_INPUT];
    int8_t *out = args[PL_AVG_POOL2D_S8_OUTPUT];
    for (uint32_t n = 0; n < p->batch; n++) {
        for (int32_t y = 0; y < p->out_h; y++) {
            const span rows = window(rows_of(p), y);
            for (int32_t x = 0; x < p->out_w; x++) {
                const span columns = window(columns_of(p), x);
                const uint32_t size = (uint32_t)rows.positions * (uint32_t)columns.positions;
                average(p, image, rows, columns, divisor != 0 ? divisor : size, out);
                out += p->channels;
            }
        }
        image += (uint32_t)p->in_h * p->in_w * p->channels;
    }
}

// The window slides; it ends with the padding.
static span sliding(pl_axis axis, int32_t index) {
    const int32_t begin = index * axis.stride - axis.pad;
    const int32_t padded_end =
        begin + axis.kernel < axis.in + axis.pad ? begin + axis.kernel : axis.in + axis.pad;
    return (span){
        .begin = begin > 0 ? begin : 0,
        .end = padded_end < axis.in ? padded_end : axis.in,
        .positions = padded_end - begin,
    };
}

int pl_avg_pool2d_s8_padded(const void *params, void *const *args) {
    const pl_avg_pool2d_s8_params *p = params;
    if (!windows_are_sound(p)) {
        return PL_ERR_KERNEL;
    }
    average_all(p, args, sliding, p->divisor);
    return PL_OK;
}

// Window `index` of axis.out that together cover the input evenly.
static span even(pl_axis axis, int32_t index) {
    const uint32_t begin = (uint32_t)index * axis.in / axis.out;
    const uint32_t end = (((uint32_t)index + 1) * axis.in + axis.out - 1) / axis.out;
    return (span){.begin = (int32_t)begin, .end = (int32_t)end, .positions = (int32_t)(end - begin)};
}

int pl_avg_pool2d_s8_adaptive(const void *params, void *const *args) {
    const pl_avg_pool2d_s8_params *p = params;
    if ((uint32_t)p->in_h * p->in_w > MAX_WINDOW) {
        return PL_ERR_KERNEL;
    }
    average_all(p, args, even, 0);
    return PL_OK;
}
