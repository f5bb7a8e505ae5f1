// SPDX-License-Identifier: Apache-2.0
#include "tier.h"

#if PL_BUILDS_DSP

#include "conv2d_s8_dsp.h"

int pl_conv2d_s8_dsp_by_pixels(const void *params, void *const *args, const pl_tiles *tiles) {
    const pl_conv2d_s8_dsp_params *p = params;
    if (p->kernel_h != 1 || p->kernel_w != 1 || p->stride_h != 1 || p->stride_w != 1 || p->pad_h != 0 ||
        p->pad_w != 0 || p->in_h != p->out_h || p->in_w != p->out_w ||
        p->scratch_bytes < 2 * PL_TILE_PIXELS * p->column_bytes) {
        return PL_ERR_KERNEL;
    }
    int32_t *columns = args[PL_CONV2D_S8_DSP_SCRATCH];
    const int8_t *in = args[PL_CONV2D_S8_DSP_INPUT];
    int8_t *out = args[PL_CONV2D_S8_DSP_OUTPUT];
    uint32_t pixels = (uint32_t)p->batch * p->out_h * p->out_w;
    for (; pixels >= PL_TILE_PIXELS; pixels -= PL_TILE_PIXELS) {
        for (uint32_t i = 0; i < PL_TILE_PIXELS; i++, in += p->in_c) {
            pl_widen_column(in, p->in_c, columns + i, PL_TILE_PIXELS);
        }
        pl_conv2d_s8_dsp_columns(p, args, columns, tiles, out);
        out += PL_TILE_PIXELS * p->out_c;
    }
    for (; pixels != 0; pixels--, in += p->in_c, out += p->out_c) {
        pl_conv2d_s8_dsp_column(p, args, pl_copy_column(in, p->in_c, columns), tiles, out);
    }
    return PL_OK;
}

int pl_conv2d_s8_dsp_1x1(const void *params, void *const *args) {
    return pl_conv2d_s8_dsp_by_pixels(params, args, &pl_narrow_tiles);
}

#endif
