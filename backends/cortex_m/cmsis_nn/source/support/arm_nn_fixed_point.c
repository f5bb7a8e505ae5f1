// SPDX-License-Identifier: Apache-2.0
// The steps that softmax is made of, for programs.
#include "arm_nnsupportfunctions.h"
#include "internal/fixed_point.h"

int32_t arm_nn_doubling_high_mult(int32_t m1, int32_t m2) {
    return m1 == INT32_MIN && m2 == INT32_MIN ? INT32_MAX : pl_doubling_high_mult(m1, m2);
}

int32_t arm_nn_doubling_high_mult_no_sat(int32_t m1, int32_t m2) {
    return pl_doubling_high_mult(m1, m2);
}

int32_t arm_nn_divide_by_power_of_two(int32_t dividend, int32_t exponent) {
    return pl_divide_by_power_of_two(dividend, exponent);
}

int32_t arm_nn_mult_by_power_of_two(int32_t val, int32_t exp) {
    const int32_t limit = INT32_MAX >> exp;
    if (val > limit) {
        return INT32_MAX;
    }
    return val < -limit ? INT32_MIN : val * (1 << exp);
}

int32_t arm_nn_exp_on_negative_values(int32_t val) {
    return pl_exp_of_negative(val);
}

int32_t arm_nn_one_over_one_plus_x_for_x_in_0_1(int32_t val) {
    // (val + 1) / 2, rounded
    return pl_reciprocal((int32_t)(((int64_t)val + (INT64_C(1) << 31)) >> 1));
}
