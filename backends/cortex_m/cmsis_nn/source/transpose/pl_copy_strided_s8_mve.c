// SPDX-License-Identifier: Apache-2.0
#include "internal/copy_strided.h"

#include <arm_mve.h>

// Four elements at a time, with 32-bit offsets: those of narrower lanes would wrap for large strides.
void pl_copy_strided_s8(int8_t *dst, int32_t dst_stride, const int8_t *src, int32_t src_stride,
                        int32_t count) {
    const uint32x4_t from = vmulq_n_u32(vidupq_n_u32(0, 1), (uint32_t)src_stride);
    const uint32x4_t to = vmulq_n_u32(vidupq_n_u32(0, 1), (uint32_t)dst_stride);
    for (int32_t fours = count / 4; fours > 0; fours--) {
        vstrbq_scatter_offset_s32(dst, to, vldrbq_gather_offset_s32(src, from));
        src += 4 * src_stride;
        dst += 4 * dst_stride;
    }
    const mve_pred16_t lanes = vctp32q((uint32_t)count % 4);
    vstrbq_scatter_offset_p_s32(dst, to, vldrbq_gather_offset_z_s32(src, from, lanes), lanes);
}
