// SPDX-License-Identifier: Apache-2.0
//
// A row of inputs is loaded in whole vectors; where it has none, it is copied.
#include "copy_rows_mve.h"
#include "linear_row_mve.h"
#include "operators.h"
#include "tier.h"
#include "window.h"

#if PL_BUILDS_MVE

static uint32_t row_bytes(const pl_linear_s8_mve_params *p) {
    return (p->in_features + PL_STEP - 1u) / PL_STEP * PL_STEP;
}

int pl_linear_s8_mve_check(const void *params) {
    const pl_linear_s8_mve_params *p = params;
    const bool is_sound =
        p->in_features <= PL_MAX_PRODUCTS &&
        p->packed_features == (p->out_features + PL_FEATURES - 1u) / PL_FEATURES * PL_FEATURES &&
        p->weights_bytes == (uint64_t)p->packed_features * row_bytes(p);
    return is_sound ? PL_OK : PL_ERR_CORRUPT;
}

int pl_linear_s8_mve(const void *params, void *const *args) {
    const pl_linear_s8_mve_params *p = params;
    const bool is_whole = p->in_features % PL_STEP == 0;
    if (args[PL_LINEAR_S8_MVE_BIAS] == NULL || (!is_whole && p->scratch_bytes < row_bytes(p))) {
        return PL_ERR_KERNEL;
    }
    int8_t *const scratch = args[PL_LINEAR_S8_MVE_SCRATCH];
    const int8_t *input = args[PL_LINEAR_S8_MVE_INPUT];
    pl_linear_row row = {
        .weights = args[PL_LINEAR_S8_MVE_WEIGHTS],
        .bias = args[PL_LINEAR_S8_MVE_BIAS],
        .multiplier = args[PL_LINEAR_S8_MVE_MULTIPLIER],
        .shift = args[PL_LINEAR_S8_MVE_SHIFT],
        .output = args[PL_LINEAR_S8_MVE_OUTPUT],
        .more_vectors = row_bytes(p) / PL_STEP - 1,
    };
    for (uint32_t i = 0; i < PL_FEATURES; i++) {
        row.output_offset[i] = p->output_offset;
        row.activation_min[i] = p->activation_min;
        row.activation_max[i] = p->activation_max;
    }
    for (uint32_t i = 0; i < p->rows; i++) {
        row.input = input;
        if (!is_whole) {
            pl_copy_windows_mve(scratch, input,
                                &(pl_windows){.bytes = p->in_features, .rows = 1, .windows = 1});
            row.input = scratch;
        }
        row.left = p->out_features;
        pl_linear_row_mve(&row);
        input += p->in_features;
        row.output += p->out_features;
    }
    return PL_OK;
}

#endif
