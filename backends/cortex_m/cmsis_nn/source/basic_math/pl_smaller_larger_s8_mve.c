// SPDX-License-Identifier: Apache-2.0
// A vector of sixteen elements at a time.
#include "internal/broadcast.h"

#include <arm_mve.h>

/// Elements from *x on in the lanes, or the one of *x in all; moves x on.
static inline int8x16_t next_vector(const int8_t **x, int32_t step, mve_pred16_t lanes) {
    const int8x16_t vector = step != 0 ? vldrbq_z_s8(*x, lanes) : vdupq_n_s8(**x);
    *x += 16 * step;
    return vector;
}

void pl_smaller_s8(const int8_t *x, int32_t x_step, const int8_t *y, int32_t y_step, int8_t *output,
                   int32_t count) {
    for (; count > 0; count -= 16) {
        const mve_pred16_t lanes = vctp8q((uint32_t)count);
        const int8x16_t a = next_vector(&x, x_step, lanes), b = next_vector(&y, y_step, lanes);
        vstrbq_p_s8(output, vminq_s8(a, b), lanes);
        output += 16;
    }
}

void pl_larger_s8(const int8_t *x, int32_t x_step, const int8_t *y, int32_t y_step, int8_t *output,
                  int32_t count) {
    for (; count > 0; count -= 16) {
        const mve_pred16_t lanes = vctp8q((uint32_t)count);
        const int8x16_t a = next_vector(&x, x_step, lanes), b = next_vector(&y, y_step, lanes);
        vstrbq_p_s8(output, vmaxq_s8(a, b), lanes);
        output += 16;
    }
}
