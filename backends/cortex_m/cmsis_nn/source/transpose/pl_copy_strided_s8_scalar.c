// SPDX-License-Identifier: Apache-2.0
#include "internal/copy_strided.h"

void pl_copy_strided_s8(int8_t *dst, int32_t dst_stride, const int8_t *src, int32_t src_stride,
                        int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        *dst = *src;
        dst += dst_stride;
        src += src_stride;
    }
}
