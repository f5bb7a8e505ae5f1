// SPDX-License-Identifier: Apache-2.0
//
// One pixel times two pairs of channels at a time, for the cores.
#include "tier.h"

#if PL_BUILDS_DSP && defined(__arm__)

#include "tile_dsp.h"

// Group `n` of a round: r0 column, which is widened here, r1 and r6 weights of the two pairs, r2 to r5
// accumulators as in tile_dsp.c.
#define GROUP(n)                                                                                             \
    "ldr r8, [r0, #4*" #n "]\n"                                                                              \
    "ldr r10, [r1, #8*" #n "]\n"                                                                             \
    "ldr r11, [r1, #8*" #n "+4]\n"                                                                           \
    "ldr lr, [r6, #8*" #n "]\n"                                                                              \
    "sxtb16 r9, r8, ror #8\n"                                                                                \
    "sxtb16 r8, r8\n"                                                                                        \
    "sxtb16 r12, r10\n"                                                                                      \
    "smlad r3, r8, r10, r3\n"                                                                                \
    "smlad r2, r8, r12, r2\n"                                                                                \
    "sxtb16 r12, r11\n"                                                                                      \
    "smlad r3, r9, r11, r3\n"                                                                                \
    "smlad r2, r9, r12, r2\n"                                                                                \
    "ldr r10, [r6, #8*" #n "+4]\n"                                                                           \
    "sxtb16 r12, lr\n"                                                                                       \
    "smlad r5, r8, lr, r5\n"                                                                                 \
    "smlad r4, r8, r12, r4\n"                                                                                \
    "sxtb16 r12, r10\n"                                                                                      \
    "smlad r5, r9, r10, r5\n"                                                                                \
    "smlad r4, r9, r12, r4\n"
#define GROUP_WIDE(n)                                                                                        \
    "ldr r8, [r0, #4*" #n "]\n"                                                                              \
    "ldr r10, [r1, #8*" #n "]\n"                                                                             \
    "ldr r11, [r1, #8*" #n "+4]\n"                                                                           \
    "ldr lr, [r6, #8*" #n "]\n"                                                                              \
    "sxtb16 r9, r8, ror #8\n"                                                                                \
    "sxtb16 r8, r8\n"                                                                                        \
    "sxtb16 r12, r10, ror #8\n"                                                                              \
    "sxtb16 r10, r10\n"                                                                                      \
    "smlad r3, r8, r12, r3\n"                                                                                \
    "smlad r2, r8, r10, r2\n"                                                                                \
    "sxtb16 r12, r11, ror #8\n"                                                                              \
    "sxtb16 r11, r11\n"                                                                                      \
    "smlad r3, r9, r12, r3\n"                                                                                \
    "smlad r2, r9, r11, r2\n"                                                                                \
    "ldr r10, [r6, #8*" #n "+4]\n"                                                                           \
    "sxtb16 r12, lr, ror #8\n"                                                                               \
    "sxtb16 lr, lr\n"                                                                                        \
    "smlad r5, r8, r12, r5\n"                                                                                \
    "smlad r4, r8, lr, r4\n"                                                                                 \
    "sxtb16 r12, r10, ror #8\n"                                                                              \
    "sxtb16 r10, r10\n"                                                                                      \
    "smlad r5, r9, r12, r5\n"                                                                                \
    "smlad r4, r9, r10, r4\n"

#define SPLIT                                                                                                \
    "sub r3, r3, r2\n"                                                                                       \
    "sub r5, r5, r4\n"                                                                                       \
    "asr r3, r3, #8\n"                                                                                       \
    "asr r5, r5, #8\n"

// pl_tile_requantize of two channels: r8 and r9 multiplier and shift of one, r10 and r11 of the other, lr
// offset.
#define REQUANTIZE(a, b)                                                                                     \
    "smmlar " #a ", " #a ", r8, " #a "\n"                                                                    \
    "smmlar " #b ", " #b ", r10, " #b "\n"                                                                   \
    "add " #a ", " #a ", " #a ", asr #31\n"                                                                  \
    "add " #b ", " #b ", " #b ", asr #31\n"                                                                  \
    "asr " #a ", " #a ", r9\n"                                                                               \
    "asr " #b ", " #b ", r11\n"                                                                              \
    "add " #a ", " #a ", lr\n"                                                                               \
    "add " #b ", " #b ", lr\n"                                                                               \
    "ssat " #a ", #8, " #a ", asr #1\n"                                                                      \
    "ssat " #b ", #8, " #b ", asr #1\n"

