// SPDX-License-Identifier: Apache-2.0
//
// Depthwise convolution over planes: a band of rows of four channels, each channel's pixels in pairs of
// int16, so that one SMLAD multiplies two taps. Bands follow each other from top to bottom, each with all of
// its channels.
#include "tier.h"

#if PL_BUILDS_DSP

#include "depthwise_rows_dsp.h"
#include "operators.h"
#include "window.h"

static uint32_t pairs_of(const pl_depthwise_conv2d_s8_dsp_params *p) {
    return p->stride_w == 1 ? (p->out_w + 1u) / 2 + 1 : p->out_w + 1u;
}

int pl_depthwise_conv2d_s8_dsp_check(const void *params) {
    const pl_depthwise_conv2d_s8_dsp_params *p = params;
    const pl_axis y = {p->in_h, p->out_h, p->kernel_h, p->stride_h, p->pad_h, p->dilation_h};
    const pl_axis x = {p->in_w, p->out_w, p->kernel_w, p->stride_w, p->pad_w, p->dilation_w};
    if (p->out_c != p->in_c || p->channel_multiplier != 1 || p->in_c < PL_BAND_LANES ||
        !pl_is_input_offset(p->input_offset) || !pl_window_is_indexable(y, x, p->batch, p->in_c) ||
        p->constant_words != (uint32_t)PL_BAND_CHANNEL_WORDS * p->out_c) {
        return PL_ERR_CORRUPT;
    }
    return PL_OK;
}

// Two pixels of four channels each, widened to the four words of a pair.
static inline void store_pair(int32_t *to, int32_t left, int32_t right) {
    const int32_t left_even = pl_sxtb16(left), left_odd = pl_sxtb16_ror8(left);
    const int32_t right_even = pl_sxtb16(right), right_odd = pl_sxtb16_ror8(right);
    to[0] = pl_pkhbt(left_even, right_even);
    to[1] = pl_pkhbt(left_odd, right_odd);
    to[2] = pl_pkhtb(right_even, left_even);
    to[3] = pl_pkhtb(right_odd, left_odd);
}

// How the pixels of a row fill the pairs of a band.
typedef struct {
    uint32_t pairs;
    int32_t padding;      // a zero point in each byte
    int32_t *first;       // pair with a pixel, in the first row
    bool starts_odd;      // whether that pair starts with padding
    uint32_t whole_pairs; // that follow
    bool ends_odd;        // whether a pair with one pixel follows these
    uint32_t step;        // bytes from pixel to pixel
} band_row;

static band_row band_row_of(const pl_depthwise_conv2d_s8_dsp_params *p, int32_t *band) {
    const uint32_t pairs = pairs_of(p);
    const uint32_t behind =
        2 * pairs > p->pad_w ? 2 * pairs - p->pad_w : 0; // elements that are not left padding
    const uint32_t pixels = behind < p->in_w ? behind : p->in_w;
    const bool starts_odd = p->pad_w % 2 != 0 && pixels != 0;
    return (band_row){
        .pairs = pairs,
        .padding = (int32_t)(0x01010101u * (uint8_t)-p->input_offset),
        .first = band + p->pad_w / 2 * PL_BAND_PAIR,
        .starts_odd = starts_odd,
        .whole_pairs = (pixels - starts_odd) / 2,
        .ends_odd = (pixels - starts_odd) % 2 != 0,
        .step = p->in_c,
    };
}

// Fills row `row` of the band with padding.
static void pad_row(const band_row *r, int32_t *row) {
    for (uint32_t i = 0; i < r->pairs; i++, row += PL_BAND_PAIR) {
        store_pair(row, r->padding, r->padding);
    }
}

// Fills the pairs of a row that have pixels; `pixel` is four channels of the first one.
static void widen_row(const band_row *r, const int8_t *pixel, int32_t *to) {
    if (r->starts_odd) {
        store_pair(to, r->padding, pl_load_s8x4(pixel));
        pixel += r->step;
        to += PL_BAND_PAIR;
    }
    for (const int32_t *end = to + r->whole_pairs * PL_BAND_PAIR; to < end; to += PL_BAND_PAIR) {
        store_pair(to, pl_load_s8x4(pixel), pl_load_s8x4(pixel + r->step));
        pixel += 2 * r->step;
    }
    if (r->ends_odd) {
        store_pair(to, pl_load_s8x4(pixel), r->padding);
    }
}

