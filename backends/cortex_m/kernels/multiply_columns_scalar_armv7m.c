// SPDX-License-Identifier: Apache-2.0
#include "tier.h"

#if PL_BUILDS_SCALAR && defined(__arm__) && __ARM_ARCH_ISA_THUMB == 2

#include "multiply_columns_scalar.h"

// Two taps: the products of four inputs with two weights, which are bytes of r2.
#define TWO_TAPS(first, second)                                                                              \
    "ldmia  r0!, {r4-r7}        \n"                                                                          \
    "sxtb   r3, r2, ror #" #first "\n"                                                                       \
    "mla    r4, r4, r3, r12     \n"                                                                          \
    "mla    r5, r5, r3, r12     \n"                                                                          \
    "sxtb   r3, r2, ror #" #second "\n"                                                                      \
    "mla    r4, r6, r3, r4      \n"                                                                          \
    "mla    r5, r7, r3, r5      \n"                                                                          \
    "add    r8, r8, r4          \n"                                                                          \
    "add    r10, r10, r5        \n"                                                                          \
    "add    r9, r9, r4, asr #16 \n"                                                                          \
    "add    r11, r11, r5, asr #16 \n"

#define FOUR_TAPS "ldr    r2, [r1], #4        \n" TWO_TAPS(0, 8) TWO_TAPS(16, 24)

// clang-format off
// As in multiply_columns_scalar_host.c. Each run starts from 2^15, which the total begins without.
//   r0 columns  r1 weights  r2 four weights  r3 a weight  r4-r7 inputs, then runs
//   r8, r10 total  r9, r11 high  r12 2^15  lr end of the row
//   on the stack: columns, taps, end of all weights, -taps / 2 * 2^15, r4-r11, lr, sums
__attribute__((naked)) void pl_multiply_columns_scalar(__attribute__((unused)) const uint32_t *columns,
                                                       __attribute__((unused)) const int8_t *weights,
                                                       __attribute__((unused)) uint32_t taps,
                                                       __attribute__((unused)) uint32_t rows,
                                                       __attribute__((unused)) int32_t *sums) {
    __asm__(".syntax unified            \n"
            "push   {r4-r11, lr}        \n"
            "mla    r3, r2, r3, r1      \n"
            "lsl    r4, r2, #14         \n"
            "negs   r4, r4              \n"
            "push   {r0, r2, r3, r4}    \n"
            "mov    r12, #0x8000        \n"
            "add    lr, r1, r2          \n"
            "1:                         \n" // a row; r2: taps
            "ldr    r8, [sp, #12]       \n"
            "movs   r9, #0              \n"
            "movs   r11, #0             \n"
            "mov    r10, r8             \n"
            "tst    r2, #4              \n"
            "bne    3f                  \n"
            "2:                         \n" // eight taps
            FOUR_TAPS
            "3:                         \n" // or the first four
            FOUR_TAPS
            "cmp    r1, lr              \n"
            "bne    2b                  \n"
            "ldr    r6, [sp, #52]       \n"
            "sub    r8, r8, r9, lsl #16 \n"
            "sub    r10, r10, r11, lsl #16 \n"
            "stmia  r6!, {r8-r11}       \n"
            "str    r6, [sp, #52]       \n"
            "ldr    r0, [sp]            \n"
            "ldr    r2, [sp, #4]        \n"
            "ldr    r3, [sp, #8]        \n"
            "add    lr, lr, r2          \n"
            "cmp    r1, r3              \n"
            "bne    1b                  \n"
            "add    sp, sp, #16         \n"
            "pop    {r4-r11, pc}        \n");
}
// clang-format on

#endif
