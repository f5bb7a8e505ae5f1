// SPDX-License-Identifier: Apache-2.0
#include "linear_row_mve.h"
#include "tier.h"

#if PL_BUILDS_MVE && defined(__ARM_FEATURE_MVE)

_Static_assert(offsetof(pl_linear_row, output) == 20 && offsetof(pl_linear_row, left) == 28 &&
                   offsetof(pl_linear_row, activation_max) == 64,
               "fields moved");

// clang-format off

// r0, r2, r4, r6: accumulators; r1: input; r3: output; r5: weights; r8, r9, r10: bias, multiplier, shift; r11: the
// struct; r12: steps behind the first one. q0: input; q1, q2: weights; q4 to q7: the results of a group, which are mixed
// with the first step of the next one. The sign is added because it turns ties up into ties away from zero.
void pl_linear_row_mve(pl_linear_row *row) {
    register pl_linear_row *const r11 __asm__("r11") = row;
    __asm__ volatile(
        "ldrd r5, r8, [r11, #4]\n"
        "ldrd r9, r10, [r11, #12]\n"
        "ldrd r3, r12, [r11, #20]\n"
        "vldrb.8 q1, [r5], #16\n"
        "ldr r1, [r11]\n"
        "vldrb.8 q0, [r1], #16\n"
        "vmladav.s8 r0, q1, q0\n"
        "vldrb.8 q2, [r5], #16\n"
        "vmladav.s8 r2, q2, q0\n"
        "vldrb.8 q1, [r5], #16\n"
        "vmladav.s8 r4, q1, q0\n"
        "vldrb.8 q2, [r5], #16\n"
        "vmladav.s8 r6, q2, q0\n"
        "1:\n"
        "wls lr, r12, 3f\n"
        "2:\n"
        "vldrb.8 q0, [r1], #16\n"
        "vldrb.8 q1, [r5], #16\n"
        "vmladava.s8 r0, q1, q0\n"
        "vldrb.8 q2, [r5], #16\n"
        "vmladava.s8 r2, q2, q0\n"
        "vldrb.8 q1, [r5], #16\n"
        "vmladava.s8 r4, q1, q0\n"
        "vldrb.8 q2, [r5], #16\n"
        "vmladava.s8 r6, q2, q0\n"
        "le lr, 2b\n"
        "3:\n"
        "ldr lr, [r11, #28]\n"
        "cmp lr, #4\n"
        "ble 4f\n"
        "vldrb.8 q1, [r5], #16\n"
        "vmov q5[2], q5[0], r0, r4\n"
        "vldrw.32 q4, [r8], #16\n"
        "vmov q5[3], q5[1], r2, r6\n"
        "vldrw.32 q6, [r9], #16\n"
        "ldr r1, [r11]\n"
        "vadd.i32 q5, q5, q4\n"
        "vqrdmulh.s32 q5, q5, q6\n"
        "vldrw.32 q4, [r11, #32]\n"
        "vshr.s32 q6, q5, #31\n"
        "vldrb.8 q0, [r1], #16\n"
        "vadd.i32 q5, q5, q6\n"
        "sub lr, lr, #4\n"
        "vldrb.8 q2, [r5], #16\n"
        "vmladav.s8 r0, q1, q0\n"
        "str lr, [r11, #28]\n"
        "vldrw.32 q7, [r10], #16\n"
        "vmladav.s8 r2, q2, q0\n"
        "vldrw.32 q6, [r11, #48]\n"
        "vrshl.s32 q5, q5, q7\n"
        "vldrb.8 q1, [r5], #16\n"
        "vadd.i32 q5, q5, q4\n"
        "vmladav.s8 r4, q1, q0\n"
        "vldrw.32 q7, [r11, #64]\n"
        "vmax.s32 q5, q5, q6\n"
        "vldrb.8 q2, [r5], #16\n"
        "vmin.s32 q5, q5, q7\n"
        "vstrb.32 q5, [r3], #4\n"
        "vmladav.s8 r6, q2, q0\n"
        "b 1b\n"
        "4:\n"
        "vldrw.32 q6, [r9], #16\n"
        "vmov q5[2], q5[0], r0, r4\n"
        "vldrw.32 q4, [r8], #16\n"
        "vmov q5[3], q5[1], r2, r6\n"
        "vadd.i32 q5, q5, q4\n"
        "vqrdmulh.s32 q5, q5, q6\n"
        "vldrw.32 q4, [r11, #32]\n"
        "vshr.s32 q6, q5, #31\n"
        "vldrw.32 q7, [r10], #16\n"
        "vadd.i32 q5, q5, q6\n"
        "vldrw.32 q6, [r11, #48]\n"
        "vrshl.s32 q5, q5, q7\n"
        "vadd.i32 q5, q5, q4\n"
        "vctp.32 lr\n"
        "vmax.s32 q5, q5, q6\n"
        "vldrw.32 q7, [r11, #64]\n"
        "vmin.s32 q5, q5, q7\n"
        "vpst\n"
        "vstrbt.32 q5, [r3]\n"
        "mov r0, #0\n"
        "str r0, [r11, #28]\n"
        :
        : "r"(r11)
        : "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r8", "r9", "r10", "r12", "lr", "q0", "q1", "q2", "q4", "q5", "q6",
          "q7", "cc", "memory");
}

// clang-format on

#endif
