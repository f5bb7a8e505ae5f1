// SPDX-License-Identifier: Apache-2.0
#include "tier.h"

#if PL_BUILDS_SCALAR && defined(__arm__) && __ARM_ARCH_ISA_THUMB == 2

#include "multiply_vector_scalar.h"

// Two inputs and two weights to a multiplication: (x0 + x1 * 2^16) * (w1 + w0 * 2^16) has x0 * w0 + x1 * w1
// in its high half, above x0 * w1. Weights come as w + 128, so 128 * 2^16 + 128 times the inputs is taken out
// again, and 2^15 is added for the low half's sign: both once for four rows.
#define TWO_TAPS(x_offset, w_offset)                                                                         \
    "ldrsb  r2, [r0, #" #x_offset "]       \n"                                                               \
    "ldrsb  r3, [r0, #" #x_offset " + 1]   \n"                                                               \
    "ldr    r4, [r1, #" #w_offset "]       \n"                                                               \
    "ldr    r5, [r1, #" #w_offset " + 4]   \n"                                                               \
    "add    r2, r2, r3, lsl #16            \n"                                                               \
    "sub    r3, r7, r2, lsl #7             \n"                                                               \
    "sub    r3, r3, r2, lsl #23            \n"                                                               \
    "and    r6, r12, r4                    \n"                                                               \
    "mla    r6, r6, r2, r3                 \n"                                                               \
    "add    r8, r8, r6, asr #16            \n"                                                               \
    "and    r6, r12, r4, lsr #8            \n"                                                               \
    "mla    r6, r6, r2, r3                 \n"                                                               \
    "add    r9, r9, r6, asr #16            \n"                                                               \
    "and    r6, r12, r5                    \n"                                                               \
    "mla    r6, r6, r2, r3                 \n"                                                               \
    "add    r10, r10, r6, asr #16          \n"                                                               \
    "and    r6, r12, r5, lsr #8            \n"                                                               \
    "mla    r6, r6, r2, r3                 \n"                                                               \
    "add    r11, r11, r6, asr #16          \n"

// clang-format off
//   r0 input  r1 weights  r2 two inputs  r3 what every product is added to  r4, r5 weights  r7 2^15
//   r8-r11 sums  r12 a byte of each half  lr end of the weights
__attribute__((naked)) void pl_multiply_vector_scalar(__attribute__((unused)) const int8_t *input,
                                                      __attribute__((unused)) const uint8_t *weights,
                                                      __attribute__((unused)) uint32_t taps,
                                                      __attribute__((unused)) int32_t sums[PL_LANES]) {
    __asm__(".syntax unified                    \n"
            "push   {r3-r11, lr}                \n"
            "add    lr, r1, r2, lsl #2          \n"
            "ldmia  r3, {r8-r11}                \n"
            "mov    r7, #0x8000                 \n"
            "mov    r12, #0x00FF00FF            \n"
            "1:                                 \n" // four taps
            TWO_TAPS(0, 0)
            TWO_TAPS(2, 8)
            "adds   r0, r0, #4                  \n"
            "adds   r1, r1, #16                 \n"
            "cmp    r1, lr                      \n"
            "bne    1b                          \n"
            "pop    {r3}                        \n"
            "stmia  r3, {r8-r11}                \n"
            "pop    {r4-r11, pc}                \n");
}
// clang-format on

#endif
