// SPDX-License-Identifier: Apache-2.0
// Eight channels at a time.
#include "internal/pool_s16.h"

#include <arm_mve.h>

void pl_maximum_s16(const pl_pool_window_s16 *window, int16_t *output) {
    const int32_t channels = window->channels;
    const int16x8_t low = vdupq_n_s16((int16_t)window->activation.min);
    const int16x8_t high = vdupq_n_s16((int16_t)window->activation.max);
    for (int32_t channel = 0; channel < channels; channel += 8) {
        const mve_pred16_t lanes = vctp16q((uint32_t)(channels - channel));
        const int16_t *row = window->input + channel;
        int16x8_t largest = vdupq_n_s16(INT16_MIN);
        for (int32_t y = window->rows; y > 0; y--) {
            const int16_t *pixel = row;
            for (int32_t x = window->cols; x > 0; x--) {
                largest = vmaxq_s16(largest, vldrhq_z_s16(pixel, lanes));
                pixel += channels;
            }
            row += window->row_elems;
        }
        vstrhq_p_s16(output + channel, vminq_s16(vmaxq_s16(largest, low), high), lanes);
    }
}
