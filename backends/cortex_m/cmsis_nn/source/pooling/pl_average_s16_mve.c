// SPDX-License-Identifier: Apache-2.0
// Four channels at a time.
#include "internal/average_mve.h"
#include "internal/pool_s16.h"
#include "internal/requantize_mve.h"

void pl_average_s16(const pl_pool_window_s16 *window, int16_t *output) {
    const pl_divisor divisor = pl_divisor_of(window->rows * window->cols, 32768);
    const int32_t channels = window->channels;
    for (int32_t channel = 0; channel < channels; channel += 4) {
        const mve_pred16_t lanes = vctp32q((uint32_t)(channels - channel));
        const int16_t *row = window->input + channel;
        int32x4_t sum = vdupq_n_s32(0);
        for (int32_t y = window->rows; y > 0; y--) {
            const int16_t *pixel = row;
            for (int32_t x = window->cols; x > 0; x--) {
                sum = vaddq_s32(sum, vldrhq_z_s32(pixel, lanes));
                pixel += channels;
            }
            row += window->row_elems;
        }
        const int32x4_t value = pl_divide_mve(sum, &divisor);
        vstrhq_p_s32(output + channel, pl_clamp_mve(value, window->activation.min, window->activation.max),
                     lanes);
    }
}
