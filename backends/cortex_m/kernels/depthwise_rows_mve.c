// SPDX-License-Identifier: Apache-2.0
#include "depthwise_rows_mve.h"
#include "tier.h"

#if PL_BUILDS_MVE && defined(__ARM_FEATURE_MVE)

_Static_assert(offsetof(pl_depthwise, weights) == 96 && offsetof(pl_depthwise, places) == 160 &&
                   offsetof(pl_depthwise, channels) == 176 && offsetof(pl_depthwise, lines) == 184 &&
                   offsetof(pl_depthwise, input) == 192 && offsetof(pl_depthwise, first) == 200 &&
                   offsetof(pl_depthwise, end) == 208 && offsetof(pl_depthwise, output) == 220 &&
                   offsetof(pl_depthwise, padding) == 228,
               "fields moved");

void pl_depthwise_insert_mve(pl_depthwise *d) {
    const int8_t *input = d->input;
    int8_t *word = d->first + d->byte;
    __asm__ volatile("vctp.32 %[channels]\n"
                     "vldrw.32 q1, [%[places]]\n"
                     "dls lr, %[columns]\n"
                     "1:\n"
                     "vpstt\n"
                     "vldrbt.s32 q0, [%[input]]\n"
                     "vstrbt.32 q0, [%[word], q1]\n"
                     "add %[input], %[input], %[pixel]\n"
                     "add %[word], %[word], #4\n"
                     "le lr, 1b\n"
                     : [input] "+&l"(input), [word] "+&r"(word)
                     : [channels] "r"(d->channels), [places] "r"(d->places), [pixel] "r"(d->pixel),
                       [columns] "r"(d->columns)
                     : "q0", "q1", "lr", "cc", "memory");
    d->input += d->row_bytes;
    d->byte = (d->byte + 1) % 4;
}

// clang-format off

// q0 to q3: the weights. r0, r2, r4, r6: accumulators; r1: output; r3: bytes of a pixel; r5: the struct; r8: one;
// r9, r10, r11, r12: places in the lines. The results of the first output of a pair are in q6, of the second one in q7.
// Adding the high half of the product with 2 is adding the sign, which turns ties up into ties away from zero.

#define PL_INSERT \
    "ldrd r0, r4, [r5, #192]\n" \
    "ldrd r9, r10, [r5, #200]\n" \
    "ldrd r2, lr, [r5, #208]\n" \
    "add r4, r4, r0\n" \
    "cmp r0, r2\n" \
    "mov r2, r3\n" \
    "itt hs\n" \
    "addhs r0, r5, #228\n" \
    "movhs r2, #0\n" \
    "add r9, r9, r10\n" \
    "add r10, r10, #1\n" \
    "str r4, [r5, #192]\n" \
    "and r10, r10, #3\n" \
    "vldrw.32 q4, [r5, #160]\n" \
    "str r10, [r5, #204]\n" \
    "dls lr, lr\n" \
    "3:\n" \
    "vldrb.s32 q5, [r0]\n" \
    "add r0, r0, r2\n" \
    "vstrb.32 q5, [r9, q4]\n" \
    "add r9, r9, #4\n" \
    "le lr, 3b\n"

#define PL_PAIR(step) \
    "vldrb.8 q5, [r10], #" step "\n" \
    "vmladav.s8 r2, q1, q5\n" \
    "vldrb.8 q4, [r9], #" step "\n" \
    "vmladav.s8 r0, q0, q4\n" \
    "vldrb.8 q4, [r11], #" step "\n" \
    "vmladav.s8 r4, q2, q4\n" \
    "vldrb.8 q5, [r12], #" step "\n" \
    "vmladav.s8 r6, q3, q5\n" \
    "vldrb.8 q5, [r10], #" step "\n" \
    "vmov q6[2], q6[0], r0, r4\n" \
    "vldrb.8 q4, [r9], #" step "\n" \
    "vmladav.s8 r0, q0, q4\n" \
    "vmov q6[3], q6[1], r2, r6\n" \
    "vldrb.8 q4, [r11], #" step "\n" \
    "vmladav.s8 r2, q1, q5\n" \
    "vldrb.8 q5, [r12], #" step "\n" \
    "vmladav.s8 r4, q2, q4\n" \
    "vldrw.32 q4, [r5]\n" \
    "vmladav.s8 r6, q3, q5\n" \
    "vadd.i32 q6, q6, q4\n" \
    "vmov q7[2], q7[0], r0, r4\n" \
    "vldrw.32 q5, [r5, #16]\n" \
    "vmov q7[3], q7[1], r2, r6\n" \
    "vadd.i32 q7, q7, q4\n" \
    "vqrdmulh.s32 q6, q6, q5\n" \
    "vldrw.32 q4, [r5, #32]\n" \
    "vqdmlah.s32 q6, q6, r8\n" \
    "vqrdmulh.s32 q7, q7, q5\n" \
    "vrshl.s32 q6, q6, q4\n" \
    "vqdmlah.s32 q7, q7, r8\n" \
    "vldrw.32 q5, [r5, #48]\n" \
    "vrshl.s32 q7, q7, q4\n" \
    "vldrw.32 q4, [r5, #64]\n" \
    "vadd.i32 q7, q7, q5\n" \
    "vadd.i32 q6, q6, q5\n" \
    "vldrw.32 q5, [r5, #80]\n" \
    "vmax.s32 q6, q6, q4\n" \
    "vmin.s32 q6, q6, q5\n" \
    "vpst\n" \
    "vstrbt.32 q6, [r1]\n" \
    "vmax.s32 q7, q7, q4\n" \
    "add r1, r1, r3\n" \
    "vmin.s32 q7, q7, q5\n" \
    "vpst\n" \
    "vstrbt.32 q7, [r1]\n" \
    "add r1, r1, r3\n"

