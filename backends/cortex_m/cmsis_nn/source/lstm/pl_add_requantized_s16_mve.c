// SPDX-License-Identifier: Apache-2.0
#include "internal/dot_rows.h"
#include "internal/requantize_mve.h"

void pl_add_requantized_s16(const int32_t *acc, int32_t count, int32_t multiplier, int32_t shift,
                            int16_t *dst) {
    const pl_requantize_scalar quant = pl_requantize_scalar_of(multiplier, shift);
    for (; count > 0; count -= 4) {
        const mve_pred16_t lanes = vctp32q((uint32_t)count);
        const int32x4_t value = vshlq_r_s32(vldrwq_z_s32(acc, lanes), quant.left);
        const int32x4_t sum = vaddq_s32(pl_requantize_shifted_mve_n(value, quant), vldrhq_z_s32(dst, lanes));
        vstrhq_p_s32(dst, pl_clamp_mve(sum, INT16_MIN, INT16_MAX), lanes);
        acc += 4;
        dst += 4;
    }
}
