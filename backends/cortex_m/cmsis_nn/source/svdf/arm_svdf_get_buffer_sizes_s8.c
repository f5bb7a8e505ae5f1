// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/tier.h"

int32_t arm_svdf_s8_get_buffer_size_dsp(const cmsis_nn_dims *filter_dims) {
    (void)filter_dims;
    return 0;
}

/// One sum for each feature.
int32_t arm_svdf_s8_get_buffer_size_mve(const cmsis_nn_dims *filter_dims) {
    return filter_dims->n * (int32_t)sizeof(int32_t);
}

int32_t arm_svdf_s8_get_buffer_size(const cmsis_nn_dims *filter_dims) {
#if defined(PL_CMSIS_NN_TIER_MVE)
    return arm_svdf_s8_get_buffer_size_mve(filter_dims);
#else
    return arm_svdf_s8_get_buffer_size_dsp(filter_dims);
#endif
}
