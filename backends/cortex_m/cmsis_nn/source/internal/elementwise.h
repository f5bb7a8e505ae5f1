// SPDX-License-Identifier: Apache-2.0
// The arithmetic of the element-wise functions, one element at a time.
#ifndef PL_CMSIS_NN_ELEMENTWISE_H
#define PL_CMSIS_NN_ELEMENTWISE_H

#include "internal/requantize_narrow.h"

/// One input of a sum: (x + offset) * 2^left_shift, requantized.
typedef struct {
    int32_t offset;
    int32_t left_shift;
    int32_t multiplier;
    int32_t shift;
} pl_add_input;

/// Requantization and range of the result.
typedef struct {
    int32_t offset;
    int32_t multiplier;
    int32_t shift;
    int32_t min;
    int32_t max;
} pl_elementwise_output;

static inline int32_t pl_add_term(int32_t x, const pl_add_input *in) {
    const int32_t scaled = (int32_t)((uint32_t)(x + in->offset) << in->left_shift);
    return pl_requantize(scaled, in->multiplier, in->shift);
}

/// Sum of two terms; any parameters.
static inline int32_t pl_add_terms(int32_t x, const pl_add_input *in_x, int32_t y, const pl_add_input *in_y) {
    return (int32_t)((uint32_t)pl_add_term(x, in_x) + (uint32_t)pl_add_term(y, in_y));
}

/// Any parameters.
static inline int8_t pl_add_s8(int32_t x, const pl_add_input *in_x, int32_t y, const pl_add_input *in_y,
                               const pl_elementwise_output *out) {
    return pl_requantize_s8(pl_add_terms(x, in_x, y, in_y), out->multiplier, out->shift, out->offset,
                            out->min, out->max);
}

/// Largest magnitude of an input term before requantization; its shift must not go to the left.
static inline int64_t pl_add_bound(const pl_add_input *in) {
    const int32_t magnitude = (in->offset < 0 ? -in->offset : in->offset) + 128;
    return (int64_t)magnitude << in->left_shift;
}

/// Whether pl_narrow_term and pl_narrow_round do for these parameters.
static inline bool pl_add_is_narrow(const pl_add_input *x, const pl_add_input *y,
                                    const pl_elementwise_output *out) {
    return x->shift <= 0 && y->shift <= 0 && pl_is_narrow_shift(out->shift) &&
           pl_add_bound(x) + pl_add_bound(y) < PL_NARROW_BOUND;
}

/// An input of a sum with pl_add_is_narrow. As in pl_narrow_quant a negative product loses 1 before the right
/// shift, but not where the shift is 0.
typedef struct {
    int32_t offset;
    int32_t left;
    int32_t multiplier;
    int32_t right;
    int32_t half;        // half a unit of the result
    int32_t if_negative; // added to a negative product
} pl_narrow_term;

static inline pl_narrow_term pl_narrow_term_of(const pl_add_input *in) {
    return (pl_narrow_term){
        .offset = in->offset,
        .left = in->left_shift,
        .multiplier = in->multiplier,
        .right = -in->shift,
        .half = (int32_t)((UINT32_C(1) << -in->shift) >> 1),
        .if_negative = in->shift < 0 ? -1 : 0,
    };
}

/// The rest of the term. `product` is the doubled high product of (x + offset) * 2^left and the multiplier.
static inline int32_t pl_narrow_term_round(int32_t product, const pl_narrow_term *term) {
    return (product + ((product >> 31) & term->if_negative) + term->half) >> term->right;
}

/// Product of two elements, offsets added; any parameters.
static inline int8_t pl_mul_s8(int32_t x, int32_t y, const pl_elementwise_output *out) {
    return pl_requantize_s8(x * y, out->multiplier, out->shift, out->offset, out->min, out->max);
}

/// Whether pl_narrow_round does for products of elements with these offsets.
static inline bool pl_mul_is_narrow(int32_t offset_x, int32_t offset_y, const pl_elementwise_output *out) {
    const int64_t magnitude_x = (offset_x < 0 ? -offset_x : offset_x) + 128;
    const int64_t magnitude_y = (offset_y < 0 ? -offset_y : offset_y) + 128;
    return pl_is_narrow_shift(out->shift) && magnitude_x * magnitude_y < PL_NARROW_BOUND;
}

#endif
