// SPDX-License-Identifier: Apache-2.0
//
// Two columns times two channels at a time, so that as many vectors are loaded as multiplied and both go side
// by side. The accumulators of a channel are the lanes of one vector: a channel's numbers are scalars then,
// and the results of four channels narrow into the bytes of one word for each column.
#include "multiply_columns_mve.h"
#include "tier.h"

#if PL_BUILDS_MVE && defined(__ARM_FEATURE_MVE)

_Static_assert(offsetof(pl_columns, places) == 16 && offsetof(pl_columns, output) == 32 &&
                   offsetof(pl_columns, bias_end) == 44 && offsetof(pl_columns, more_vectors) == 56 &&
                   offsetof(pl_columns, activation_max) == 68 && offsetof(pl_columns, output_step) == 84,
               "fields moved");

// clang-format off

// The steps behind the first one. The last product of a step waits for the next one, after whose first load it goes.
#define PL_MORE_STEPS \
    "wls lr, r12, 3f\n" \
    "2:\n" \
    "vldrb.8 q0, [r1], #16\n" \
    "vmladava.s8 r6, q3, q1\n" \
    "vldrb.8 q2, [r5], #16\n" \
    "vmladava.s8 r0, q2, q0\n" \
    "vldrb.8 q1, [r3], #16\n" \
    "vmladava.s8 r2, q2, q1\n" \
    "vldrb.8 q3, [r5], #16\n" \
    "vmladava.s8 r4, q3, q0\n" \
    "le lr, 2b\n" \
    "3:\n"

// Behind a comparison that tells the last group: r0, r2, r4, r6 go to r1, r3 and the other two places behind lr.
#define PL_STORE \
    "beq 4f\n" \
    "str r0, [lr, r1]\n" \
    "str r2, [lr, r3]\n" \
    "ldrd r1, r3, [r11, #24]\n" \
    "str r4, [lr, r1]\n" \
    "str r6, [lr, r3]\n" \
    "add lr, lr, #4\n" \
    "str lr, [r11, #32]\n" \
    "b.w 1b\n" \
    /* the last group, with one to four channels */ \
    "4:\n" \
    "ldr r5, [r11, #72]\n" \
    "ldrd r9, r10, [r11, #24]\n" \
    "add r1, r1, lr\n" \
    "add r3, r3, lr\n" \
    "add r9, r9, lr\n" \
    "add r10, r10, lr\n" \
    "5:\n" \
    "strb r0, [r1], #1\n" \
    "lsrs r0, r0, #8\n" \
    "strb r2, [r3], #1\n" \
    "lsrs r2, r2, #8\n" \
    "strb r4, [r9], #1\n" \
    "lsrs r4, r4, #8\n" \
    "strb r6, [r10], #1\n" \
    "lsrs r6, r6, #8\n" \
    "subs r5, r5, #1\n" \
    "bne 5b\n" \
    /* the next block */ \
    "ldrd r5, r8, [r11, #76]\n" \
    "ldr r9, [r11, #84]\n" \
    "subs r5, r5, #1\n" \
    "str r5, [r11, #76]\n" \
    "add r9, r9, lr\n" \
    "str r9, [r11, #32]\n" \
    "ldrd r0, r2, [r11]\n" \
    "ldrd r4, r6, [r11, #8]\n" \
    "add r0, r0, r8\n" \
    "add r2, r2, r8\n" \
    "strd r0, r2, [r11]\n" \
    "add r4, r4, r8\n" \
    "add r6, r6, r8\n" \
    "strd r4, r6, [r11, #8]\n" \
    "bne.w 0b\n"

