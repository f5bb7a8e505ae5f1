// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/scratch.h"
#include "internal/svdf.h"
#include "internal/vec_mat_mult.h"

#include <string.h>

arm_cmsis_nn_status arm_svdf_s8(const cmsis_nn_context *ctx, const cmsis_nn_context *input_ctx,
                                const cmsis_nn_context *output_ctx, const cmsis_nn_svdf_params *svdf_params,
                                const cmsis_nn_per_tensor_quant_params *input_quant_params,
                                const cmsis_nn_per_tensor_quant_params *output_quant_params,
                                const cmsis_nn_dims *input_dims, const int8_t *input_data,
                                const cmsis_nn_dims *state_dims, int8_t *state_data,
                                const cmsis_nn_dims *weights_feature_dims, const int8_t *weights_feature_data,
                                const cmsis_nn_dims *weights_time_dims, const int8_t *weights_time_data,
                                const cmsis_nn_dims *bias_dims, const int32_t *bias_data,
                                const cmsis_nn_dims *output_dims, int8_t *output_data) {
    (void)state_dims;
    (void)bias_dims;
    (void)output_dims;
    pl_svdf_shape shape;
    if (!pl_svdf_shape_of(&shape, svdf_params, input_dims, weights_feature_dims, weights_time_dims, input_ctx,
                          output_ctx) ||
        !pl_scratch_is_enough(ctx, arm_svdf_s8_get_buffer_size(weights_feature_dims))) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const int32_t *kernel_sum = ctx != NULL ? ctx->buf : NULL;
    const cmsis_nn_activation range = pl_svdf_range(svdf_params->input_activation, INT8_MIN, INT8_MAX);
    // All rows at once: what comes over from the next row is overwritten by the row's newest value.
    const int32_t state_elems = shape.batches * shape.features * shape.time;
    memmove(state_data, state_data + 1, (size_t)(state_elems - 1) * sizeof *state_data);
    for (int32_t batch = 0; batch < shape.batches; batch++) {
        pl_vec_mat_mult_t_s8(input_data, weights_feature_data, kernel_sum, NULL, state_data + shape.time - 1,
                             -svdf_params->input_offset, 0, &input_quant_params->multiplier,
                             &input_quant_params->shift, 0, shape.inputs, shape.features, range.min,
                             range.max, shape.time, 0);
        for (int32_t unit = 0; unit < shape.units; unit++) {
            const int32_t at = unit * shape.unit_elems;
            const int32_t sum = pl_svdf_dot_s8(weights_time_data + at, state_data + at, shape.unit_elems);
            output_data[unit] = pl_svdf_result(sum, bias_data, unit, output_quant_params, svdf_params);
        }
        input_data += shape.inputs;
        state_data += shape.features * shape.time;
        output_data += shape.units;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
