// SPDX-License-Identifier: Apache-2.0
//
// Four pixels times pairs of channels, for the cores: eight accumulators, two pointers and four words in
// flight take every register, which no compiler manages.
#include "tier.h"

#if PL_BUILDS_DSP && defined(__arm__)

#include "tile_dsp.h"
#include <stddef.h>

_Static_assert(offsetof(pl_tile_layer, groups) == 0 && offsetof(pl_tile_layer, pairs) == 4 &&
                   offsetof(pl_tile_layer, weights) == 8 && offsetof(pl_tile_layer, quant) == 12 &&
                   offsetof(pl_tile_layer, output_offset) == 16,
               "the order of LDM below");

// One word of weights times word `n` of four columns. Accumulators r2 to r9: first and second channel of
// pixel 0, of pixel 1 and so on. A halfword of the weights is 256 times the second channel's plus the first
// channel's.
#if defined(__ARM_FP) && (__ARM_FP & 8) // double precision: a Cortex-M7, which loads beside SMLAD. The first
                                        // loads of a step are in the step before.
#define STEP(n)                                                                                              \
    "ldr lr, [r0, #16*" #n "+4]\n"                                                                           \
    "smlad r3, r12, r10, r3\n"                                                                               \
    "sxtb16 r11, r10\n"                                                                                      \
    "smlad r5, lr, r10, r5\n"                                                                                \
    "smlad r2, r12, r11, r2\n"                                                                               \
    "ldr r12, [r0, #16*" #n "+8]\n"                                                                          \
    "smlad r4, lr, r11, r4\n"                                                                                \
    "smlad r7, r12, r10, r7\n"                                                                               \
    "ldr lr, [r0, #16*" #n "+12]\n"                                                                          \
    "smlad r6, r12, r11, r6\n"                                                                               \
    "ldr r12, [r0, #16*" #n "+16]\n"                                                                         \
    "smlad r9, lr, r10, r9\n"                                                                                \
    "ldr r10, [r1], #4\n"                                                                                    \
    "smlad r8, lr, r11, r8\n"
#define LAST_STEP(n)                                                                                         \
    "ldr lr, [r0, #16*" #n "+4]\n"                                                                           \
    "smlad r3, r12, r10, r3\n"                                                                               \
    "sxtb16 r11, r10\n"                                                                                      \
    "smlad r5, lr, r10, r5\n"                                                                                \
    "smlad r2, r12, r11, r2\n"                                                                               \
    "ldr r12, [r0, #16*" #n "+8]\n"                                                                          \
    "smlad r4, lr, r11, r4\n"                                                                                \
    "smlad r7, r12, r10, r7\n"                                                                               \
    "ldr lr, [r0, #16*" #n "+12]\n"                                                                          \
    "smlad r6, r12, r11, r6\n"                                                                               \
    "smlad r9, lr, r10, r9\n"                                                                                \
    "smlad r8, lr, r11, r8\n"
#define STEPS STEP(0) STEP(1) STEP(2) STEP(3) STEP(4) STEP(5) STEP(6) LAST_STEP(7)
#define LOAD_FIRST "ldr r12, [sp, #32]\nldr r10, [r1], #4\nldr r12, [r12]\n"
#define LOAD_FIRST_AGAIN "itt ne\nldrne r10, [r1], #4\nldrne r12, [r0]\n"
#else // a Cortex-M4 or M33: loads are quickest one behind the other
#define STEP(n)                                                                                              \
    "ldr r10, [r1], #4\n"                                                                                    \
    "ldr r12, [r0, #16*" #n "]\n"                                                                            \
    "ldr lr, [r0, #16*" #n "+4]\n"                                                                           \
    "sxtb16 r11, r10\n"                                                                                      \
    "smlad r3, r12, r10, r3\n"                                                                               \
    "smlad r5, lr, r10, r5\n"                                                                                \
    "smlad r2, r12, r11, r2\n"                                                                               \
    "smlad r4, lr, r11, r4\n"                                                                                \
    "ldr r12, [r0, #16*" #n "+8]\n"                                                                          \
    "ldr lr, [r0, #16*" #n "+12]\n"                                                                          \
    "smlad r6, r12, r11, r6\n"                                                                               \
    "smlad r7, r12, r10, r7\n"                                                                               \
    "smlad r8, lr, r11, r8\n"                                                                                \
    "smlad r9, lr, r10, r9\n"