// r0, r2, r4, r6: accumulators; r1, r3: columns; r5: weights; r8, r9, r10: bias, multiplier, shift; r11: the struct;
// r12: steps behind the first one. q0, q1: columns; q2, q3: channels; q4, q5: the accumulators of two channels, which
// become results of 16 bits in the bottom or top halves of q6 and q7. Adding the high half of the product with 2 is
// adding the sign, which turns ties up into ties away from zero. Parts that do not depend on each other are mixed.
void pl_multiply_columns_mve(pl_columns *c) {
    register pl_columns *const r11 __asm__("r11") = c;
    __asm__ volatile(
        "ldr r12, [r11, #56]\n"
        "0:\n"
        "ldrd r5, r8, [r11, #36]\n"
        "ldrd r9, r10, [r11, #48]\n"
        "1:\n"
        // columns 0 and 1, channels 0 and 1
        "ldrd r1, r3, [r11, #0]\n"
        "vldrb.8 q0, [r1], #16\n"
        "mov r6, #0\n"
        "vldrb.8 q2, [r5], #16\n"
        "vmladav.s8 r0, q2, q0\n"
        "vldrb.8 q1, [r3], #16\n"
        "vmladav.s8 r2, q2, q1\n"
        "vldrb.8 q3, [r5], #16\n"
        "vmladav.s8 r4, q3, q0\n"
        PL_MORE_STEPS
        // columns 2 and 3
        "vmladava.s8 r6, q3, q1\n"
        "rsb lr, r12, #-1\n"
        "vmov q4[2], q4[0], r0, r2\n"
        "add r5, r5, lr, lsl #5\n"
        "vmov q5[2], q5[0], r4, r6\n"
        "ldrd r1, r3, [r11, #8]\n"
        "vldrb.8 q0, [r1], #16\n"
        "mov r6, #0\n"
        "vldrb.8 q2, [r5], #16\n"
        "vmladav.s8 r0, q2, q0\n"
        "vldrb.8 q1, [r3], #16\n"
        "vmladav.s8 r2, q2, q1\n"
        "vldrb.8 q3, [r5], #16\n"
        "vmladav.s8 r4, q3, q0\n"
        PL_MORE_STEPS
        // results of channels 0 and 1; columns 0 and 1, channels 2 and 3
        "vmladava.s8 r6, q3, q1\n"
        "vldrb.8 q2, [r5], #16\n"
        "vmov q4[3], q4[1], r0, r2\n"
        "ldrd r0, r2, [r8], #8\n"
        "vadd.i32 q4, q4, r0\n"
        "vmov q5[3], q5[1], r4, r6\n"
        "mov r0, #1\n"
        "ldrd r1, r3, [r11, #0]\n"
        "ldrd r4, r6, [r9], #8\n"
        "vadd.i32 q5, q5, r2\n"
        "vqrdmulh.s32 q4, q4, r4\n"
        "vldrb.8 q1, [r3], #16\n"
        "vqrdmulh.s32 q5, q5, r6\n"
        "ldrd r4, r6, [r10], #8\n"
        "vldrb.8 q0, [r1], #16\n"
        "vqdmlah.s32 q4, q4, r0\n"
        "vrshl.s32 q4, r4\n"
        "vqdmlah.s32 q5, q5, r0\n"
        "vqmovnb.s32 q6, q4\n"
        "vmladav.s8 r2, q2, q1\n"
        "vldrb.8 q3, [r5], #16\n"
        "vmladav.s8 r4, q3, q0\n"
        "vrshl.s32 q5, r6\n"
        "vmladav.s8 r0, q2, q0\n"
        "vqmovnb.s32 q7, q5\n"
        "mov r6, #0\n"
        PL_MORE_STEPS
        // columns 2 and 3
        "vmladava.s8 r6, q3, q1\n"
        "rsb lr, r12, #-1\n"
        "vmov q4[2], q4[0], r0, r2\n"
        "add r5, r5, lr, lsl #5\n"
        "vmov q5[2], q5[0], r4, r6\n"
        "ldrd r1, r3, [r11, #8]\n"
        "vldrb.8 q0, [r1], #16\n"
        "mov r6, #0\n"
        "vldrb.8 q2, [r5], #16\n"
        "vmladav.s8 r0, q2, q0\n"
        "vldrb.8 q1, [r3], #16\n"
        "vmladav.s8 r2, q2, q1\n"
        "vldrb.8 q3, [r5], #16\n"
        "vmladav.s8 r4, q3, q0\n"
        PL_MORE_STEPS
        // results of channels 2 and 3, and of all four
        "vmov q4[3], q4[1], r0, r2\n"
        "ldr lr, [r11, #32]\n"
        "vmladava.s8 r6, q3, q1\n"
        "ldrd r0, r2, [r8], #8\n"
        "vmov q5[3], q5[1], r4, r6\n"
        "vadd.i32 q4, q4, r0\n"
        "ldrd r4, r6, [r9], #8\n"
        "mov r0, #1\n"
        "vqrdmulh.s32 q4, q4, r4\n"
        "vadd.i32 q5, q5, r2\n"
        "vqrdmulh.s32 q5, q5, r6\n"
        "ldrd r4, r6, [r10], #8\n"
        "vqdmlah.s32 q4, q4, r0\n"
        "vrshl.s32 q4, r4\n"
        "vqdmlah.s32 q5, q5, r0\n"
        "vrshl.s32 q5, r6\n"
        "ldr r0, [r11, #60]\n"
        "vqmovnt.s32 q7, q5\n"
        "ldr r1, [r11, #44]\n"
        "vqmovnt.s32 q6, q4\n"
        "ldrd r2, r4, [r11, #64]\n"
        "vqadd.s16 q7, q7, r0\n"
        "vdup.8 q5, r4\n"
        "vqadd.s16 q6, q6, r0\n"
        "vqmovnb.s16 q6, q6\n"
        "vdup.8 q4, r2\n"
        "cmp r8, r1\n"
        "vqmovnt.s16 q6, q7\n"
        "ldrd r1, r3, [r11, #16]\n"
        "vmax.s8 q6, q6, q4\n"
        "vmin.s8 q6, q6, q5\n"
        "vmov r0, r2, q6[2], q6[0]\n"
        "vmov r4, r6, q6[3], q6[1]\n"
        PL_STORE
        :
        : "r"(r11)
        : "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r8", "r9", "r10", "r12", "lr", "q0", "q1", "q2", "q3",
          "q4", "q5", "q6", "q7", "cc", "memory");
}

