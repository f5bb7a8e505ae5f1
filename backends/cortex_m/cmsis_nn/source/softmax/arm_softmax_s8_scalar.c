// SPDX-License-Identifier: Apache-2.0
#include "arm_nnfunctions.h"
#include "internal/fixed_point.h"

/// Bits by which an exponential (Q0.31) is moved to the right before it is summed: 2^12 of them fit.
enum { SUM_RIGHT_SHIFT = 12 };

typedef struct {
    int32_t multiplier;
    int32_t shift;
    int32_t diff_min;
    int32_t max; // largest of the row
} softmax_row;

/// exp of the scaled distance to the row's maximum in Q0.31; 0 where it is too small to count.
static int32_t exponential(int32_t value, const softmax_row *row) {
    const int32_t diff = value - row->max;
    if (diff < row->diff_min) {
        return 0;
    }
    const int32_t scaled = (int32_t)((uint32_t)diff << row->shift);
    return pl_exp_of_negative(pl_doubling_high_mult(scaled, row->multiplier));
}

static int32_t maximum(const int8_t *input, int32_t count) {
    int32_t max = INT8_MIN;
    for (int32_t i = 0; i < count; i++) {
        max = input[i] > max ? input[i] : max;
    }
    return max;
}

/// Zero bits above the highest set one; value is not 0.
static int32_t leading_zeros(uint32_t value) {
    int32_t zeros = 0;
    for (; value < UINT32_C(0x80000000); value <<= 1) {
        zeros++;
    }
    return zeros;
}

static void softmax(const int8_t *input, int32_t count, const softmax_row *row, int8_t *output) {
    uint32_t sum = 0;
    for (int32_t i = 0; i < count; i++) {
        sum += (uint32_t)pl_divide_by_power_of_two(exponential(input[i], row), SUM_RIGHT_SHIFT);
    }
    // The sum is at least 2^19, the term of the maximum. Normalized to [1, 2), and the reciprocal to be moved
    // back.
    const int32_t headroom = leading_zeros(sum);
    const int32_t reciprocal = pl_reciprocal((int32_t)((sum << headroom) >> 1));
    const int32_t right = 31 - 8 + SUM_RIGHT_SHIFT - headroom;
    for (int32_t i = 0; i < count; i++) {
        // With a shift of more than 31 every quotient is less than half a unit.
        const int32_t quotient = pl_doubling_high_mult(reciprocal, exponential(input[i], row));
        const int32_t result = (right > 31 ? 0 : pl_divide_by_power_of_two(quotient, right)) + INT8_MIN;
        output[i] = (int8_t)(result > INT8_MAX ? INT8_MAX : result);
    }
}

void arm_softmax_s8(const int8_t *input, int32_t num_rows, int32_t row_size, int32_t mult, int32_t shift,
                    int32_t diff_min, int8_t *output) {
    for (int32_t i = 0; i < num_rows; i++) {
        const softmax_row row = {mult, shift, diff_min, maximum(input, row_size)};
        softmax(input, row_size, &row, output);
        input += row_size;
        output += row_size;
    }
}
