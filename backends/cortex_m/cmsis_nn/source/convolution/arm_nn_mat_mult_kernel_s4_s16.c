// SPDX-License-Identifier: Apache-2.0
// For programs alone: this library's convolutions multiply int8 columns.
#include "arm_nnsupportfunctions.h"
#include "internal/requantize.h"
#include "internal/s4.h"

#include <stddef.h>

int8_t *arm_nn_mat_mult_kernel_s4_s16(const int8_t *input_a, const int16_t *input_b, uint16_t output_ch,
                                      const int32_t *out_shift, const int32_t *out_mult, int32_t out_offset,
                                      int32_t activation_min, int32_t activation_max, int32_t num_col_a,
                                      const int32_t *output_bias, int8_t *out_0) {
    int32_t index = 0;
    for (int32_t row = 0; row < output_ch; row++) {
        // Unsigned, so that an overflow wraps.
        uint32_t sum0 = output_bias != NULL ? (uint32_t)output_bias[row] : 0;
        uint32_t sum1 = sum0;
        for (int32_t k = 0; k < num_col_a; k++) {
            const int32_t weight = pl_s4_at(input_a, index++);
            sum0 += (uint32_t)(weight * input_b[k]);
            sum1 += (uint32_t)(weight * input_b[num_col_a + k]);
        }
        out_0[row] = pl_requantize_s8((int32_t)sum0, out_mult[row], out_shift[row], out_offset,
                                      activation_min, activation_max);
        out_0[output_ch + row] = pl_requantize_s8((int32_t)sum1, out_mult[row], out_shift[row], out_offset,
                                                  activation_min, activation_max);
    }
    return out_0 + 2 * output_ch;
}
