// SPDX-License-Identifier: Apache-2.0
// As for int8.
#include "arm_nnfunctions.h"

int32_t arm_avgpool_s16_get_buffer_size_dsp(int dim_dst_width, int ch_src) {
    return arm_avgpool_s8_get_buffer_size_dsp(dim_dst_width, ch_src);
}

int32_t arm_avgpool_s16_get_buffer_size_mve(int dim_dst_width, int ch_src) {
    return arm_avgpool_s8_get_buffer_size_mve(dim_dst_width, ch_src);
}

int32_t arm_avgpool_s16_get_buffer_size(int dim_dst_width, int ch_src) {
    return arm_avgpool_s8_get_buffer_size(dim_dst_width, ch_src);
}
