// SPDX-License-Identifier: Apache-2.0
// Dot products of int4 weights and int8 inputs. Inputs lie in groups of 32: the 16 of even index, then the 16
// of odd index, which fits the two halves of 16 bytes of weights. A half byte in the upper half of a lane is
// the weight times 16, so all products are 16 times too large; sums of weights are 8 times too large, as (16
// a + 16 b) / 2 has no rest. Nothing is read beyond the last byte of the weights.
//
// Where a row starts in the high half of a byte, inputs of even index belong to high halves, and those of odd
// index to the low halves of the next bytes.
#ifndef PL_CMSIS_NN_DOT_S4_MVE_H
#define PL_CMSIS_NN_DOT_S4_MVE_H

#include <arm_mve.h>
#include <stdbool.h>
#include <stdint.h>

/// Of four columns, the groups of the same index follow one another.
enum { PL_S4_GROUP = 32, PL_S4_COLUMNS = 4, PL_S4_PRODUCT_BITS = 4, PL_S4_WEIGHT_BITS = 3 };

// clang-format off

// q0: what belongs to inputs of even index; q1: of odd index.
#define PL_S4_LOW_FIRST(weights) \
    "vldrb.8 q1, [%[" weights "]], #16\n" \
    "vshl.i8 q0, q1, #4\n"
#define PL_S4_HIGH_FIRST(weights) \
    "vldrb.8 q1, [%[" weights "], #1]\n" \
    "vldrb.8 q0, [%[" weights "]], #16\n" \
    "vshl.i8 q1, q1, #4\n"

#define PL_S4_SUM "vhadd.s8 q0, q0, q1\n"
#define PL_S4_SUM_END "vaddva.s8 %[sum], q0\n"
#define PL_S4_SUM_OPERAND , [sum] "+&Te"(sum)

#define PL_S4_DOT_4_COLUMNS(LOAD, MASKED, SUM, SUM_END, SUM_OPERAND) \
    __asm__ volatile("wlstp.8 lr, %[pairs], 2f\n" \
                     "vmov.i8 q7, #0xf0\n" \
                     "1:\n" LOAD("weights") \
                     "vldrb.8 q2, [%[x]], #64\n" \
                     "vand " MASKED ", " MASKED ", q7\n" \
                     "vldrb.8 q3, [%[x], #-48]\n" \
                     "vmladava.s8 %[dot0], q0, q2\n" \
                     "vldrb.8 q2, [%[x], #-32]\n" \
                     "vmladava.s8 %[dot0], q1, q3\n" \
                     "vldrb.8 q3, [%[x], #-16]\n" \
                     "vmladava.s8 %[dot1], q0, q2\n" \
                     "vldrb.8 q2, [%[x]], #64\n" \
                     "vmladava.s8 %[dot1], q1, q3\n" \
                     "vldrb.8 q3, [%[x], #-48]\n" \
                     "vmladava.s8 %[dot2], q0, q2\n" \
                     "vldrb.8 q2, [%[x], #-32]\n" \
                     "vmladava.s8 %[dot2], q1, q3\n" \
                     "vldrb.8 q3, [%[x], #-16]\n" \
                     "vmladava.s8 %[dot3], q0, q2\n" SUM \
                     "vmladava.s8 %[dot3], q1, q3\n" SUM_END \
                     "letp lr, 1b\n" \
                     "2:\n" \
                     : [dot0] "+&Te"(dot0), [dot1] "+&Te"(dot1), [dot2] "+&Te"(dot2), [dot3] "+&Te"(dot3), \
                       [weights] "+&r"(weights), [x] "+&r"(columns) SUM_OPERAND \
                     : [pairs] "r"(pairs) \
                     : "q0", "q1", "q2", "q3", "q7", "lr", "cc", "memory")

// clang-format on

/// Adds `pairs` pairs of weights times four columns at sums[0], sums[4], sums[8] and sums[12].
static inline void pl_dot_s4_4_columns(const int8_t *weights, bool is_high, const int8_t *columns,
                                       int32_t pairs, int32_t *sums) {
    int32_t dot0 = sums[0], dot1 = sums[4], dot2 = sums[8], dot3 = sums[12];
    if (is_high) {
        PL_S4_DOT_4_COLUMNS(PL_S4_HIGH_FIRST, "q0", "", "", );
    } else {
        PL_S4_DOT_4_COLUMNS(PL_S4_LOW_FIRST, "q1", "", "", );
    }
    sums[0] = dot0;
    sums[4] = dot1;
    sums[8] = dot2;
    sums[12] = dot3;
}

