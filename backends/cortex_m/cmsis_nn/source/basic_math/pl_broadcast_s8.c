// SPDX-License-Identifier: Apache-2.0
#include "internal/broadcast.h"

enum { RANK = 4 };

/// Dimensions of the output, outermost first, and how far a step along each moves in the inputs.
typedef struct {
    int32_t size[RANK];
    int32_t x_step[RANK];
    int32_t y_step[RANK];
} broadcast;

/// The steps of one input; whether its shape fits.
static bool find_steps(const cmsis_nn_dims *dims, const int32_t size[RANK], int32_t step[RANK]) {
    const int32_t own[RANK] = {dims->n, dims->h, dims->w, dims->c};
    int32_t elems = 1;
    for (int32_t i = RANK - 1; i >= 0; i--) {
        if (own[i] < 1 || (own[i] != 1 && own[i] != size[i])) {
            return false;
        }
        step[i] = own[i] == 1 ? 0 : elems;
        elems *= own[i];
    }
    return true;
}

/// Joins each dimension to the one inside of it where a step along it is as far as all steps along that one.
static broadcast join_dimensions(const broadcast *b) {
    broadcast joined = {.size = {1, 1, 1, 1}};
    int32_t at = RANK - 1;
    for (int32_t i = RANK - 1; i >= 0; i--) {
        if (b->size[i] == 1) {
            continue;
        }
        if (joined.size[at] != 1) {
            if (b->x_step[i] == joined.x_step[at] * joined.size[at] &&
                b->y_step[i] == joined.y_step[at] * joined.size[at]) {
                joined.size[at] *= b->size[i];
                continue;
            }
            at--;
        }
        joined.size[at] = b->size[i];
        joined.x_step[at] = b->x_step[i];
        joined.y_step[at] = b->y_step[i];
    }
    return joined;
}

arm_cmsis_nn_status pl_broadcast_s8(pl_binary_run *run, const int8_t *x, const cmsis_nn_dims *x_dims,
                                    const int8_t *y, const cmsis_nn_dims *y_dims, int8_t *output,
                                    const cmsis_nn_dims *output_dims) {
    broadcast b = {.size = {output_dims->n, output_dims->h, output_dims->w, output_dims->c}};
    if (!find_steps(x_dims, b.size, b.x_step) || !find_steps(y_dims, b.size, b.y_step)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    b = join_dimensions(&b);
    for (int32_t i = 0; i < b.size[0]; i++) {
        for (int32_t j = 0; j < b.size[1]; j++) {
            for (int32_t k = 0; k < b.size[2]; k++) {
                const int32_t x_at = i * b.x_step[0] + j * b.x_step[1] + k * b.x_step[2];
                const int32_t y_at = i * b.y_step[0] + j * b.y_step[1] + k * b.y_step[2];
                run(x + x_at, b.x_step[3], y + y_at, b.y_step[3], output, b.size[3]);
                output += b.size[3];
            }
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}
