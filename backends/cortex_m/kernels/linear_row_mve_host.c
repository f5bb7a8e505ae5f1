// SPDX-License-Identifier: Apache-2.0
//
// linear_row_mve.c in C, for a host.
#include "internal/requantize.h"
#include "linear_row_mve.h"
#include "tier.h"

#if PL_BUILDS_MVE && !defined(__ARM_FEATURE_MVE)

void pl_linear_row_mve(pl_linear_row *row) {
    const uint32_t vectors = row->more_vectors + 1;
    for (uint32_t feature = 0; feature < (uint32_t)row->left; feature++) {
        const uint32_t group = feature / PL_FEATURES, i = feature % PL_FEATURES;
        const int8_t *const weights = row->weights + (group * vectors * PL_FEATURES + i) * (uint32_t)PL_STEP;
        int32_t sum = 0;
        for (uint32_t k = 0; k < vectors * PL_STEP; k++) {
            sum += row->input[k] * weights[k / PL_STEP * (PL_FEATURES * PL_STEP) + k % PL_STEP];
        }
        row->output[feature] = pl_requantize_s8(
            (int32_t)((uint32_t)sum + (uint32_t)row->bias[feature]), row->multiplier[feature],
            row->shift[feature], row->output_offset[i], row->activation_min[i], row->activation_max[i]);
    }
    row->left = 0;
}

#endif
