// SPDX-License-Identifier: Apache-2.0
// Four elements at a time.
#include "arm_nn_tables.h"
#include "arm_nnfunctions.h"
#include "internal/activation_s16.h"
#include "internal/requantize_mve.h"

/// How far the function is from its value at 0, for scaled arguments that are not negative.
static inline int32x4_t distance(int32x4_t magnitude, const pl_activation_shape *shape) {
    const int32x4_t place = vshlq_r_s32(magnitude, -shape->bits);
    const mve_pred16_t saturates = vcmpgeq_n_s32(place, PL_ACTIVATION_LAST);
    // Lanes that saturate read the table's end.
    const uint32x4_t entry = vreinterpretq_u32_s32(vminq_s32(place, vdupq_n_s32(PL_ACTIVATION_LAST - 1)));
    const int32x4_t fraction = vandq_s32(magnitude, vdupq_n_s32((1 << shape->bits) - 1));
    const int32x4_t here =
        vreinterpretq_s32_u32(vldrhq_gather_shifted_offset_u32(sigmoid_table_uint16, entry));
    const int32x4_t next =
        vreinterpretq_s32_u32(vldrhq_gather_shifted_offset_u32(sigmoid_table_uint16 + 1, entry));
    const int32x4_t start = vshlq_r_s32(vsubq_n_s32(here, 1 << 15), shape->bits);
    const int32x4_t line = vaddq_s32(start, vmulq_s32(fraction, vsubq_s32(next, here)));
    return vdupq_m_n_s32(line, shape->saturated, saturates);
}

arm_cmsis_nn_status arm_nn_activation_s16(const int16_t *input, int16_t *output, int32_t size,
                                          int32_t left_shift, arm_nn_activation_type type) {
    const pl_activation_scale scale = pl_activation_scale_of(left_shift);
    const pl_activation_shape shape = pl_activation_shape_of(type);
    const int32x4_t zero = vdupq_n_s32(shape.zero + (1 << (shape.right - 1)));
    for (; size > 0; size -= 4) {
        const mve_pred16_t lanes = vctp32q((uint32_t)size);
        const int32x4_t value = pl_clamp_mve(vldrhq_z_s32(input, lanes), -scale.limit, scale.limit);
        const int32x4_t left = vshlq_r_s32(vmulq_n_s32(value, 3), scale.left);
        const int32x4_t scaled = vrshlq_n_s32(left, -scale.right);
        const int32x4_t amount = distance(vabsq_s32(scaled), &shape);
        // Ties go away from the value at 0.
        const int32x4_t below = vsubq_s32(vsubq_n_s32(zero, 1), amount);
        const int32x4_t result = vpselq_s32(vaddq_s32(zero, amount), below, vcmpgeq_n_s32(scaled, 0));
        vstrhq_p_s32(output, vshlq_r_s32(result, -shape.right), lanes);
        input += 4;
        output += 4;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
