// SPDX-License-Identifier: Apache-2.0
#include "tier.h"

#if PL_BUILDS_SCALAR && defined(__arm__) && __ARM_ARCH_ISA_THUMB == 1

#include "requantize_scalar.h"

#include <stddef.h>

_Static_assert(offsetof(pl_results, bias) == 0 && offsetof(pl_results, output) == 12 &&
                   offsetof(pl_results, bias_end) == 16 && offsetof(pl_results, pixels) == 20 &&
                   offsetof(pl_results, spare) == 24 && offsetof(pl_results, stride) == 28 &&
                   offsetof(pl_results, output_offset) == 32 && offsetof(pl_results, activation_min) == 36 &&
                   offsetof(pl_results, activation_max) == 40,
               "as in the assembly");

// As in requantize_scalar_host.c, with the product from 16-bit halves, of which only that of the sum has a
// sign: sum * multiplier = high * 2^32 + middle * 2^16 + low, and nothing overflows 32 bits. The carry of a
// shift to the right rounds it.
//   r0 sums  r4 output  r5 shift  r6, r7 halves of the multiplier  r8 bias  r9 addend  r10, r11 activation
//   r12 end of the channel's sums  lr stride
__attribute__((naked)) void pl_requantize_scalar(__attribute__((unused)) pl_results *results,
                                                 __attribute__((unused)) const int32_t *sums) {
    __asm__(".syntax unified            \n"
            "push   {r4-r7, lr}         \n"
            "mov    r4, r8              \n"
            "mov    r5, r9              \n"
            "mov    r6, r10             \n"
            "mov    r7, r11             \n"
            "push   {r0, r4-r7}         \n"
            "ldr    r2, [r0, #36]       \n"
            "mov    r10, r2             \n"
            "ldr    r2, [r0, #40]       \n"
            "mov    r11, r2             \n"
            "ldr    r2, [r0, #28]       \n"
            "mov    lr, r2              \n"
            "movs   r3, r1              \n"
            "movs   r1, r0              \n"
            "movs   r0, r3              \n"
            "1:                         \n" // a channel; r1: results
            "ldmia  r1!, {r2-r5}        \n"
            "ldmia  r2!, {r7}           \n"
            "mov    r8, r7              \n"
            "ldmia  r3!, {r6}           \n"
            "ldmia  r4!, {r7}           \n"
            "subs   r1, r1, #16         \n"
            "adds   r5, r5, #1          \n"
            "stmia  r1!, {r2-r5}        \n"
            "subs   r4, r5, #1          \n"
            "negs   r5, r7              \n"
            "ldr    r2, [r1, #16]       \n"
            "lsls   r2, r2, #1          \n"
            "adds   r2, r2, #1          \n"
            "lsls   r2, r2, r5          \n"
            "asrs   r2, r2, #1          \n"
            "mov    r9, r2              \n"
            "uxth   r7, r6              \n"
            "lsrs   r6, r6, #16         \n"
            "ldr    r2, [r1, #4]        \n"
            "lsls   r2, r2, #2          \n"
            "adds   r2, r2, r0          \n"
            "mov    r12, r2             \n"
            "2:                         \n" // a pixel
            "ldmia  r0!, {r1}           \n"
            "add    r1, r8              \n"
            "sxth   r2, r1              \n"
            "subs   r1, r1, r2          \n"
            "asrs   r1, r1, #16         \n"
            "movs   r3, r2              \n"
            "muls   r3, r7, r3          \n"
            "asrs   r3, r3, #16         \n"
            "muls   r2, r6, r2          \n"
            "adds   r2, r2, r3          \n"
            "movs   r3, r1              \n"
            "muls   r3, r7, r3          \n"
            "adds   r2, r2, r3          \n"
            "muls   r1, r6, r1          \n"
            "lsls   r1, r1, #1          \n"
            "asrs   r2, r2, #15         \n"
            "adcs   r1, r2              \n"
            "asrs   r2, r1, #31         \n"
            "adds   r1, r1, r2          \n"
            "add    r1, r9              \n"
            "asrs   r1, r1, r5          \n"
            "cmp    r1, r10             \n"
            "blt    4f                  \n"
            "cmp    r1, r11             \n"
            "bgt    5f                  \n"
            "3:                         \n"
            "strb   r1, [r4]            \n"
            "add    r4, lr              \n"
            "cmp    r0, r12             \n"
            "bne    2b                  \n"
            "ldr    r1, [sp]            \n"
            "ldr    r2, [r1, #24]       \n"
            "lsls   r2, r2, #2          \n"
            "adds   r0, r0, r2          \n"
            "ldr    r2, [r1]            \n"
            "ldr    r3, [r1, #16]       \n"
            "cmp    r2, r3              \n"
            "bne    1b                  \n"
            "pop    {r0, r4-r7}         \n"
            "mov    r8, r4              \n"
            "mov    r9, r5              \n"
            "mov    r10, r6             \n"
            "mov    r11, r7             \n"
            "pop    {r4-r7, pc}         \n"
            "4:                         \n"
            "mov    r1, r10             \n"
            "b      3b                  \n"
            "5:                         \n"
            "mov    r1, r11             \n"
            "b      3b                  \n");
}

#endif
