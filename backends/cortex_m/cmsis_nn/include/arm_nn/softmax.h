// SPDX-License-Identifier: Apache-2.0
// Softmax. What all functions have in common is in arm_nnfunctions.h.
#ifndef ARM_NN_SOFTMAX_H
#define ARM_NN_SOFTMAX_H

#include "arm_nn_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Softmax of num_rows rows of row_size values; the output's scale is 1/256 and its zero point -128.
/// mult and shift (in [0, 31]) scale the differences to the row's maximum to Q5.26; differences below
/// diff_min count as zero. The output may be the input.
void arm_softmax_s8(const int8_t *input, int32_t num_rows, int32_t row_size, int32_t mult, int32_t shift,
                    int32_t diff_min, int8_t *output);

/// As arm_softmax_s8; the output's scale is 1/65536 and its zero point -32768.
void arm_softmax_s8_s16(const int8_t *input, int32_t num_rows, int32_t row_size, int32_t mult, int32_t shift,
                        int32_t diff_min, int16_t *output);

/// As arm_softmax_s8; the output's scale is 1/256 and its zero point 0.
void arm_softmax_u8(const uint8_t *input, int32_t num_rows, int32_t row_size, int32_t mult, int32_t shift,
                    int32_t diff_min, uint8_t *output);

/// Softmax of num_rows rows of row_size (at most 65536) values by the tables of softmax_params, in Q0.15.
/// mult and shift requantize a difference to the row's maximum to units of 10 / 65535. A table that is NULL,
/// or a row that is longer, is an ARG_ERROR. The output may be the input.
arm_cmsis_nn_status arm_softmax_s16(const int16_t *input, int32_t num_rows, int32_t row_size, int32_t mult,
                                    int32_t shift, const cmsis_nn_softmax_lut_s16 *softmax_params,
                                    int16_t *output);

#ifdef __cplusplus
}
#endif

#endif
