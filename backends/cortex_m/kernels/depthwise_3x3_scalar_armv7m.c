// SPDX-License-Identifier: Apache-2.0
#include "tier.h"

#if PL_BUILDS_SCALAR && defined(__arm__) && __ARM_ARCH_ISA_THUMB == 2

#include "depthwise_3x3_scalar.h"

// Each input is read once and multiplied for all pixels that see it.
//
//   r0      channel of the input
//   r1      step
//   r2      from the last two columns of a row to the next row
//   r3      weights
//   r4-r7   sums
//   r8-r10  weights of a row
//   r11, lr inputs
//   r12     columns
//
// On the stack: end of the weights, r4-r11, lr, channels, where the sums go.
#define BEGIN                                                                                                \
    ".syntax unified             \n"                                                                         \
    "push   {r4-r11, lr}         \n"                                                                         \
    "ldr    r4, [sp, #36]        \n"                                                                         \
    "add    r4, r4, r4, lsl #1   \n"                                                                         \
    "add    r4, r3, r4, lsl #2   \n"                                                                         \
    "push   {r4}                 \n"

#define CHANNEL                                                                                              \
    "1:                          \n"                                                                         \
    "mov    r12, r0              \n"                                                                         \
    "adds   r0, r0, #1           \n"

#define WEIGHTS(offset)                                                                                      \
    "ldrsb  r8, [r3, #" #offset "]\n"                                                                        \
    "ldrsb  r9, [r3, #" #offset " + 1]\n"                                                                    \
    "ldrsb  r10, [r3, #" #offset " + 2]\n"

#define TWO_INPUTS                                                                                           \
    "ldrsb  r11, [r12]           \n"                                                                         \
    "ldrsb  lr, [r12, r1]        \n"

#define TWO_COLUMNS TWO_INPUTS "add    r12, r12, r1, lsl #1\n"

#define NEXT_ROW "add    r12, r12, r2\n"

#define MUL(sum, input, weight) "mul    " sum ", " input ", " weight "\n"

#define MLA(sum, input, weight) "mla    " sum ", " input ", " weight ", " sum "\n"

// clang-format off
// One row of the windows, column by column. `start` is MUL in the first row, MLA in the others.
#define ROW(offset, start) \
    WEIGHTS(offset) \
    TWO_COLUMNS \
    start("r4", "r11", "r8") \
    MLA("r4", "lr", "r9") start("r5", "lr", "r8") \
    TWO_COLUMNS \
    MLA("r4", "r11", "r10") MLA("r5", "r11", "r9") start("r6", "r11", "r8") \
    MLA("r5", "lr", "r10") MLA("r6", "lr", "r9") start("r7", "lr", "r8") \
    TWO_INPUTS \
    MLA("r6", "r11", "r10") MLA("r7", "r11", "r9") \
    MLA("r7", "lr", "r10")

#define ROW_STRIDE_2(offset, start) \
    WEIGHTS(offset) \
    TWO_COLUMNS \
    start("r4", "r11", "r8") \
    MLA("r4", "lr", "r9") \
    TWO_COLUMNS \
    MLA("r4", "r11", "r10") start("r5", "r11", "r8") \
    MLA("r5", "lr", "r9") \
    TWO_COLUMNS \
    MLA("r5", "r11", "r10") start("r6", "r11", "r8") \
    MLA("r6", "lr", "r9") \
    TWO_COLUMNS \
    MLA("r6", "r11", "r10") start("r7", "r11", "r8") \
    MLA("r7", "lr", "r9") \
    "ldrsb  r11, [r12]\n" \
    MLA("r7", "r11", "r10")

#define ROW_OF_PIXEL(offset, start) \
    WEIGHTS(offset) \
    TWO_INPUTS \
    "ldrsb  r6, [r12, r1, lsl #1]\n" \
    start("r4", "r11", "r8") \
    MLA("r4", "lr", "r9") \
    MLA("r4", "r6", "r10")
// clang-format on

#define END(store)                                                                                           \
    "adds   r3, r3, #12          \n"                                                                         \
    "ldr    r12, [sp, #44]       \n"                                                                         \
    "ldr    lr, [sp]             \n"                                                                         \
    "cmp    r3, lr               \n" store "str    r12, [sp, #44]       \n"                                  \
    "bne    1b                   \n"                                                                         \
    "add    sp, sp, #4           \n"                                                                         \
    "pop    {r4-r11, pc}         \n"

__attribute__((naked)) void
pl_depthwise_3x3_scalar(__attribute__((unused)) const int8_t *input, __attribute__((unused)) uint32_t step,
                        __attribute__((unused)) uint32_t row, __attribute__((unused)) const int8_t *weights,
                        __attribute__((unused)) uint32_t channels, __attribute__((unused)) int32_t *sums) {
    __asm__(BEGIN "sub r2, r2, r1, lsl #2\n" CHANNEL ROW(0, MUL) NEXT_ROW ROW(4, MLA) NEXT_ROW ROW(8, MLA)
                END("stmia  r12!, {r4-r7}\n"));
}

__attribute__((naked)) void pl_depthwise_3x3_stride_2_scalar(__attribute__((unused)) const int8_t *input,
                                                             __attribute__((unused)) uint32_t step,
                                                             __attribute__((unused)) uint32_t row,
                                                             __attribute__((unused)) const int8_t *weights,
                                                             __attribute__((unused)) uint32_t channels,
                                                             __attribute__((unused)) int32_t *sums) {
    __asm__(BEGIN "sub r2, r2, r1, lsl #3\n" CHANNEL ROW_STRIDE_2(0, MUL) NEXT_ROW ROW_STRIDE_2(4, MLA)
                NEXT_ROW ROW_STRIDE_2(8, MLA) END("stmia  r12!, {r4-r7}\n"));
}

__attribute__((naked)) void pl_depthwise_3x3_pixel_scalar(__attribute__((unused)) const int8_t *input,
                                                          __attribute__((unused)) uint32_t step,
                                                          __attribute__((unused)) uint32_t row,
                                                          __attribute__((unused)) const int8_t *weights,
                                                          __attribute__((unused)) uint32_t channels,
                                                          __attribute__((unused)) int32_t *sums) {
    __asm__(BEGIN CHANNEL ROW_OF_PIXEL(0, MUL) NEXT_ROW ROW_OF_PIXEL(4, MLA) NEXT_ROW ROW_OF_PIXEL(8, MLA)
                END("str    r4, [r12], #4\n"));
}

#endif
