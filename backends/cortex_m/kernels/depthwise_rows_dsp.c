// SPDX-License-Identifier: Apache-2.0
//
// The functions of depthwise_rows_dsp.h for the cores: taps of the filter stay in six registers, and what one
// pixel pair is loaded for leaves none free.
#include "tier.h"

#if PL_BUILDS_DSP && defined(__arm__)

#include "depthwise_rows_dsp.h"
#include <stddef.h>

_Static_assert(PL_BAND_PAIR * sizeof(int32_t) == 112 && PL_BAND_ROW * sizeof(int32_t) == 16,
               "the offsets below");
_Static_assert(offsetof(pl_band_rows, offset) == 24 && offsetof(pl_band_rows, lanes) == 32,
               "the offsets below");

// r4 to r9 are the taps (0, 1) and (1, 2) of each row, r0 the band. On the stack: a copy of pl_band_rows (0
// band, 4 band_step, 8 out, 12 pixel_step, 16 width, 20 rows), then 24 bias, 28 multiplier, 32 shift, 36
// offset, 40 outputs left in the row, 44 the structure.
#define ENTER                                                                                                \
    ".syntax unified\n"                                                                                      \
    "push {r4-r11, lr}\n"                                                                                    \
    "sub sp, #52\n"                                                                                          \
    "str r0, [sp, #44]\n"                                                                                    \
    "0:\n"                                                                                                   \
    "ldm r0, {r1-r8}\n"                                                                                      \
    "stm sp, {r1-r6}\n"                                                                                      \
    "ldm r8, {r1-r3, r10-r12}\n"                                                                             \
    "add r0, sp, #24\n"                                                                                      \
    "stm r0, {r10-r12}\n"                                                                                    \
    "str r7, [sp, #36]\n"                                                                                    \
    "sxtb16 r4, r1\n"                                                                                        \
    "sxtb16 r5, r1, ror #8\n"                                                                                \
    "sxtb16 r6, r2\n"                                                                                        \
    "sxtb16 r7, r2, ror #8\n"                                                                                \
    "sxtb16 r8, r3\n"                                                                                        \
    "sxtb16 r9, r3, ror #8\n"

#define START_ROW                                                                                            \
    "ldr r0, [sp]\n"                                                                                         \
    "ldr r12, [sp, #16]\n"

// The row is done: to the next one at label 1, to the next channel at label 0, or out.
#define END_ROW                                                                                              \
    "ldrd r0, r1, [sp]\n"                                                                                    \
    "ldr r2, [sp, #20]\n"                                                                                    \
    "add r0, r1\n"                                                                                           \
    "str r0, [sp]\n"                                                                                         \
    "subs r2, #1\n"                                                                                          \
    "str r2, [sp, #20]\n"                                                                                    \
    "bne 1b\n"                                                                                               \
    "ldr r0, [sp, #44]\n"                                                                                    \
    "ldr r1, [r0]\n"                                                                                         \
    "ldr r2, [r0, #8]\n"                                                                                     \
    "ldrd r3, r10, [r0, #28]\n"                                                                              \
    "add r1, #4\n"                                                                                           \
    "add r2, #1\n"                                                                                           \
    "add r3, #24\n"                                                                                          \
    "str r1, [r0]\n"                                                                                         \
    "str r2, [r0, #8]\n"                                                                                     \
    "subs r10, #1\n"                                                                                         \
    "strd r3, r10, [r0, #28]\n"                                                                              \
    "bne 0b\n"                                                                                               \
    "add sp, #52\n"                                                                                          \
    "pop {r4-r11, pc}\n"

// Constants of the requantization (see pl_tile_requantize): r11 multiplier, r12 shift, lr offset.
#define LOAD_QUANT                                                                                           \
    "ldr r11, [sp, #28]\n"                                                                                   \
    "ldr r12, [sp, #32]\n"                                                                                   \
    "ldr lr, [sp, #36]\n"
#define REQUANTIZE_2(a, b)                                                                                   \
    "smmlar " #a ", " #a ", r11, " #a "\n"                                                                   \
    "smmlar " #b ", " #b ", r11, " #b "\n"                                                                   \
    "add " #a ", " #a ", " #a ", asr #31\n"                                                                  \
    "add " #b ", " #b ", " #b ", asr #31\n"                                                                  \
    "asr " #a ", " #a ", r12\n"                                                                              \
    "asr " #b ", " #b ", r12\n"                                                                              \
    "add " #a ", lr\n"                                                                                       \
    "add " #b ", lr\n"                                                                                       \
    "ssat " #a ", #8, " #a ", asr #1\n"                                                                      \
    "ssat " #b ", #8, " #b ", asr #1\n"

// One row of the window for outputs r1 to r3 and r10, `a` and `b` its taps.
#define ROW_OF_4(offset, a, b)                                                                               \
    "ldr r11, [r0, #" #offset "]\n"                                                                          \
    "ldr r12, [r0, #" #offset "+112]\n"                                                                      \
    "ldr lr, [r0, #" #offset "+224]\n"                                                                       \
    "smlad r1, r11, " #a ", r1\n"                                                                            \
    "smlatb r2, r11, " #a ", r2\n"                                                                           \
    "smlad r3, r12, " #a ", r3\n"                                                                            \
    "smlatb r10, r12, " #a ", r10\n"                                                                         \
    "smlabt r1, r12, " #b ", r1\n"                                                                           \
    "smlad r2, r12, " #b ", r2\n"                                                                            \
    "smlabt r3, lr, " #b ", r3\n"                                                                            \
    "smlad r10, lr, " #b ", r10\n"