#define STEPS STEP(0) STEP(1) STEP(2) STEP(3) STEP(4) STEP(5) STEP(6) STEP(7)
#define LOAD_FIRST ""
#define LOAD_FIRST_AGAIN ""
#endif

// The same where each byte of the weights is one of them.
#define WIDE_STEP(n)                                                                                         \
    "ldr r10, [r1], #4\n"                                                                                    \
    "ldr r12, [r0, #16*" #n "]\n"                                                                            \
    "ldr lr, [r0, #16*" #n "+4]\n"                                                                           \
    "sxtb16 r11, r10, ror #8\n"                                                                              \
    "sxtb16 r10, r10\n"                                                                                      \
    "smlad r3, r12, r11, r3\n"                                                                               \
    "smlad r5, lr, r11, r5\n"                                                                                \
    "smlad r2, r12, r10, r2\n"                                                                               \
    "smlad r4, lr, r10, r4\n"                                                                                \
    "ldr r12, [r0, #16*" #n "+8]\n"                                                                          \
    "ldr lr, [r0, #16*" #n "+12]\n"                                                                          \
    "smlad r6, r12, r10, r6\n"                                                                               \
    "smlad r7, r12, r11, r7\n"                                                                               \
    "smlad r8, lr, r10, r8\n"                                                                                \
    "smlad r9, lr, r11, r9\n"

#define WIDE_STEPS                                                                                           \
    WIDE_STEP(0) WIDE_STEP(1) WIDE_STEP(2) WIDE_STEP(3) WIDE_STEP(4) WIDE_STEP(5) WIDE_STEP(6) WIDE_STEP(7)

// From accumulators of 256 times the second channel plus the first one to those of the second channel.
#define SPLIT                                                                                                \
    "sub r3, r3, r2\n"                                                                                       \
    "sub r5, r5, r4\n"                                                                                       \
    "sub r7, r7, r6\n"                                                                                       \
    "sub r9, r9, r8\n"                                                                                       \
    "asr r3, r3, #8\n"                                                                                       \
    "asr r5, r5, #8\n"                                                                                       \
    "asr r7, r7, #8\n"                                                                                       \
    "asr r9, r9, #8\n"

// pl_tile_requantize of the same channel of four pixels: r10 multiplier, r11 shift, r12 offset.
#define REQUANTIZE(a, b, c, d)                                                                               \
    "smmlar " #a ", " #a ", r10, " #a "\n"                                                                   \
    "smmlar " #b ", " #b ", r10, " #b "\n"                                                                   \
    "smmlar " #c ", " #c ", r10, " #c "\n"                                                                   \
    "smmlar " #d ", " #d ", r10, " #d "\n"                                                                   \
    "add " #a ", " #a ", " #a ", asr #31\n"                                                                  \
    "add " #b ", " #b ", " #b ", asr #31\n"                                                                  \
    "add " #c ", " #c ", " #c ", asr #31\n"                                                                  \
    "add " #d ", " #d ", " #d ", asr #31\n"                                                                  \
    "asr " #a ", " #a ", r11\n"                                                                              \
    "asr " #b ", " #b ", r11\n"                                                                              \
    "asr " #c ", " #c ", r11\n"                                                                              \
    "asr " #d ", " #d ", r11\n"                                                                              \
    "add " #a ", " #a ", r12\n"                                                                              \
    "add " #b ", " #b ", r12\n"                                                                              \
    "add " #c ", " #c ", r12\n"                                                                              \
    "add " #d ", " #d ", r12\n"                                                                              \
    "ssat " #a ", #8, " #a ", asr #1\n"                                                                      \
    "ssat " #b ", #8, " #b ", asr #1\n"                                                                      \
    "ssat " #c ", #8, " #c ", asr #1\n"                                                                      \
    "ssat " #d ", #8, " #d ", asr #1\n"

