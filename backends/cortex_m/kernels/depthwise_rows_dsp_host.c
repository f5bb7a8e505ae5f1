// SPDX-License-Identifier: Apache-2.0
//
// The functions of depthwise_rows_dsp.h in portable C.
#include "tier.h"

#if PL_BUILDS_DSP && !defined(__arm__)

#include "depthwise_rows_dsp.h"

// An output whose window starts at the pair of `band`, or with its second pixel when `is_right`.
static int32_t window_sum(const int32_t *words, const int32_t *band, bool is_right) {
    int32_t acc = words[PL_BAND_TAPS];
    for (uint32_t i = 0; i < PL_BAND_TAPS; i++, band += PL_BAND_ROW) {
        const int32_t taps_01 = pl_sxtb16(words[i]), taps_12 = pl_sxtb16_ror8(words[i]);
        const int32_t pixels = band[0], next = band[PL_BAND_PAIR];
        if (is_right) {
            acc = pl_smlad(next, taps_12, pl_smlatb(pixels, taps_01, acc));
        } else {
            acc = pl_smlabt(next, taps_12, pl_smlad(pixels, taps_01, acc));
        }
    }
    return acc;
}

static void convolve_rows(const pl_band_rows *r, uint32_t stride) {
    const int32_t *band = r->band;
    int8_t *out = r->out;
    for (uint32_t y = 0; y < r->rows; y++) {
        for (uint32_t x = 0; x < r->width; x++) {
            const uint32_t pixel = x * stride;
            const int32_t acc = window_sum(r->words, band + pixel / 2 * PL_BAND_PAIR, pixel % 2 != 0);
            *out = pl_tile_requantize(acc, r->words[PL_BAND_TAPS + 1], r->words[PL_BAND_TAPS + 2], r->offset);
            out += r->pixel_step;
        }
        band += r->band_step / sizeof(int32_t);
    }
}

static void convolve_lanes(pl_band_rows *r, uint32_t stride) {
    for (; r->lanes != 0; r->lanes--) {
        convolve_rows(r, stride);
        r->band++;
        r->out++;
        r->words += PL_BAND_CHANNEL_WORDS;
    }
}

void pl_depthwise_rows_stride_1_dsp(pl_band_rows *rows) {
    convolve_lanes(rows, 1);
}

void pl_depthwise_rows_stride_2_dsp(pl_band_rows *rows) {
    convolve_lanes(rows, 2);
}

#endif