// The same for outputs r1 and r2.
#define ROW_OF_2(offset, a, b)                                                                               \
    "ldr r11, [r0, #" #offset "]\n"                                                                          \
    "ldr r12, [r0, #" #offset "+112]\n"                                                                      \
    "smlad r1, r11, " #a ", r1\n"                                                                            \
    "smlatb r2, r11, " #a ", r2\n"                                                                           \
    "smlabt r1, r12, " #b ", r1\n"                                                                           \
    "smlad r2, r12, " #b ", r2\n"

// The same for windows two pixels apart.
#define ROW_OF_2_APART(offset, a, b)                                                                         \
    "ldr r11, [r0, #" #offset "]\n"                                                                          \
    "ldr r12, [r0, #" #offset "+112]\n"                                                                      \
    "ldr lr, [r0, #" #offset "+224]\n"                                                                       \
    "smlad r1, r11, " #a ", r1\n"                                                                            \
    "smlad r2, r12, " #a ", r2\n"                                                                            \
    "smlabt r1, r12, " #b ", r1\n"                                                                           \
    "smlabt r2, lr, " #b ", r2\n"
#define ROW_OF_1(offset, a, b)                                                                               \
    "ldr r11, [r0, #" #offset "]\n"                                                                          \
    "ldr r12, [r0, #" #offset "+112]\n"                                                                      \
    "smlad r1, r11, " #a ", r1\n"                                                                            \
    "smlabt r1, r12, " #b ", r1\n"

// Stores r1, or r1 and r2, and moves `out` on.
#define STORE_1                                                                                              \
    "ldr r11, [sp, #8]\n"                                                                                    \
    "ldr r12, [sp, #12]\n"                                                                                   \
    "strb r1, [r11]\n"                                                                                       \
    "add r11, r12\n"                                                                                         \
    "str r11, [sp, #8]\n"
#define STORE_2                                                                                              \
    "ldr r11, [sp, #8]\n"                                                                                    \
    "ldr r12, [sp, #12]\n"                                                                                   \
    "strb r1, [r11]\n"                                                                                       \
    "add r11, r12\n"                                                                                         \
    "strb r2, [r11]\n"                                                                                       \
    "add r11, r12\n"                                                                                         \
    "str r11, [sp, #8]\n"

// An output alone.
#define LAST_1                                                                                               \
    "ldr r1, [sp, #24]\n" ROW_OF_1(0, r4, r5) ROW_OF_1(16, r6, r7) ROW_OF_1(32, r8, r9) LOAD_QUANT           \
        "smmlar r1, r1, r11, r1\n"                                                                           \
        "add r1, r1, r1, asr #31\n"                                                                          \
        "asr r1, r1, r12\n"                                                                                  \
        "add r1, lr\n"                                                                                       \
        "ssat r1, #8, r1, asr #1\n" STORE_1

__attribute__((naked, noinline)) void pl_depthwise_rows_stride_1_dsp(__attribute__((unused))
                                                                     pl_band_rows *rows) {
    __asm__ volatile(ENTER "1:\n" START_ROW //
                           "subs r12, #4\n"
                           "blt 3f\n"
                           ".p2align 2\n"
                           "2:\n" // four outputs
                           "str r12, [sp, #40]\n"
                           "ldr r1, [sp, #24]\n"
                           "mov r2, r1\n"
                           "mov r3, r1\n"
                           "mov r10, r1\n"                                         //
                     ROW_OF_4(0, r4, r5) ROW_OF_4(16, r6, r7) ROW_OF_4(32, r8, r9) //
                     LOAD_QUANT REQUANTIZE_2(r1, r2) REQUANTIZE_2(r3, r10)         //
                     "ldr r11, [sp, #8]\n"
                     "ldr lr, [sp, #12]\n"
                     "ldr r12, [sp, #40]\n"
                     "add r0, #224\n"
                     "strb r1, [r11]\n"
                     "add r11, lr\n"
                     "strb r2, [r11]\n"
                     "add r11, lr\n"
                     "strb r3, [r11]\n"
                     "add r11, lr\n"
                     "strb r10, [r11]\n"
                     "add r11, lr\n"
                     "str r11, [sp, #8]\n"
                     "subs r12, #4\n"
                     "bge 2b\n"
                     "3:\n" // up to three more
                     "adds r3, r12, #2\n"
                     "blt 4f\n"
                     "ldr r1, [sp, #24]\n"
                     "mov r2, r1\n"                                                //
                     ROW_OF_2(0, r4, r5) ROW_OF_2(16, r6, r7) ROW_OF_2(32, r8, r9) //
                     LOAD_QUANT REQUANTIZE_2(r1, r2) STORE_2                       //
                     "add r0, #112\n"
                     "subs r3, #2\n"
                     "4:\n"
                     "adds r3, #1\n"
                     "bne 5f\n" LAST_1 "5:\n" END_ROW);
}

__attribute__((naked, noinline)) void pl_depthwise_rows_stride_2_dsp(__attribute__((unused))
                                                                     pl_band_rows *rows) {
    __asm__ volatile(ENTER "1:\n" START_ROW //
                           "subs r3, r12, #1\n"
                           "beq 3f\n"
                           ".p2align 2\n"
                           "2:\n" // two outputs
                           "ldr r1, [sp, #24]\n"
                           "mov r2, r1\n"                                                            //
                     ROW_OF_2_APART(0, r4, r5) ROW_OF_2_APART(16, r6, r7) ROW_OF_2_APART(32, r8, r9) //
                     LOAD_QUANT REQUANTIZE_2(r1, r2) STORE_2                                         //
                     "add r0, #224\n"
                     "subs r3, #2\n"
                     "bgt 2b\n"
                     "blt 4f\n"
                     "3:\n" LAST_1 "4:\n" END_ROW);
}

#endif
