// SPDX-License-Identifier: Apache-2.0
#include "tier.h"

#if PL_BUILDS_SCALAR && defined(__arm__) && __ARM_ARCH_ISA_THUMB == 1

#include "multiply_columns_scalar.h"

// As in multiply_columns_scalar_host.c.
//   r0 columns  r1 weights  r2 the weights left  r3 a weight  r4-r7 inputs, then runs
//   r8, r9 total  r10, r11 high  r12 2^15  lr end of the row
//   on the stack: columns, taps, end of all weights, r4-r7, lr, r8-r11, sums
__attribute__((naked)) void pl_multiply_columns_scalar(__attribute__((unused)) const uint32_t *columns,
                                                       __attribute__((unused)) const int8_t *weights,
                                                       __attribute__((unused)) uint32_t taps,
                                                       __attribute__((unused)) uint32_t rows,
                                                       __attribute__((unused)) int32_t *sums) {
    __asm__(".syntax unified            \n"
            "push   {r4-r7, lr}         \n"
            "mov    r4, r8              \n"
            "mov    r5, r9              \n"
            "mov    r6, r10             \n"
            "mov    r7, r11             \n"
            "push   {r4-r7}             \n"
            "muls   r3, r2, r3          \n"
            "adds   r3, r3, r1          \n"
            "push   {r0, r2, r3}        \n"
            "adds   r2, r2, r1          \n"
            "mov    lr, r2              \n"
            "movs   r2, #0x80           \n"
            "lsls   r2, r2, #8          \n"
            "mov    r12, r2             \n"
            "1:                         \n" // a row
            "movs   r2, #0              \n"
            "mov    r8, r2              \n"
            "mov    r9, r2              \n"
            "mov    r10, r2             \n"
            "mov    r11, r2             \n"
            "2:                         \n" // four taps
            "ldmia  r1!, {r2}           \n"
            "ldmia  r0!, {r4-r7}        \n"
            "sxtb   r3, r2              \n"
            "muls   r4, r3, r4          \n"
            "muls   r5, r3, r5          \n"
            "asrs   r2, r2, #8          \n"
            "sxtb   r3, r2              \n"
            "muls   r6, r3, r6          \n"
            "muls   r7, r3, r7          \n"
            "adds   r4, r4, r6          \n"
            "add    r8, r4              \n"
            "add    r4, r12             \n"
            "asrs   r4, r4, #16         \n"
            "add    r10, r4             \n"
            "adds   r5, r5, r7          \n"
            "add    r9, r5              \n"
            "add    r5, r12             \n"
            "asrs   r5, r5, #16         \n"
            "add    r11, r5             \n"
            "ldmia  r0!, {r4-r7}        \n"
            "asrs   r2, r2, #8          \n"
            "sxtb   r3, r2              \n"
            "muls   r4, r3, r4          \n"
            "muls   r5, r3, r5          \n"
            "asrs   r3, r2, #8          \n"
            "muls   r6, r3, r6          \n"
            "muls   r7, r3, r7          \n"
            "adds   r4, r4, r6          \n"
            "add    r8, r4              \n"
            "add    r4, r12             \n"
            "asrs   r4, r4, #16         \n"
            "add    r10, r4             \n"
            "adds   r5, r5, r7          \n"
            "add    r9, r5              \n"
            "add    r5, r12             \n"
            "asrs   r5, r5, #16         \n"
            "add    r11, r5             \n"
            "cmp    r1, lr              \n"
            "bne    2b                  \n"
            "mov    r3, r10             \n"
            "lsls   r4, r3, #16         \n"
            "mov    r2, r8              \n"
            "subs   r2, r2, r4          \n"
            "mov    r5, r11             \n"
            "lsls   r6, r5, #16         \n"
            "mov    r4, r9              \n"
            "subs   r4, r4, r6          \n"
            "ldr    r6, [sp, #48]       \n"
            "stmia  r6!, {r2-r5}        \n"
            "str    r6, [sp, #48]       \n"
            "ldr    r0, [sp]            \n"
            "ldr    r2, [sp, #4]        \n"
            "ldr    r3, [sp, #8]        \n"
            "add    lr, r2              \n"
            "cmp    r1, r3              \n"
            "bne    1b                  \n"
            "add    sp, #12             \n"
            "pop    {r4-r7}             \n"
            "mov    r8, r4              \n"
            "mov    r9, r5              \n"
            "mov    r10, r6             \n"
            "mov    r11, r7             \n"
            "pop    {r4-r7, pc}         \n");
}

#endif
