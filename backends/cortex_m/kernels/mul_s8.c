// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "arm_nnsupportfunctions.h"
#include "broadcast.h"
#include "operators.h"

static pl_broadcast shape_of(const pl_mul_s8_params *p) {
    return (pl_broadcast){{p->dim_0, p->dim_1, p->dim_2, p->dim_3}, {p->broadcast_1, p->broadcast_2}};
}

int pl_mul_s8_check(const void *params) {
    const pl_mul_s8_params *p = params;
    const pl_broadcast shape = shape_of(p);
    const bool sizes = pl_broadcast_has(&shape, p->broadcast_1, p->elems_1) &&
                       pl_broadcast_has(&shape, p->broadcast_2, p->elems_2) &&
                       pl_broadcast_has(&shape, 0, p->elems);
    return sizes ? PL_OK : PL_ERR_CORRUPT;
}

int pl_mul_s8(const void *params, void *const *args) {
    const pl_mul_s8_params *p = params;
    if (p->elems_1 != p->elems || p->elems_2 != p->elems) {
        return PL_ERR_KERNEL;
    }
    const arm_cmsis_nn_status status = arm_elementwise_mul_s8(
        args[PL_MUL_S8_INPUT_1], args[PL_MUL_S8_INPUT_2], p->offset_1, p->offset_2, args[PL_MUL_S8_OUTPUT],
        p->output_offset, p->multiplier, p->shift, p->activation_min, p->activation_max, (int32_t)p->elems);
    return status == ARM_CMSIS_NN_SUCCESS ? PL_OK : PL_ERR_KERNEL;
}

static void mul_row(const void *params, const int8_t *in_1, uint32_t step_1, const int8_t *in_2,
                    uint32_t step_2, int8_t *out, uint32_t count) {
    const pl_mul_s8_params *p = params;
    for (uint32_t i = 0; i < count; i++) {
        const int32_t product = (in_1[i * step_1] + p->offset_1) * (in_2[i * step_2] + p->offset_2);
        const int64_t value = (int64_t)arm_nn_requantize(product, p->multiplier, p->shift) + p->output_offset;
        const int64_t raised = value < p->activation_min ? p->activation_min : value;
        out[i] = (int8_t)(raised > p->activation_max ? p->activation_max : raised);
    }
}

int pl_mul_s8_broadcast(const void *params, void *const *args) {
    const pl_mul_s8_params *p = params;
    const pl_broadcast shape = shape_of(p);
    pl_broadcast_rows(&shape, p, args[PL_MUL_S8_INPUT_1], args[PL_MUL_S8_INPUT_2], args[PL_MUL_S8_OUTPUT],
                      mul_row);
    return PL_OK;
}
