// SPDX-License-Identifier: Apache-2.0
#include "tier.h"

#if PL_BUILDS_SCALAR && defined(__arm__) && __ARM_ARCH_ISA_THUMB == 1

#include "multiply_vector_scalar.h"

// clang-format off
// The products of two rows with two taps. `word`, four weights + 128, is used up.
#define TWO_ROWS(word, first, second)                                                                        \
    "eors   " word ", " word ", r7    \n"                                                                    \
    "sxtb   r6, " word "              \n"                                                                    \
    "muls   r6, r3, r6                \n"                                                                    \
    "add    " first ", r6             \n"                                                                    \
    "asrs   " word ", " word ", #8    \n"                                                                    \
    "sxtb   r6, " word "              \n"                                                                    \
    "muls   r6, r3, r6                \n"                                                                    \
    "add    " second ", r6            \n"                                                                    \
    "asrs   " word ", " word ", #8    \n"                                                                    \
    "sxtb   r6, " word "              \n"                                                                    \
    "muls   r6, r2, r6                \n"                                                                    \
    "add    " first ", r6             \n"                                                                    \
    "asrs   " word ", " word ", #8    \n"                                                                    \
    "muls   " word ", r2, " word "    \n"                                                                    \
    "add    " second ", " word "      \n"

#define TWO_TAPS(offset) \
    "ldrb   r2, [r0, #" #offset "]\n" \
    "ldrb   r3, [r0, #" #offset " + 1]\n" \
    "sxtb   r2, r2              \n" \
    "sxtb   r3, r3              \n" \
    "ldmia  r1!, {r4, r5}       \n" \
    TWO_ROWS("r4", "r8", "r9") \
    TWO_ROWS("r5", "r10", "r11")

//   r0 input  r1 weights  r2, r3 two inputs  r4, r5 weights  r7 128 in each byte  r8-r11 sums  r12 end of the weights
__attribute__((naked)) void pl_multiply_vector_scalar(__attribute__((unused)) const int8_t *input,
                                                      __attribute__((unused)) const uint8_t *weights,
                                                      __attribute__((unused)) uint32_t taps,
                                                      __attribute__((unused)) int32_t sums[PL_LANES]) {
    __asm__(".syntax unified            \n"
            "push   {r4-r7, lr}         \n"
            "mov    r4, r8              \n"
            "mov    r5, r9              \n"
            "mov    r6, r10             \n"
            "mov    r7, r11             \n"
            "push   {r3-r7}             \n"
            "lsls   r2, r2, #2          \n"
            "adds   r2, r2, r1          \n"
            "mov    r12, r2             \n"
            "ldmia  r3!, {r4-r7}        \n"
            "mov    r8, r4              \n"
            "mov    r9, r5              \n"
            "mov    r10, r6             \n"
            "mov    r11, r7             \n"
            "ldr    r7, =0x80808080     \n"
            "1:                         \n" // four taps
            TWO_TAPS(0)
            TWO_TAPS(2)
            "adds   r0, r0, #4          \n"
            "cmp    r1, r12             \n"
            "bne    1b                  \n"
            "pop    {r0}                \n"
            "mov    r4, r8              \n"
            "mov    r5, r9              \n"
            "mov    r6, r10             \n"
            "mov    r7, r11             \n"
            "stmia  r0!, {r4-r7}        \n"
            "pop    {r4-r7}             \n"
            "mov    r8, r4              \n"
            "mov    r9, r5              \n"
            "mov    r10, r6             \n"
            "mov    r11, r7             \n"
            "pop    {r4-r7, pc}         \n"
            ".ltorg                     \n");
}

// clang-format on

#endif
