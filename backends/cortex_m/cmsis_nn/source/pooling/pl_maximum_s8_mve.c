// SPDX-License-Identifier: Apache-2.0
// Sixteen channels at a time.
#include "internal/pool.h"

#include <arm_mve.h>

void pl_maximum_s8(const pl_pool_window *window, int8_t *output) {
    const int32_t channels = window->channels;
    const int8x16_t low = vdupq_n_s8((int8_t)window->activation.min);
    const int8x16_t high = vdupq_n_s8((int8_t)window->activation.max);
    for (int32_t channel = 0; channel < channels; channel += 16) {
        const mve_pred16_t lanes = vctp8q((uint32_t)(channels - channel));
        const int8_t *row = window->input + channel;
        int8x16_t largest = vdupq_n_s8(INT8_MIN);
        for (int32_t y = window->rows; y > 0; y--) {
            const int8_t *pixel = row;
            for (int32_t x = window->cols; x > 0; x--) {
                largest = vmaxq_s8(largest, vldrbq_z_s8(pixel, lanes));
                pixel += channels;
            }
            row += window->row_elems;
        }
        vstrbq_p_s8(output + channel, vminq_s8(vmaxq_s8(largest, low), high), lanes);
    }
}