/// Also adds the weights alone at *weights_sum.
static inline void pl_dot_s4_4_columns_and_sum(const int8_t *weights, bool is_high, const int8_t *columns,
                                               int32_t pairs, int32_t *sums, int32_t *weights_sum) {
    int32_t dot0 = sums[0], dot1 = sums[4], dot2 = sums[8], dot3 = sums[12], sum = *weights_sum;
    if (is_high) {
        PL_S4_DOT_4_COLUMNS(PL_S4_HIGH_FIRST, "q0", PL_S4_SUM, PL_S4_SUM_END, PL_S4_SUM_OPERAND);
    } else {
        PL_S4_DOT_4_COLUMNS(PL_S4_LOW_FIRST, "q1", PL_S4_SUM, PL_S4_SUM_END, PL_S4_SUM_OPERAND);
    }
    sums[0] = dot0;
    sums[4] = dot1;
    sums[8] = dot2;
    sums[12] = dot3;
    *weights_sum = sum;
}

// clang-format off

// Two rows, the second in q4 and q5; loads, shifts and products alternate so that their pipes overlap.
#define PL_S4_2_ROWS_LOW_FIRST \
    "vldrb.8 q2, [%[x]], #16\n" \
    "vldrb.8 q1, [%[weights0]], #16\n" \
    "vshl.i8 q0, q1, #4\n" \
    "vldrb.8 q5, [%[weights1]], #16\n" \
    "vmladava.s8 %[dot0], q0, q2\n" \
    "vshl.i8 q4, q5, #4\n" \
    "vldrb.8 q3, [%[x]], #16\n" \
    "vmladava.s8 %[dot1], q4, q2\n" \
    "vand q1, q1, q7\n"
#define PL_S4_2_ROWS_HIGH_FIRST \
    "vldrb.8 q1, [%[weights0], #1]\n" \
    "vldrb.8 q0, [%[weights0]], #16\n" \
    "vshl.i8 q1, q1, #4\n" \
    "vldrb.8 q5, [%[weights1], #1]\n" \
    "vand q0, q0, q7\n" \
    "vldrb.8 q4, [%[weights1]], #16\n" \
    "vshl.i8 q5, q5, #4\n" \
    "vldrb.8 q2, [%[x]], #16\n" \
    "vand q4, q4, q7\n" \
    "vldrb.8 q3, [%[x]], #16\n" \
    "vmladava.s8 %[dot0], q0, q2\n" \
    "vmladava.s8 %[dot1], q4, q2\n"

#define PL_S4_DOT_2_ROWS(LOAD, MASKED) \
    __asm__ volatile("wlstp.8 lr, %[pairs], 2f\n" \
                     "vmov.i8 q7, #0xf0\n" \
                     "1:\n" LOAD "vmladava.s8 %[dot0], q1, q3\n" \
                     "vhadd.s8 q0, q0, q1\n" \
                     "vaddva.s8 %[sum0], q0\n" MASKED "vmladava.s8 %[dot1], q5, q3\n" \
                     "vhadd.s8 q4, q4, q5\n" \
                     "vaddva.s8 %[sum1], q4\n" \
                     "letp lr, 1b\n" \
                     "2:\n" \
                     : [dot0] "+&Te"(dot0), [dot1] "+&Te"(dot1), [sum0] "+&Te"(sum0), [sum1] "+&Te"(sum1), \
                       [weights0] "+&r"(weights0), [weights1] "+&r"(weights1), [x] "+&r"(column) \
                     : [pairs] "r"(pairs) \
                     : "q0", "q1", "q2", "q3", "q4", "q5", "q7", "lr", "cc", "memory")

// clang-format on

/// Adds `pairs` pairs of weights of two rows, which are `apart` bytes apart, times one column at dots[0] and
/// dots[second], and the weights alone at weights_sums[0] and weights_sums[second].
static inline void pl_dot_s4_2_rows(const int8_t *weights, int32_t apart, bool is_high, const int8_t *column,
                                    int32_t pairs, int32_t *dots, int32_t *weights_sums, int32_t second) {
    const int8_t *weights0 = weights, *weights1 = weights + apart;
    int32_t dot0 = dots[0], dot1 = dots[second], sum0 = weights_sums[0], sum1 = weights_sums[second];
    if (is_high) {
        PL_S4_DOT_2_ROWS(PL_S4_2_ROWS_HIGH_FIRST, "");
    } else {
        PL_S4_DOT_2_ROWS(PL_S4_2_ROWS_LOW_FIRST, "vand q5, q5, q7\n");
    }
    dots[0] = dot0;
    dots[second] = dot1;
    weights_sums[0] = sum0;
    weights_sums[second] = sum1;
}

#endif
