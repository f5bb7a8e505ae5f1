// SPDX-License-Identifier: Apache-2.0
// The kernels here need no scratch memory. The numbers are CMSIS-NN's, so that a plan serves either library.
#include "arm_nnfunctions.h"
#include "internal/tier.h"

int32_t arm_avgpool_s8_get_buffer_size_dsp(int dim_dst_width, int ch_src) {
    (void)dim_dst_width;
    return ch_src * (int32_t)sizeof(int32_t);
}

int32_t arm_avgpool_s8_get_buffer_size_mve(int dim_dst_width, int ch_src) {
    (void)dim_dst_width;
    (void)ch_src;
    return 0;
}

int32_t arm_avgpool_s8_get_buffer_size(int dim_dst_width, int ch_src) {
#if defined(PL_CMSIS_NN_TIER_DSP)
    return arm_avgpool_s8_get_buffer_size_dsp(dim_dst_width, ch_src);
#else
    (void)dim_dst_width;
    (void)ch_src;
    return 0;
#endif
}
