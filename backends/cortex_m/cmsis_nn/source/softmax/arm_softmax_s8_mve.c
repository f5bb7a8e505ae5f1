// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/softmax_mve.h"

static void softmax(const int8_t *input, int32_t count, const pl_softmax_row *row, int8_t *output) {
    const pl_softmax_quotient quotient = pl_softmax_quotient_of(input, count, row, 8);
    for (; count > 0; count -= 4) {
        const mve_pred16_t lanes = vctp32q((uint32_t)count);
        const int32x4_t values = pl_softmax_results_of(vldrbq_z_s32(input, lanes), row, &quotient);
        const int32x4_t result = vaddq_n_s32(values, INT8_MIN);
        vstrbq_p_s32(output, vminq_s32(result, vdupq_n_s32(INT8_MAX)), lanes);
        input += 4;
        output += 4;
    }
}

void arm_softmax_s8(const int8_t *input, int32_t num_rows, int32_t row_size, int32_t mult, int32_t shift,
                    int32_t diff_min, int8_t *output) {
    for (int32_t i = 0; i < num_rows; i++) {
        const pl_softmax_row row = {mult, shift, diff_min, pl_softmax_maximum(input, row_size)};
        softmax(input, row_size, &row, output);
        input += row_size;
        output += row_size;
    }
}
