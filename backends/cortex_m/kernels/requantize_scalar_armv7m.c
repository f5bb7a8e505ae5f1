// SPDX-License-Identifier: Apache-2.0
#include "tier.h"

#if PL_BUILDS_SCALAR && defined(__arm__) && __ARM_ARCH_ISA_THUMB == 2

#include "requantize_scalar.h"

#include <stddef.h>

_Static_assert(offsetof(pl_results, bias) == 0 && offsetof(pl_results, output) == 12 &&
                   offsetof(pl_results, bias_end) == 16 && offsetof(pl_results, pixels) == 20 &&
                   offsetof(pl_results, spare) == 24 && offsetof(pl_results, stride) == 28 &&
                   offsetof(pl_results, output_offset) == 32 && offsetof(pl_results, activation_min) == 36 &&
                   offsetof(pl_results, activation_max) == 40,
               "as in the assembly");

#define CLAMP                                                                                                \
    "cmp    r12, r6                   \n"                                                                    \
    "it     lt                        \n"                                                                    \
    "movlt  r12, r6                   \n"                                                                    \
    "cmp    r12, r7                   \n"                                                                    \
    "it     gt                        \n"                                                                    \
    "movgt  r12, r7                   \n"

#define SATURATE "ssat   r12, #8, r12              \n"

#define PIXEL(limit)                                                                                         \
    "ldr    r12, [r1], #4             \n"                                                                    \
    "add    r12, r8, r12, lsl #1      \n"                                                                    \
    "smull  lr, r12, r12, r9          \n"                                                                    \
    "add    r12, r12, lr, lsr #31     \n"                                                                    \
    "add    lr, r12, r11              \n"                                                                    \
    "add    r12, lr, r12, asr #31     \n"                                                                    \
    "asr    r12, r12, r10             \n" limit "strb   r12, [r4]                 \n"                        \
    "add    r4, r4, r5                \n"

// clang-format off: one instruction a line
#define CHANNELS(limit)                                                                \
    "1:                         \n"                                                    \
    "ldr    r8, [r0], #4        \n"                                                    \
    "ldr    r9, [r2], #4        \n"                                                    \
    "ldr    r10, [r3], #4       \n"                                                    \
    "ldr    r11, [sp, #20]      \n"                                                    \
    "ldr    r12, [sp, #4]       \n"                                                    \
    "lsl    r8, r8, #1          \n"                                                    \
    "rsb    r10, r10, #0        \n"                                                    \
    "lsl    r11, r11, r10       \n"                                                    \
    "asr    r11, r11, #1        \n"                                                    \
    "tbb    [pc, r12]           \n"                                                    \
    "2:                         \n"                                                    \
    ".byte  0, (11f - 2b) / 2, (12f - 2b) / 2, (13f - 2b) / 2, (14f - 2b) / 2, 0 \n"   \
    "14:                        \n"                                                    \
    PIXEL(limit)                                                                       \
    "13:                        \n"                                                    \
    PIXEL(limit)                                                                       \
    "12:                        \n"                                                    \
    PIXEL(limit)                                                                       \
    "11:                        \n"                                                    \
    PIXEL(limit)                                                                       \
    "ldr    r12, [sp, #16]      \n"                                                    \
    "ldr    r11, [sp, #12]      \n"                                                    \
    "ldr    lr, [sp, #8]        \n"                                                    \
    "add    r4, r4, r12         \n"                                                    \
    "add    r1, r1, r11         \n"                                                    \
    "cmp    r0, lr              \n"                                                    \
    "bne    1b                  \n"

// As in requantize_scalar_host.c. All of int8 is the usual activation range.
//   r0 bias  r1 sums  r2 multiplier  r3 shift  r4 output  r5 stride  r6, r7 activation
//   r8 twice the channel's bias  r9 its multiplier  r10 its shift  r11 its addend  r12, lr product
//   on the stack: results, pixels, where the bias ends, bytes of spare sums, from behind the last pixel to the
//   next channel, 2 * offset + 1
__attribute__((naked)) void pl_requantize_scalar(__attribute__((unused)) pl_results *results,
                                                 __attribute__((unused)) const int32_t *sums) {
    __asm__(".syntax unified            \n"
            "push   {r4-r11, lr}        \n"
            "ldrd   r6, r7, [r0, #20]   \n"
            "ldrd   r5, r10, [r0, #28]  \n"
            "ldr    r8, [r0, #16]       \n"
            "lsl    r9, r7, #2          \n"
            "mul    r7, r6, r5          \n"
            "rsb    r7, r7, #1          \n"
            "lsl    r10, r10, #1        \n"
            "add    r11, r10, #1        \n"
            "mov    r10, r7             \n"
            "mov    r7, r6              \n"
            "mov    r6, r0              \n"
            "push   {r6-r11}            \n"
            "ldrd   r6, r7, [r0, #36]   \n"
            "ldmia  r0, {r0, r2-r4}     \n"
            "cmp    r6, #-128           \n"
            "it     eq                  \n"
            "cmpeq  r7, #127            \n"
            "bne    4f                  \n"
            CHANNELS(SATURATE)
            "b      5f                  \n"
            "4:                         \n"
            CHANNELS(CLAMP)
            "5:                         \n"
            "ldr    r1, [sp]            \n"
            "stmia  r1, {r0, r2-r4}     \n"
            "add    sp, sp, #24         \n"
            "pop    {r4-r11, pc}        \n");
}
// clang-format on

#endif
