// SPDX-License-Identifier: Apache-2.0
//
// pl_widen_rows_dsp for the cores: compilers keep too little of it in registers.
#include "tier.h"

#if PL_BUILDS_DSP && defined(__arm__)

#include "tile_dsp.h"

#define UNUSED __attribute__((unused))

// Four elements in `word` to the words at r1 + offset and r1 + offset + 16.
#define WIDEN(word, offset)                                                                                  \
    "sxtb16 r9, " #word "\n"                                                                                 \
    "sxtb16 r10, " #word ", ror #8\n"                                                                        \
    "str r9, [r1, #" #offset "]\n"                                                                           \
    "str r10, [r1, #" #offset "+16]\n"

__attribute__((naked, noinline)) int32_t *pl_widen_rows_dsp(UNUSED const int8_t *rows,
                                                            UNUSED int32_t *columns,
                                                            UNUSED uint32_t row_bytes, UNUSED uint32_t count,
                                                            UNUSED uint32_t step, UNUSED int8_t *tails) {
    __asm__ volatile(".syntax unified\n"
                     "push {r4-r11, lr}\n"
                     "ldrd r11, lr, [sp, #36]\n" // step, tails
                     "1:\n"
                     "mov r4, r0\n"
                     "subs r12, r2, #16\n"
                     "blt 3f\n"
                     "2:\n"
                     "ldr r5, [r4]\n"
                     "ldr r6, [r4, #4]\n"
                     "ldr r7, [r4, #8]\n"
                     "ldr r8, [r4, #12]\n"
                     "adds r4, #16\n" WIDEN(r5, 0) WIDEN(r6, 32) WIDEN(r7, 64) WIDEN(r8, 96) //
                     "adds r1, #128\n"
                     "subs r12, #16\n"
                     "bge 2b\n"
                     "3:\n"
                     "adds r12, #12\n"
                     "blt 5f\n"
                     "4:\n"
                     "ldr r5, [r4], #4\n" WIDEN(r5, 0) //
                     "adds r1, #32\n"
                     "subs r12, #4\n"
                     "bge 4b\n"
                     "5:\n"
                     "adds r12, #4\n"
                     "beq 7f\n"
                     "6:\n"
                     "ldrb r5, [r4], #1\n"
                     "strb r5, [lr], #1\n"
                     "subs r12, #1\n"
                     "bne 6b\n"
                     "7:\n"
                     "add r0, r11\n"
                     "subs r3, #1\n"
                     "bne 1b\n"
                     "mov r0, r1\n"
                     "pop {r4-r11, pc}\n");
}

#endif