// The same for columns of one vector, which stay in q0 to q3; r12: one.
void pl_multiply_short_columns_mve(pl_columns *c) {
    register pl_columns *const r11 __asm__("r11") = c;
    __asm__ volatile(
        "mov r12, #1\n"
        "0:\n"
        "ldrd r1, r3, [r11]\n"
        "ldrd r5, r8, [r11, #36]\n"
        "vldrb.8 q0, [r1]\n"
        "ldrd r9, r10, [r11, #48]\n"
        "vldrb.8 q1, [r3]\n"
        "ldrd r1, r3, [r11, #8]\n"
        "vldrb.8 q2, [r1]\n"
        "vldrb.8 q3, [r3]\n"
        "1:\n"
        "vldrb.8 q4, [r5], #16\n"
        "vmladav.s8 r4, q4, q2\n"
        "ldr r1, [r8], #4\n"
        "vmladav.s8 r0, q4, q0\n"
        "vmladav.s8 r2, q4, q1\n"
        "vmladav.s8 r6, q4, q3\n"
        "ldr r3, [r9], #4\n"
        "vmov q4[2], q4[0], r0, r2\n"
        "ldr lr, [r10], #4\n"
        "vmov q4[3], q4[1], r4, r6\n"
        "vadd.i32 q4, q4, r1\n"
        "vqrdmulh.s32 q4, q4, r3\n"
        "vldrb.8 q5, [r5], #16\n"
        "vmladav.s8 r6, q5, q3\n"
        "ldr r3, [r9], #4\n"
        "vqdmlah.s32 q4, q4, r12\n"
        "ldr r1, [r8], #4\n"
        "vmladav.s8 r0, q5, q0\n"
        "vrshl.s32 q4, lr\n"
        "vmladav.s8 r2, q5, q1\n"
        "ldr lr, [r10], #4\n"
        "vmladav.s8 r4, q5, q2\n"
        "vqmovnb.s32 q6, q4\n"
        "vmov q5[2], q5[0], r0, r2\n"
        "vldrb.8 q4, [r5], #16\n"
        "vmov q5[3], q5[1], r4, r6\n"
        "vadd.i32 q5, q5, r1\n"
        "vqrdmulh.s32 q5, q5, r3\n"
        "ldr r3, [r9], #4\n"
        "vmladav.s8 r0, q4, q0\n"
        "ldr r1, [r8], #4\n"
        "vmladav.s8 r6, q4, q3\n"
        "vqdmlah.s32 q5, q5, r12\n"
        "vrshl.s32 q5, lr\n"
        "vmladav.s8 r2, q4, q1\n"
        "vqmovnb.s32 q7, q5\n"
        "vmladav.s8 r4, q4, q2\n"
        "vmov q4[2], q4[0], r0, r2\n"
        "vldrb.8 q5, [r5], #16\n"
        "vmov q4[3], q4[1], r4, r6\n"
        "ldr lr, [r10], #4\n"
        "vmladav.s8 r2, q5, q1\n"
        "vadd.i32 q4, q4, r1\n"
        "vmladav.s8 r0, q5, q0\n"
        "ldr r1, [r8], #4\n"
        "vqrdmulh.s32 q4, q4, r3\n"
        "ldr r3, [r9], #4\n"
        "vqdmlah.s32 q4, q4, r12\n"
        "vmladav.s8 r4, q5, q2\n"
        "vrshl.s32 q4, lr\n"
        "vmladav.s8 r6, q5, q3\n"
        "ldr lr, [r10], #4\n"
        "vmov q5[2], q5[0], r0, r2\n"
        "vqmovnt.s32 q6, q4\n"
        "vmov q5[3], q5[1], r4, r6\n"
        "vadd.i32 q5, q5, r1\n"
        "ldr r1, [r11, #60]\n"
        "vqrdmulh.s32 q5, q5, r3\n"
        "vqadd.s16 q6, q6, r1\n"
        "vqdmlah.s32 q5, q5, r12\n"
        "vrshl.s32 q5, lr\n"
        "vqmovnt.s32 q7, q5\n"
        "vqmovnb.s16 q6, q6\n"
        "ldr lr, [r11, #32]\n"
        "vqadd.s16 q7, q7, r1\n"
        "ldrd r1, r3, [r11, #64]\n"
        "vdup.8 q4, r1\n"
        "vqmovnt.s16 q6, q7\n"
        "vdup.8 q5, r3\n"
        "ldr r1, [r11, #44]\n"
        "vmax.s8 q6, q6, q4\n"
        "cmp r8, r1\n"
        "vmin.s8 q6, q6, q5\n"
        "vmov r0, r2, q6[2], q6[0]\n"
        "ldrd r1, r3, [r11, #16]\n"
        "vmov r4, r6, q6[3], q6[1]\n"
        PL_STORE
        :
        : "r"(r11)
        : "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r8", "r9", "r10", "r12", "lr", "q0", "q1", "q2", "q3",
          "q4", "q5", "q6", "q7", "cc", "memory");
}

// clang-format on

#endif