// `rows` rows of outputs, from the row `y` of an image on.
static void convolve_band(const pl_depthwise_conv2d_s8_dsp_params *p, void *const *args,
                          const band_row *layout, const int8_t *image, int32_t y, uint32_t rows,
                          int8_t *out) {
    int32_t *band = args[PL_DEPTHWISE_CONV2D_S8_DSP_SCRATCH];
    const int32_t *constants = args[PL_DEPTHWISE_CONV2D_S8_DSP_CONSTANTS];
    const int32_t first = y * p->stride_h - p->pad_h;
    const int32_t needed = ((int32_t)rows - 1) * p->stride_h + PL_BAND_TAPS;
    const int32_t begin = first < 0 ? -first : 0; // of the rows that are not padding
    const int32_t end = needed < p->in_h - first ? needed : p->in_h - first;
    for (int32_t i = 0; i < needed; i++) {
        if (i < begin || i >= end) {
            pad_row(layout, band + i * PL_BAND_ROW);
        }
    }
    for (int32_t c = 0; c < p->in_c; c += PL_BAND_LANES) {
        // The last four channels, some of them once more, where they are no multiple of four.
        const int32_t channel = c + PL_BAND_LANES > p->in_c ? p->in_c - PL_BAND_LANES : c;
        for (int32_t i = begin; i < end; i++) {
            widen_row(layout, image + (first + i) * p->in_w * p->in_c + channel,
                      layout->first + i * PL_BAND_ROW);
        }
        pl_band_rows job = {
            .band = band,
            .band_step = p->stride_h * PL_BAND_ROW * (uint32_t)sizeof *band,
            .out = out + channel,
            .pixel_step = p->out_c,
            .width = p->out_w,
            .rows = rows,
            .offset = 2 * p->output_offset + 1,
            .words = constants + channel * PL_BAND_CHANNEL_WORDS,
            .lanes = PL_BAND_LANES,
        };
        if (p->stride_w == 1) {
            pl_depthwise_rows_stride_1_dsp(&job);
        } else {
            pl_depthwise_rows_stride_2_dsp(&job);
        }
    }
    pl_clamp_outputs(out, rows * p->out_w * p->out_c, p->activation_min, p->activation_max);
}

int pl_depthwise_conv2d_s8_dsp_3x3(const void *params, void *const *args) {
    const pl_depthwise_conv2d_s8_dsp_params *p = params;
    if (p->kernel_h != PL_BAND_TAPS || p->kernel_w != PL_BAND_TAPS || p->dilation_h != 1 ||
        p->dilation_w != 1 || p->stride_h > 2 || p->stride_w > 2 ||
        p->scratch_bytes / (sizeof(int32_t) * PL_BAND_PAIR) < pairs_of(p)) {
        return PL_ERR_KERNEL;
    }
    int32_t *band = args[PL_DEPTHWISE_CONV2D_S8_DSP_SCRATCH];
    const band_row layout = band_row_of(p, band);
    const uint32_t band_rows = (PL_BAND_ROWS - PL_BAND_TAPS) / p->stride_h + 1u;
    const int8_t *image = args[PL_DEPTHWISE_CONV2D_S8_DSP_INPUT];
    int8_t *out = args[PL_DEPTHWISE_CONV2D_S8_DSP_OUTPUT];
    for (uint32_t n = 0; n < p->batch; n++) {
        for (int32_t i = 0; i < PL_BAND_ROWS; i++) { // padding beside the image stays
            pad_row(&layout, band + i * PL_BAND_ROW);
        }
        for (uint32_t y = 0; y < p->out_h; y += band_rows) {
            const uint32_t rows = p->out_h - y < band_rows ? p->out_h - y : band_rows;
            convolve_band(p, args, &layout, image, (int32_t)y, rows, out);
            out += rows * p->out_w * p->out_c;
        }
        image += p->in_h * p->in_w * p->in_c;
    }
    return PL_OK;
}

#endif
