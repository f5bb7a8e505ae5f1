// SPDX-License-Identifier: Apache-2.0
#include "tier.h"

#if PL_BUILDS_SCALAR && defined(__arm__) && __ARM_ARCH_ISA_THUMB == 1

#include "depthwise_3x3_scalar.h"

// Each input is read once and multiplied for all pixels that see it.
//   r0 input  r1 weights  r2-r4 weights  r5 an input  r6 a product  r7 zero  r8-r11 sums  r12 step
//   lr from behind the last column of a row to the next row
//   on the stack: input of the channel, end of the channel's weights, end of all weights, r4-r7, lr, r8-r11,
//   channels, where the sums go
#define BEGIN                                                                                                \
    ".syntax unified            \n"                                                                          \
    "push   {r4-r7, lr}         \n"                                                                          \
    "mov    r4, r8              \n"                                                                          \
    "mov    r5, r9              \n"                                                                          \
    "mov    r6, r10             \n"                                                                          \
    "mov    r7, r11             \n"                                                                          \
    "push   {r4-r7}             \n"                                                                          \
    "mov    r12, r1             \n"                                                                          \
    "ldr    r4, [sp, #36]       \n"                                                                          \
    "movs   r5, #12             \n"                                                                          \
    "muls   r5, r4, r5          \n"                                                                          \
    "adds   r6, r5, r3          \n"                                                                          \
    "movs   r4, r0              \n"                                                                          \
    "movs   r5, r3              \n"                                                                          \
    "push   {r4-r6}             \n"                                                                          \
    "movs   r7, #0              \n"

// r1: columns that are read
#define CHANNEL                                                                                              \
    "mov    r4, r12             \n"                                                                          \
    "muls   r1, r4, r1          \n"                                                                          \
    "subs   r2, r2, r1          \n"                                                                          \
    "mov    lr, r2              \n"                                                                          \
    "movs   r1, r3              \n"                                                                          \
    "1:                         \n"                                                                          \
    "ldr    r2, [sp, #4]        \n"                                                                          \
    "adds   r2, r2, #12         \n"                                                                          \
    "str    r2, [sp, #4]        \n"                                                                          \
    "ldr    r0, [sp]            \n"                                                                          \
    "adds   r2, r0, #1          \n"                                                                          \
    "str    r2, [sp]            \n"                                                                          \
    "mov    r8, r7              \n"                                                                          \
    "mov    r9, r7              \n"                                                                          \
    "mov    r10, r7             \n"                                                                          \
    "mov    r11, r7             \n"                                                                          \
    "2:                         \n"                                                                          \
    "ldmia  r1!, {r2}           \n"                                                                          \
    "lsls   r3, r2, #16         \n"                                                                          \
    "asrs   r3, r3, #24         \n"                                                                          \
    "lsls   r4, r2, #8          \n"                                                                          \
    "asrs   r4, r4, #24         \n"                                                                          \
    "sxtb   r2, r2              \n"

#define COLUMN                                                                                               \
    "ldrsb  r5, [r0, r7]        \n"                                                                          \
    "add    r0, r12             \n"

#define MAC(sum, weight)                                                                                     \
    "movs   r6, r5              \n"                                                                          \
    "muls   r6, " weight ", r6  \n"                                                                          \
    "add    " sum ", r6         \n"

#define LAST_MAC(sum, weight)                                                                                \
    "muls   r5, " weight ", r5  \n"                                                                          \
    "add    " sum ", r5         \n"

#define END(sums_stored)                                                                                     \
    "add    r0, lr               \n"                                                                         \
    "ldr    r2, [sp, #4]         \n"                                                                         \
    "cmp    r1, r2               \n"                                                                         \
    "bne    2b                   \n"                                                                         \
    "ldr    r0, [sp, #52]        \n"                                                                         \
    "mov    r3, r8               \n"                                                                         \
    "mov    r4, r9               \n"                                                                         \
    "mov    r5, r10              \n"                                                                         \
    "mov    r6, r11              \n"                                                                         \
    "stmia  r0!, {" sums_stored "}\n"                                                                        \
    "str    r0, [sp, #52]        \n"                                                                         \
    "ldr    r2, [sp, #8]         \n"                                                                         \
    "cmp    r1, r2               \n"                                                                         \
    "bne    1b                   \n"                                                                         \
    "add    sp, #12              \n"                                                                         \
    "pop    {r4-r7}              \n"                                                                         \
    "mov    r8, r4               \n"                                                                         \
    "mov    r9, r5               \n"                                                                         \
    "mov    r10, r6              \n"                                                                         \
    "mov    r11, r7              \n"                                                                         \
    "pop    {r4-r7, pc}          \n"

// clang-format off
// One row of the windows, column by column.
#define ROW \
    COLUMN LAST_MAC("r8", "r2") \
    COLUMN MAC("r8", "r3") LAST_MAC("r9", "r2") \
    COLUMN MAC("r8", "r4") MAC("r9", "r3") LAST_MAC("r10", "r2") \
    COLUMN MAC("r9", "r4") MAC("r10", "r3") LAST_MAC("r11", "r2") \
    COLUMN MAC("r10", "r4") LAST_MAC("r11", "r3") \
    COLUMN LAST_MAC("r11", "r4")

#define ROW_STRIDE_2 \
    COLUMN LAST_MAC("r8", "r2") \
    COLUMN LAST_MAC("r8", "r3") \
    COLUMN MAC("r8", "r4") LAST_MAC("r9", "r2") \
    COLUMN LAST_MAC("r9", "r3") \
    COLUMN MAC("r9", "r4") LAST_MAC("r10", "r2") \
    COLUMN LAST_MAC("r10", "r3") \
    COLUMN MAC("r10", "r4") LAST_MAC("r11", "r2") \
    COLUMN LAST_MAC("r11", "r3") \
    COLUMN LAST_MAC("r11", "r4")

#define ROW_OF_PIXEL \
    COLUMN LAST_MAC("r8", "r2") \
    COLUMN LAST_MAC("r8", "r3") \
    COLUMN LAST_MAC("r8", "r4")
// clang-format on

__attribute__((naked)) void
pl_depthwise_3x3_scalar(__attribute__((unused)) const int8_t *input, __attribute__((unused)) uint32_t step,
                        __attribute__((unused)) uint32_t row, __attribute__((unused)) const int8_t *weights,
                        __attribute__((unused)) uint32_t channels, __attribute__((unused)) int32_t *sums) {
    __asm__(BEGIN "movs r1, #6\n" CHANNEL ROW END("r3-r6"));
}

__attribute__((naked)) void pl_depthwise_3x3_stride_2_scalar(__attribute__((unused)) const int8_t *input,
                                                             __attribute__((unused)) uint32_t step,
                                                             __attribute__((unused)) uint32_t row,
                                                             __attribute__((unused)) const int8_t *weights,
                                                             __attribute__((unused)) uint32_t channels,
                                                             __attribute__((unused)) int32_t *sums) {
    __asm__(BEGIN "movs r1, #9\n" CHANNEL ROW_STRIDE_2 END("r3-r6"));
}

__attribute__((naked)) void pl_depthwise_3x3_pixel_scalar(__attribute__((unused)) const int8_t *input,
                                                          __attribute__((unused)) uint32_t step,
                                                          __attribute__((unused)) uint32_t row,
                                                          __attribute__((unused)) const int8_t *weights,
                                                          __attribute__((unused)) uint32_t channels,
                                                          __attribute__((unused)) int32_t *sums) {
    __asm__(BEGIN "movs r1, #3\n" CHANNEL ROW_OF_PIXEL END("r3"));
}

#endif