#define PL_SINGLE \
    "vldrb.8 q4, [r9]\n" \
    "vmladav.s8 r0, q0, q4\n" \
    "vldrb.8 q4, [r11]\n" \
    "vmladav.s8 r4, q2, q4\n" \
    "vldrb.8 q5, [r10]\n" \
    "vmladav.s8 r2, q1, q5\n" \
    "vldrb.8 q5, [r12]\n" \
    "vmladav.s8 r6, q3, q5\n" \
    "vldrw.32 q4, [r5]\n" \
    "vmov q6[2], q6[0], r0, r4\n" \
    "vldrw.32 q5, [r5, #16]\n" \
    "vmov q6[3], q6[1], r2, r6\n" \
    "vadd.i32 q6, q6, q4\n" \
    "vqrdmulh.s32 q6, q6, q5\n" \
    "vldrw.32 q4, [r5, #32]\n" \
    "vqdmlah.s32 q6, q6, r8\n" \
    "vldrw.32 q5, [r5, #48]\n" \
    "vrshl.s32 q6, q6, q4\n" \
    "vldrw.32 q4, [r5, #64]\n" \
    "vadd.i32 q6, q6, q5\n" \
    "vmax.s32 q6, q6, q4\n" \
    "vldrw.32 q5, [r5, #80]\n" \
    "vmin.s32 q6, q6, q5\n" \
    "vpst\n" \
    "vstrbt.32 q6, [r1]\n" \
    "add r1, r1, r3\n"

// The weights move on by as many rows as the outputs, and the places in the lines begin anew.
#define PL_ADVANCE_1 \
    "vshr.u32 q5, q1, #24\n" \
    "vshr.u32 q7, q3, #24\n" \
    "vshr.u32 q4, q0, #24\n" \
    "vshr.u32 q6, q2, #24\n" \
    "ldrd r0, r2, [r5, #164]\n" \
    "vshl.i32 q2, q2, #8\n" \
    "ldrd r9, lr, [r5, #184]\n" \
    "vshl.i32 q3, q3, #8\n" \
    "ldr r12, [r5, #172]\n" \
    "vorr q3, q3, q7\n" \
    "lsr lr, lr, #1\n" \
    "vshl.i32 q0, q0, #8\n" \
    "add r12, r12, r9\n" \
    "vorr q0, q0, q4\n" \
    "add r10, r9, r0\n" \
    "vshl.i32 q1, q1, #8\n" \
    "vorr q2, q2, q6\n" \
    "add r11, r9, r2\n" \
    "vorr q1, q1, q5\n"

#define PL_ADVANCE_2 \
    "ldrd r9, lr, [r5, #184]\n" \
    "vrev32.16 q2, q2\n" \
    "ldr r12, [r5, #172]\n" \
    "vrev32.16 q1, q1\n" \
    "lsr lr, lr, #1\n" \
    "ldrd r0, r2, [r5, #164]\n" \
    "add r10, r9, r0\n" \
    "vrev32.16 q0, q0\n" \
    "add r12, r12, r9\n" \
    "vrev32.16 q3, q3\n" \
    "add r11, r9, r2\n"

#define PL_ROWS(step, advance) \
    register pl_depthwise *const r5 __asm__("r5") = d; \
    __asm__ volatile( \
        "ldrd r0, r3, [r5, #176]\n" \
        "vctp.32 r0\n" \
        "ldr r1, [r5, #220]\n" \
        "vldrw.32 q0, [r5, #96]\n" \
        "vldrw.32 q1, [r5, #112]\n" \
        "vldrw.32 q2, [r5, #128]\n" \
        "vldrw.32 q3, [r5, #144]\n" \
        "mov r8, #1\n" \
        "1:\n" \
        "ldr r6, [r5, #216]\n" \
        "cbz r6, 4f\n" \
        "2:\n" \
        PL_INSERT \
        "subs r6, r6, #1\n" \
        "bne 2b\n" \
        "4:\n" \
        advance \
        "wls lr, lr, 6f\n" \
        "5:\n" \
        PL_PAIR(step) \
        "le lr, 5b\n" \
        "6:\n" \
        "ldr r0, [r5, #188]\n" \
        "lsls r0, r0, #31\n" \
        "beq 7f\n" \
        PL_SINGLE \
        "7:\n" \
        "ldr r0, [r5, #224]\n" \
        "subs r0, r0, #1\n" \
        "str r0, [r5, #224]\n" \
        "bne.w 1b\n" \
        "vstrw.32 q0, [r5, #96]\n" \
        "vstrw.32 q1, [r5, #112]\n" \
        "vstrw.32 q2, [r5, #128]\n" \
        "vstrw.32 q3, [r5, #144]\n" \
        "str r1, [r5, #220]\n" \
        : \
        : "r"(r5) \
        : "r0", "r1", "r2", "r3", "r4", "r6", "r8", "r9", "r10", "r11", "r12", "lr", "q0", "q1", "q2", "q3", "q4", \
          "q5", "q6", "q7", "cc", "memory")

void pl_depthwise_stride_1_mve(pl_depthwise *d) {
    PL_ROWS("4", PL_ADVANCE_1);
}

void pl_depthwise_stride_2_mve(pl_depthwise *d) {
    PL_ROWS("8", PL_ADVANCE_2);
}

// clang-format on

#endif
