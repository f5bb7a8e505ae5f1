// SPDX-License-Identifier: Apache-2.0
// Dot products of int16 rows: as in dot_mve.h, whose remarks hold here, too. Sums with int8 rows are of at
// most PL_PRODUCTS_S16_S8 products (mat_mult_s16.h), so that 32 bits hold them.
#ifndef PL_CMSIS_NN_DOT_S16_MVE_H
#define PL_CMSIS_NN_DOT_S16_MVE_H

#include <arm_mve.h>
#include <stdint.h>

/// out[i] = sum over k < elems of vector[k] * rows[i * stride + k], for four rows.
static inline void pl_dot_s16_4_rows_s8(const int16_t *vector, const int8_t *rows, int32_t stride,
                                        int32_t elems, int32_t out[4]) {
    const int8_t *row1, *row2;
    int32_t acc0, acc1, acc2, acc3;
    // The register of elems goes on as row3.
    __asm__ volatile("dlstp.16 lr, %[row3]\n"
                     "add %[row1], %[row0], %[stride]\n"
                     "add %[row2], %[row1], %[stride]\n"
                     "add %[row3], %[row2], %[stride]\n"
                     "mov %[acc0], #0\n"
                     "mov %[acc1], #0\n"
                     "mov %[acc2], #0\n"
                     "mov %[acc3], #0\n"
                     "1:\n"
                     "vldrh.16 q0, [%[vector]], #16\n"
                     "vldrb.s16 q1, [%[row0]], #8\n"
                     "vmladava.s16 %[acc0], q0, q1\n"
                     "vldrb.s16 q2, [%[row1]], #8\n"
                     "vmladava.s16 %[acc1], q0, q2\n"
                     "vldrb.s16 q1, [%[row2]], #8\n"
                     "vmladava.s16 %[acc2], q0, q1\n"
                     "vldrb.s16 q2, [%[row3]], #8\n"
                     "vmladava.s16 %[acc3], q0, q2\n"
                     "letp lr, 1b\n"
                     : [acc0] "=&Te"(acc0), [acc1] "=&Te"(acc1), [acc2] "=&Te"(acc2), [acc3] "=&Te"(acc3),
                       [vector] "+&r"(vector), [row0] "+&l"(rows), [row1] "=&l"(row1), [row2] "=&l"(row2),
                       [row3] "+&l"(elems)
                     : [stride] "r"(stride)
                     : "q0", "q1", "q2", "lr", "cc", "memory");
    out[0] = acc0;
    out[1] = acc1;
    out[2] = acc2;
    out[3] = acc3;
}

/// out[4 * i] = sum over k < elems of vector[k] * rows[i * stride + k], for four rows.
static inline void pl_dot_s8_4_rows_s16(const int8_t *vector, const int16_t *rows, int32_t stride,
                                        int32_t elems, int32_t *out) {
    const int16_t *row1, *row2, *row3;
    int32_t acc0, acc1, acc2, acc3;
    __asm__ volatile("dlstp.16 lr, %[elems]\n"
                     "add %[row1], %[row0], %[stride], lsl #1\n"
                     "add %[row2], %[row1], %[stride], lsl #1\n"
                     "add %[row3], %[row2], %[stride], lsl #1\n"
                     "mov %[acc0], #0\n"
                     "mov %[acc1], #0\n"
                     "mov %[acc2], #0\n"
                     "mov %[acc3], #0\n"
                     "1:\n"
                     "vldrb.s16 q0, [%[vector]], #8\n"
                     "vldrh.16 q1, [%[row0]], #16\n"
                     "vmladava.s16 %[acc0], q0, q1\n"
                     "vldrh.16 q2, [%[row1]], #16\n"
                     "vmladava.s16 %[acc1], q0, q2\n"
                     "vldrh.16 q1, [%[row2]], #16\n"
                     "vmladava.s16 %[acc2], q0, q1\n"
                     "vldrh.16 q2, [%[row3]], #16\n"
                     "vmladava.s16 %[acc3], q0, q2\n"
                     "letp lr, 1b\n"
                     : [acc0] "=&Te"(acc0), [acc1] "=&Te"(acc1), [acc2] "=&Te"(acc2), [acc3] "=&Te"(acc3),
                       [vector] "+&l"(vector), [row0] "+&r"(rows), [row1] "=&r"(row1), [row2] "=&r"(row2),
                       [row3] "=&r"(row3)
                     : [elems] "r"(elems), [stride] "r"(stride)
                     : "q0", "q1", "q2", "lr", "cc", "memory");
    out[0] = acc0;
    out[4] = acc1;
    out[8] = acc2;
    out[12] = acc3;
}

/// out[i] = sum over k < elems of vector[k] * rows[i * stride + k], for two rows, in 64 bits.
static inline void pl_dot_s16_2_rows_s16(const int16_t *vector, const int16_t *rows, int32_t stride,
                                         int32_t elems, int64_t out[2]) {
    const int16_t *row1;
    int64_t acc0, acc1; // in pairs of an even and the next register
    __asm__ volatile("dlstp.16 lr, %[elems]\n"
                     "add %[row1], %[row0], %[stride], lsl #1\n"
                     "mov %Q[acc0], #0\n"
                     "mov %R[acc0], #0\n"
                     "mov %Q[acc1], #0\n"
                     "mov %R[acc1], #0\n"
                     "1:\n"
                     "vldrh.16 q0, [%[vector]], #16\n"
                     "vldrh.16 q1, [%[row0]], #16\n"
                     "vmlaldava.s16 %Q[acc0], %R[acc0], q0, q1\n"
                     "vldrh.16 q2, [%[row1]], #16\n"
                     "vmlaldava.s16 %Q[acc1], %R[acc1], q0, q2\n"
                     "letp lr, 1b\n"
                     : [acc0] "=&r"(acc0), [acc1] "=&r"(acc1), [vector] "+&r"(vector), [row0] "+&r"(rows),
                       [row1] "=&r"(row1)
                     : [elems] "r"(elems), [stride] "r"(stride)
                     : "q0", "q1", "q2", "lr", "cc", "memory");
    out[0] = acc0;
    out[1] = acc1;
}

#endif
