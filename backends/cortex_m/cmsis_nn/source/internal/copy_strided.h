// SPDX-License-Identifier: Apache-2.0
// The inner loop of transpose.
#ifndef PL_CMSIS_NN_COPY_STRIDED_H
#define PL_CMSIS_NN_COPY_STRIDED_H

#include <stdint.h>

/// dst[i * dst_stride] = src[i * src_stride] for 0 <= i < count. By tier:
/// transpose/pl_copy_strided_s8_<tier>.c.
void pl_copy_strided_s8(int8_t *dst, int32_t dst_stride, const int8_t *src, int32_t src_stride,
                        int32_t count);

#endif
