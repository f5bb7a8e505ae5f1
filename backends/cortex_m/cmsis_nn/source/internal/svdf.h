// SPDX-License-Identifier: Apache-2.0
// Inside of the SVDF family.
#ifndef PL_CMSIS_NN_SVDF_H
#define PL_CMSIS_NN_SVDF_H

#include "arm_nn_types.h"
#include "internal/requantize.h"

#include <stddef.h>

/// Sum over k < elems of x[k] * y[k], which wraps at 32 bits. By tier: svdf/pl_svdf_dot_<tier>.c.
int32_t pl_svdf_dot_s8(const int8_t *x, const int8_t *y, int32_t elems);
int32_t pl_svdf_dot_s16(const int16_t *x, const int16_t *y, int32_t elems);

typedef struct {
    int32_t batches;
    int32_t inputs;
    int32_t features;
    int32_t time;
    int32_t units;      // features / rank
    int32_t unit_elems; // rank * time: of the state and the time weights
} pl_svdf_shape;

/// Whether the arguments are a shape, and the memory is given that CMSIS-NN asks for.
static inline bool pl_svdf_shape_of(pl_svdf_shape *shape, const cmsis_nn_svdf_params *params,
                                    const cmsis_nn_dims *input, const cmsis_nn_dims *weights_feature,
                                    const cmsis_nn_dims *weights_time, const cmsis_nn_context *input_ctx,
                                    const cmsis_nn_context *output_ctx) {
    if (input_ctx->buf == NULL || output_ctx->buf == NULL || input->n < 1 || input->h < 1 ||
        weights_feature->n < 1 || weights_time->h < 1 || params->rank < 1 ||
        weights_feature->n % params->rank != 0) {
        return false;
    }
    *shape = (pl_svdf_shape){
        .batches = input->n,
        .inputs = input->h,
        .features = weights_feature->n,
        .time = weights_time->h,
        .units = weights_feature->n / params->rank,
        .unit_elems = params->rank * weights_time->h,
    };
    return true;
}

/// The part of a range that lies in [low, high], the range of the type: callers give a wider one for "none".
static inline cmsis_nn_activation pl_svdf_range(cmsis_nn_activation range, int32_t low, int32_t high) {
    return (cmsis_nn_activation){pl_clamp(range.min, low, high), pl_clamp(range.max, low, high)};
}

/// A result from the sum of a unit's products.
static inline int8_t pl_svdf_result(int32_t sum, const int32_t *bias, int32_t unit,
                                    const cmsis_nn_per_tensor_quant_params *quant,
                                    const cmsis_nn_svdf_params *params) {
    const uint32_t start = bias != NULL ? (uint32_t)bias[unit] : 0;
    const cmsis_nn_activation range = pl_svdf_range(params->output_activation, INT8_MIN, INT8_MAX);
    return pl_requantize_s8((int32_t)(start + (uint32_t)sum), quant->multiplier, quant->shift,
                            params->output_offset, range.min, range.max);
}

#endif