// On the stack: 0 where the first round enters, 4 its column, 8 quant, 12 out, 16 pairs, 20 offset, 24 bytes
// of a pair's weights, 28 bytes that the first round leaves out. A round has four groups, of `group_bytes` of
// code. Where one pair is left both are this one.
#define TILE(group, group_bytes, split)                                                                      \
    __asm__ volatile(".syntax unified\n"                                                                     \
                     "push {r4-r11, lr}\n"                                                                   \
                     "sub sp, #36\n"                                                                         \
                     "ldm r0, {r4, r5, r6, r8, r9}\n" /* groups, pairs, weights, quant, output_offset */     \
                     "add r7, r1, r4, lsl #2\n"       /* the column's end */                                 \
                     "lsl r10, r4, #3\n"                                                                     \
                     "rsb r4, r4, #0\n"                                                                      \
                     "and r4, r4, #3\n"                                                                      \
                     "lsl r11, r4, #3\n"                                                                     \
                     "sub r1, r1, r4, lsl #2\n"                                                              \
                     "mov r12, #" #group_bytes "\n"                                                          \
                     "mul r4, r4, r12\n"                                                                     \
                     "adr r12, 2f\n"                                                                         \
                     "add r4, r4, r12\n"                                                                     \
                     "orr r4, r4, #1\n"                                                                      \
                     "movs r12, #1\n"                                                                        \
                     "add r9, r12, r9, lsl #1\n"                                                             \
                     "strd r4, r1, [sp]\n"                                                                   \
                     "strd r8, r2, [sp, #8]\n"                                                               \
                     "strd r5, r9, [sp, #16]\n"                                                              \
                     "strd r10, r11, [sp, #24]\n"                                                            \
                     "1:\n" /* two pairs, or the last one; r6 weights */                                     \
                     "ldrd r8, r9, [sp, #24]\n"                                                              \
                     "ldr r10, [sp, #8]\n"                                                                   \
                     "ldr r11, [sp, #16]\n"                                                                  \
                     "ldrd r12, r0, [sp]\n"                                                                  \
                     "ldrd r2, r3, [r10]\n"                                                                  \
                     "sub r1, r6, r9\n"                                                                      \
                     "mov r6, r1\n"                                                                          \
                     "cmp r11, #1\n"                                                                         \
                     "it ne\n"                                                                               \
                     "addne r6, r6, r8\n"                                                                    \
                     "it ne\n"                                                                               \
                     "addne r10, r10, #24\n"                                                                 \
                     "ldrd r4, r5, [r10]\n"                                                                  \
                     "bx r12\n"                                                                              \
                     ".p2align 2\n"                                                                          \
                     "2:\n" group(0) group(1) group(2) group(3) /* */                                        \
                     "adds r0, #16\n"                                                                        \
                     "adds r1, #32\n"                                                                        \
                     "adds r6, #32\n"                                                                        \
                     "cmp r0, r7\n"                                                                          \
                     "bne 2b\n"                                                                              \
                     "ldrd r0, r1, [sp, #8]\n"                                                               \
                     "ldr lr, [sp, #20]\n"                                                                   \
                     "ldr r12, [sp, #16]\n" split "adds r0, #8\n"                                            \
                     "ldm r0!, {r8, r9, r10, r11}\n" REQUANTIZE(r2, r3) /* */                                \
                     "strb r2, [r1], #1\n"                                                                   \
                     "strb r3, [r1], #1\n"                                                                   \
                     "subs r12, #1\n"                                                                        \
                     "beq 3f\n"                                                                              \
                     "adds r0, #8\n"                                                                         \
                     "ldm r0!, {r8, r9, r10, r11}\n" REQUANTIZE(r4, r5) /* */                                \
                     "strb r4, [r1], #1\n"                                                                   \
                     "strb r5, [r1], #1\n"                                                                   \
                     "strd r0, r1, [sp, #8]\n"                                                               \
                     "subs r12, #1\n"                                                                        \
                     "str r12, [sp, #16]\n"                                                                  \
                     "bne 1b\n"                                                                              \
                     "3:\n"                                                                                  \
                     "add sp, #36\n"                                                                         \
                     "pop {r4-r11, pc}\n")

#define UNUSED __attribute__((unused))

__attribute__((naked, noinline)) void pl_tile_1_pixel_dsp(UNUSED const pl_tile_layer *layer,
                                                          UNUSED const int8_t *column, UNUSED int8_t *out) {
    TILE(GROUP, 76, SPLIT);
}

__attribute__((naked, noinline)) void
pl_tile_1_pixel_wide_dsp(UNUSED const pl_tile_layer *layer, UNUSED const int8_t *column, UNUSED int8_t *out) {
    TILE(GROUP_WIDE, 92, "");
}

#endif
