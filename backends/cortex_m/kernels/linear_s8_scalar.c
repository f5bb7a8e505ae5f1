// SPDX-License-Identifier: Apache-2.0
#include "tier.h"

#if PL_BUILDS_SCALAR

#include "multiply_vector_scalar.h"
#include "operators.h"
#include "requantize_scalar.h"
#include "window.h"

#include <string.h>

// Output features whose sums are computed before they are requantized: whole groups of lanes.
enum { FEATURES = 4 * PL_LANES };

static uint32_t padded_taps(const pl_linear_s8_scalar_params *p) {
    return (p->in_features + PL_VECTOR_TAPS - 1u) & ~(PL_VECTOR_TAPS - 1u);
}

int pl_linear_s8_scalar_check(const void *params) {
    const pl_linear_s8_scalar_params *p = params;
    const uint32_t padded_features = (p->out_features + PL_LANES - 1u) & ~(PL_LANES - 1u);
    const bool sizes = p->weights_bytes == (uint64_t)padded_features * padded_taps(p);
    return p->in_features <= PL_MAX_PRODUCTS && sizes ? PL_OK : PL_ERR_CORRUPT;
}

// The last taps of the rows go through a copy of the input that has zeros behind it.
static void multiply(const int8_t *input, uint32_t features, const uint8_t *weights, int32_t sums[PL_LANES]) {
    const uint32_t rest = features % PL_VECTOR_TAPS;
    const uint32_t whole = features - rest;
    if (whole != 0) {
        pl_multiply_vector_scalar(input, weights, whole, sums);
    }
    if (rest != 0) {
        int8_t last[PL_VECTOR_TAPS] = {0};
        for (uint32_t i = 0; i < rest; i++) {
            last[i] = input[whole + i];
        }
        pl_multiply_vector_scalar(last, weights + whole * PL_LANES, PL_VECTOR_TAPS, sums);
    }
}

static void multiply_row(const pl_linear_s8_scalar_params *p, const uint8_t *weights, const int8_t *input,
                         pl_results results) {
    int32_t sums[FEATURES];
    for (uint32_t left = p->out_features; left != 0;) {
        const uint32_t count = left < FEATURES ? left : FEATURES;
        memset(sums, 0, sizeof sums);
        for (uint32_t first = 0; first < count; first += PL_LANES) {
            multiply(input, p->in_features, weights, sums + first);
            weights += PL_LANES * padded_taps(p);
        }
        results.bias_end = results.bias + count;
        pl_requantize_scalar(&results, sums);
        left -= count;
    }
}

int pl_linear_s8_scalar(const void *params, void *const *args) {
    const pl_linear_s8_scalar_params *p = params;
    const pl_results results = {
        .bias = args[PL_LINEAR_S8_SCALAR_SUMS],
        .multiplier = args[PL_LINEAR_S8_SCALAR_MULTIPLIER],
        .shift = args[PL_LINEAR_S8_SCALAR_SHIFT],
        .output = args[PL_LINEAR_S8_SCALAR_OUTPUT],
        .pixels = 1,
        .output_offset = p->output_offset,
        .activation_min = p->activation_min,
        .activation_max = p->activation_max,
    };
    if (results.bias == NULL || !pl_are_narrow_shifts(results.shift, p->out_features)) {
        return PL_ERR_KERNEL;
    }
    const int8_t *input = args[PL_LINEAR_S8_SCALAR_INPUT];
    for (uint32_t row = 0; row < p->rows; row++) {
        pl_results of_row = results;
        of_row.output += row * p->out_features;
        multiply_row(p, args[PL_LINEAR_S8_SCALAR_WEIGHTS], input + row * p->in_features, of_row);
    }
    return PL_OK;
}

#endif
