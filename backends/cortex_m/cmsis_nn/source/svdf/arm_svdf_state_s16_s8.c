// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "arm_nnsupportfunctions.h"
#include "internal/svdf.h"

#include <string.h>

arm_cmsis_nn_status arm_svdf_state_s16_s8(
    const cmsis_nn_context *input_ctx, const cmsis_nn_context *output_ctx,
    const cmsis_nn_svdf_params *svdf_params, const cmsis_nn_per_tensor_quant_params *input_quant_params,
    const cmsis_nn_per_tensor_quant_params *output_quant_params, const cmsis_nn_dims *input_dims,
    const int8_t *input_data, const cmsis_nn_dims *state_dims, int16_t *state_data,
    const cmsis_nn_dims *weights_feature_dims, const int8_t *weights_feature_data,
    const cmsis_nn_dims *weights_time_dims, const int16_t *weights_time_data, const cmsis_nn_dims *bias_dims,
    const int32_t *bias_data, const cmsis_nn_dims *output_dims, int8_t *output_data) {
    (void)state_dims;
    (void)bias_dims;
    (void)output_dims;
    pl_svdf_shape shape;
    if (!pl_svdf_shape_of(&shape, svdf_params, input_dims, weights_feature_dims, weights_time_dims, input_ctx,
                          output_ctx)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const cmsis_nn_activation range = pl_svdf_range(svdf_params->input_activation, INT16_MIN, INT16_MAX);
    // All rows at once: what comes over from the next row is overwritten by the row's newest value.
    const int32_t state_elems = shape.batches * shape.features * shape.time;
    memmove(state_data, state_data + 1, (size_t)(state_elems - 1) * sizeof *state_data);
    for (int32_t batch = 0; batch < shape.batches; batch++) {
        (void)arm_nn_vec_mat_mult_t_svdf_s8(input_data, weights_feature_data, state_data + shape.time - 1,
                                            -svdf_params->input_offset, shape.time,
                                            input_quant_params->multiplier, input_quant_params->shift,
                                            shape.inputs, shape.features, range.min, range.max);
        for (int32_t unit = 0; unit < shape.units; unit++) {
            const int32_t at = unit * shape.unit_elems;
            const int32_t sum = pl_svdf_dot_s16(weights_time_data + at, state_data + at, shape.unit_elems);
            output_data[unit] = pl_svdf_result(sum, bias_data, unit, output_quant_params, svdf_params);
        }
        input_data += shape.inputs;
        state_data += shape.features * shape.time;
        output_data += shape.units;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
