// SPDX-License-Identifier: Apache-2.0
#include "tier.h"

#if PL_BUILDS_DSP

#include "internal/requantize.h"
#include "operators.h"
#include "tile_dsp.h"

enum { VALUES = 256, LEFT_SHIFT = 20 /* bits of fraction that the inputs get before they are scaled */ };

// With a right shift alone each term stays below 2^28.
int pl_add_s8_dsp_check(const void *params) {
    const pl_add_s8_dsp_params *p = params;
    return p->shift <= 0 && p->output_shift < 0 ? PL_OK : PL_ERR_CORRUPT;
}

// What each value of the input with the smaller scale adds, the other input's offset included: by its byte.
static void tabulate(const pl_add_s8_dsp_params *p, int32_t *terms) {
    for (int32_t byte = 0; byte < VALUES; byte++) {
        const int32_t value = (int8_t)byte + p->smaller_offset;
        terms[byte] = pl_requantize(value * (1 << LEFT_SHIFT), p->multiplier, p->shift) +
                      p->larger_offset * (1 << (LEFT_SHIFT - 1));
    }
}

int pl_add_s8_dsp(const void *params, void *const *args) {
    const pl_add_s8_dsp_params *p = params;
    int32_t *terms = args[PL_ADD_S8_DSP_SCRATCH];
    if (p->scratch_bytes < VALUES * sizeof *terms) {
        return PL_ERR_KERNEL;
    }
    tabulate(p, terms);
    const int32_t doubled = (int32_t)((uint32_t)p->output_multiplier << 1);
    const int32_t right_less_1 = -p->output_shift - 1;
    const int32_t offset = 2 * p->output_offset + 1;
    const int8_t *larger = args[p->larger_is_2 ? PL_ADD_S8_DSP_INPUT_2 : PL_ADD_S8_DSP_INPUT_1];
    const int8_t *smaller = args[p->larger_is_2 ? PL_ADD_S8_DSP_INPUT_1 : PL_ADD_S8_DSP_INPUT_2];
    int8_t *out = args[PL_ADD_S8_DSP_OUTPUT];
    uint32_t left = p->elems;
    for (; left >= 4; left -= 4, larger += 4, smaller += 4, out += 4) {
        // Both words before the first result, which may take the place of either.
        const uint32_t of_larger = (uint32_t)pl_load_s8x4(larger);
        const uint32_t of_smaller = (uint32_t)pl_load_s8x4(smaller);
#pragma GCC unroll 4
        for (int lane = 0; lane < 4; lane++) {
            const int32_t value = (int8_t)(uint8_t)(of_larger >> (8 * lane));
            const int32_t sum = terms[(uint8_t)(of_smaller >> (8 * lane))] + value * (1 << (LEFT_SHIFT - 1));
            out[lane] = pl_tile_requantize(sum, doubled, right_less_1, offset);
        }
    }
    for (; left != 0; left--, out++) {
        const int32_t sum = terms[(uint8_t)*smaller++] + *larger++ * (1 << (LEFT_SHIFT - 1));
        *out = pl_tile_requantize(sum, doubled, right_less_1, offset);
    }
    pl_clamp_outputs(out - p->elems, p->elems, p->activation_min, p->activation_max);
    return PL_OK;
}

#endif