// On the stack: 0 where the first round enters, 4 its column, 8 the columns' end, 12 quant, 16 out, 20
// pixel_stride, 24 offset, 28 pairs, 32 columns. A round has four groups, of `group_bytes` of code; the first
// one enters late by those that are too many.
#define TILE(steps, group_bytes, load_first, load_first_again, split)                                        \
    __asm__ volatile(".syntax unified\n"                                                                     \
                     "push {r4-r11, lr}\n"                                                                   \
                     "sub sp, #36\n"                                                                         \
                     "str r1, [sp, #32]\n"                                                                   \
                     "ldm r0, {r4, r5, r6, r7, r8}\n" /* groups, pairs, weights, quant, output_offset */     \
                     "add r9, r1, r4, lsl #5\n"                                                              \
                     "rsb r4, r4, #0\n"                                                                      \
                     "and r4, r4, #3\n" /* groups that the first round leaves out */                         \
                     "sub r1, r1, r4, lsl #5\n"                                                              \
                     "mov r10, #" #group_bytes "\n"                                                          \
                     "mul r4, r4, r10\n"                                                                     \
                     "adr r10, 2f\n"                                                                         \
                     "add r4, r4, r10\n"                                                                     \
                     "orr r4, r4, #1\n"                                                                      \
                     "movs r10, #1\n"                                                                        \
                     "add r8, r10, r8, lsl #1\n"                                                             \
                     "strd r4, r1, [sp]\n"                                                                   \
                     "strd r9, r7, [sp, #8]\n"                                                               \
                     "strd r2, r3, [sp, #16]\n"                                                              \
                     "strd r8, r5, [sp, #24]\n"                                                              \
                     "mov lr, r7\n"                                                                          \
                     "mov r1, r6\n"                                                                          \
                     "1:\n" /* a pair of channels; lr quant, r1 weights */                                   \
                     "ldm lr!, {r2, r3}\n"                                                                   \
                     "str lr, [sp, #12]\n"                                                                   \
                     "ldrd r11, r0, [sp]\n"                                                                  \
                     "mov r4, r2\n"                                                                          \
                     "mov r5, r3\n"                                                                          \
                     "mov r6, r2\n"                                                                          \
                     "mov r7, r3\n"                                                                          \
                     "mov r8, r2\n"                                                                          \
                     "mov r9, r3\n" load_first "bx r11\n"                                                    \
                     ".p2align 2\n"                                                                          \
                     "2:\n" steps /* */                                                                      \
                     "ldr r12, [sp, #8]\n"                                                                   \
                     "adds r0, #128\n"                                                                       \
                     "cmp r0, r12\n" load_first_again "bne.w 2b\n"                                           \
                     "ldr lr, [sp, #12]\n"                                                                   \
                     "ldm lr!, {r10, r11}\n"                                                                 \
                     "ldr r12, [sp, #24]\n" split REQUANTIZE(r2, r4, r6, r8) /* */                           \
                     "ldm lr!, {r10, r11}\n" REQUANTIZE(r3, r5, r7, r9)      /* */                           \
                     "ldrd r0, r10, [sp, #16]\n"                                                             \
                     "add r11, r0, r10\n"                                                                    \
                     "add r12, r11, r10\n"                                                                   \
                     "add r10, r10, r12\n"                                                                   \
                     "strb r2, [r0], #1\n"                                                                   \
                     "strb r3, [r0], #1\n"                                                                   \
                     "strb r4, [r11]\n"                                                                      \
                     "strb r5, [r11, #1]\n"                                                                  \
                     "strb r6, [r12]\n"                                                                      \
                     "strb r7, [r12, #1]\n"                                                                  \
                     "strb r8, [r10]\n"                                                                      \
                     "strb r9, [r10, #1]\n"                                                                  \
                     "str r0, [sp, #16]\n"                                                                   \
                     "ldr r12, [sp, #28]\n"                                                                  \
                     "subs r12, #1\n"                                                                        \
                     "str r12, [sp, #28]\n"                                                                  \
                     "bne.w 1b\n"                                                                            \
                     "add sp, #36\n"                                                                         \
                     "pop {r4-r11, pc}\n")

#define UNUSED __attribute__((unused))

__attribute__((naked, noinline)) void pl_tile_4_pixels_dsp(UNUSED const pl_tile_layer *layer,
                                                           UNUSED const int32_t *columns, UNUSED int8_t *out,
                                                           UNUSED uint32_t pixel_stride) {
    TILE(STEPS, 112, LOAD_FIRST, LOAD_FIRST_AGAIN, SPLIT);
}

__attribute__((naked, noinline)) void pl_tile_4_pixels_wide_dsp(UNUSED const pl_tile_layer *layer,
                                                                UNUSED const int32_t *columns,
                                                                UNUSED int8_t *out,
                                                                UNUSED uint32_t pixel_stride) {
    TILE(WIDE_STEPS, 120, "", "", "");
}

#endif
