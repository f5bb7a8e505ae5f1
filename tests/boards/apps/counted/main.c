// SPDX-License-Identifier: Apache-2.0
//
// Regions whose instructions can be counted by hand, in this order:
//   1. a loop: 1 + 2 * 100 instructions, whose branch is taken 99 times
//   2. 600 16-bit instructions in a row, across the end of a 1 KiB page
//   3. nothing
//   4. on cores with MVE 4 of its instructions and 2 others, else nothing
#include "board.h"
#include "hints.h"

static void loop(void) {
    board_hint_start();
    // Encoded, because assemblers of the smallest cores spell them otherwise: movs r0, #100; subs r0, #1.
    __asm volatile(".inst.n 0x2064\n"
                   "1: .inst.n 0x3801\n"
                   "bne 1b" ::
                       : "r0", "cc");
    board_hint_stop();
}

static void page_end(void) {
    board_hint_start();
    __asm volatile(".rept 600\n nop\n .endr" ::: "memory");
    board_hint_stop();
}

static void nothing(void) {
    board_hint_start();
    board_hint_stop();
}

static void vectors(void) {
    board_hint_start();
#if defined(__ARM_FEATURE_MVE)
    __asm volatile("movs r0, #0\n"
                   "vdup.8 q0, r0\n"
                   "vadd.i8 q0, q0, q0\n"
                   "vaddv.s8 r0, q0\n"
                   "vmladava.s8 r0, q0, q0\n"
                   "movs r0, #0" ::
                       : "r0", "q0");
#endif
    board_hint_stop();
}

int main(void) {
    loop();
    page_end();
    nothing();
    vectors();
    return 0;
}
