// SPDX-License-Identifier: Apache-2.0
#include "tier.h"

#if PL_BUILDS_DSP

#include "conv2d_s8_dsp.h"

int pl_conv2d_s8_dsp_1x1_wide(const void *params, void *const *args) {
    return pl_conv2d_s8_dsp_by_pixels(params, args, &pl_wide_tiles);
}

#endif
