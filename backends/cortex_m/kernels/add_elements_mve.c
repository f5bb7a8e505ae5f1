// SPDX-License-Identifier: Apache-2.0
#include "add_elements_mve.h"
#include "tier.h"

#if PL_BUILDS_MVE && defined(__ARM_FEATURE_MVE)

_Static_assert(offsetof(pl_addition, output_shift) == 32 && offsetof(pl_addition, output_offset) == 84,
               "fields moved");

// clang-format off

// r0, r1, r2: larger and smaller input, output; r3 to r6, r8 to r12: the struct's numbers in turn; q4 to q7: its vectors
// in turn. Two vectors of four elements at a time, then those that are left. Adding the high half of the product with 2
// is adding the sign, which turns ties up into ties away from zero.
void pl_add_elements_mve(const pl_addition *a, const int8_t *larger, const int8_t *smaller, int8_t *output,
                         uint32_t count) {
    register const int8_t *r0 __asm__("r0") = larger;
    register const int8_t *r1 __asm__("r1") = smaller;
    register int8_t *r2 __asm__("r2") = output;
    register uint32_t r3 __asm__("r3") = count;
    register const pl_addition *r12 __asm__("r12") = a;
    __asm__ volatile(
        "push {r3}\n"
        "lsr lr, r3, #3\n"
        "vldrw.32 q4, [r12, #36]\n"
        "vldrw.32 q5, [r12, #52]\n"
        "vldrw.32 q6, [r12, #68]\n"
        "vldrw.32 q7, [r12, #84]\n"
        "ldm r12!, {r3, r4, r5, r6, r8, r9, r10, r11}\n"
        "ldr r12, [r12]\n"
        "wls lr, lr, 2f\n"
        "1:\n"
        "vldrb.s32 q0, [r1], #4\n"
        "vmlas.s32 q0, q4, r3\n"
        "vldrb.s32 q2, [r1], #4\n"
        "vqrdmulh.s32 q0, q0, r4\n"
        "vldrb.s32 q1, [r0], #4\n"
        "vqdmlah.s32 q0, q0, r5\n"
        "vrshl.s32 q0, r6\n"
        "vmlas.s32 q2, q4, r3\n"
        "vldrb.s32 q3, [r0], #4\n"
        "vmla.s32 q0, q1, r8\n"
        "vqrdmulh.s32 q2, q2, r4\n"
        "vqdmlah.s32 q2, q2, r5\n"
        "vadd.i32 q0, q0, r9\n"
        "vqrdmulh.s32 q0, q0, r10\n"
        "vrshl.s32 q2, r6\n"
        "vqdmlah.s32 q0, q0, r11\n"
        "vrshl.s32 q0, r12\n"
        "vmla.s32 q2, q3, r8\n"
        "vadd.i32 q0, q0, q7\n"
        "vadd.i32 q2, q2, r9\n"
        "vmax.s32 q0, q0, q5\n"
        "vqrdmulh.s32 q2, q2, r10\n"
        "vmin.s32 q0, q0, q6\n"
        "vqdmlah.s32 q2, q2, r11\n"
        "vrshl.s32 q2, r12\n"
        "vstrb.32 q0, [r2], #4\n"
        "vadd.i32 q2, q2, q7\n"
        "vmax.s32 q2, q2, q5\n"
        "vmin.s32 q2, q2, q6\n"
        "vstrb.32 q2, [r2], #4\n"
        "le lr, 1b\n"
        "2:\n"
        "pop {lr}\n"
        "and lr, lr, #7\n"
        "wlstp.32 lr, lr, 4f\n"
        "3:\n"
        "vldrb.s32 q0, [r1], #4\n"
        "vmlas.s32 q0, q4, r3\n"
        "vqrdmulh.s32 q0, q0, r4\n"
        "vqdmlah.s32 q0, q0, r5\n"
        "vldrb.s32 q1, [r0], #4\n"
        "vrshl.s32 q0, r6\n"
        "vmla.s32 q0, q1, r8\n"
        "vadd.i32 q0, q0, r9\n"
        "vqrdmulh.s32 q0, q0, r10\n"
        "vqdmlah.s32 q0, q0, r11\n"
        "vrshl.s32 q0, r12\n"
        "vadd.i32 q0, q0, q7\n"
        "vmax.s32 q0, q0, q5\n"
        "vmin.s32 q0, q0, q6\n"
        "vstrb.32 q0, [r2], #4\n"
        "letp lr, 3b\n"
        "4:\n"
        : "+r"(r0), "+r"(r1), "+r"(r2), "+r"(r3), "+r"(r12)
        :
        : "r4", "r5", "r6", "r8", "r9", "r10", "r11", "lr", "q0", "q1", "q2", "q3", "q4", "q5", "q6", "q7", "cc",
          "memory");
}

// clang-format on

#endif
