// SPDX-License-Identifier: Apache-2.0
// Dot products of int8 rows: the inner loops of convolution and fully connected layers. Inline assembly
// because GCC 12 makes no tail-predicated loop from intrinsics. Loads and multiply-accumulates alternate so
// that their pipes overlap. Nothing is read beyond a row's last element. There is always at least one
// element.
#ifndef PL_CMSIS_NN_DOT_MVE_H
#define PL_CMSIS_NN_DOT_MVE_H

#include <arm_mve.h>
#include <stdint.h>

/// out[i] = base[i] + sum over k < elems of vector[k] * rows[i * elems + k], for four rows.
static inline void pl_dot_4_rows(const int32_t base[4], const int8_t *vector, const int8_t *rows,
                                 int32_t elems, int32_t out[4]) {
    const int8_t *row2;
    int32_t acc0, acc1, acc2, acc3;
    // The registers of base and elems go on as row1 and row3.
    __asm__ volatile("dlstp.8 lr, %[row3]\n"
                     "ldrd %[acc0], %[acc1], [%[row1]]\n"
                     "ldrd %[acc2], %[acc3], [%[row1], #8]\n"
                     "add %[row1], %[row0], %[row3]\n"
                     "add %[row2], %[row1], %[row3]\n"
                     "add %[row3], %[row2], %[row3]\n"
                     "1:\n"
                     "vldrb.8 q0, [%[vector]], #16\n"
                     "vldrb.8 q1, [%[row0]], #16\n"
                     "vmladava.s8 %[acc0], q0, q1\n"
                     "vldrb.8 q2, [%[row1]], #16\n"
                     "vmladava.s8 %[acc1], q0, q2\n"
                     "vldrb.8 q1, [%[row2]], #16\n"
                     "vmladava.s8 %[acc2], q0, q1\n"
                     "vldrb.8 q2, [%[row3]], #16\n"
                     "vmladava.s8 %[acc3], q0, q2\n"
                     "letp lr, 1b\n"
                     "vmov q0[2], q0[0], %[acc0], %[acc2]\n"
                     "vmov q0[3], q0[1], %[acc1], %[acc3]\n"
                     "vstrw.32 q0, [%[out]]\n"
                     : [acc0] "=&Te"(acc0), [acc1] "=&Te"(acc1), [acc2] "=&Te"(acc2), [acc3] "=&Te"(acc3),
                       [vector] "+&r"(vector), [row0] "+&r"(rows), [row1] "+&r"(base), [row2] "=&r"(row2),
                       [row3] "+&r"(elems)
                     : [out] "r"(out)
                     : "q0", "q1", "q2", "lr", "cc", "memory");
}

/// The dot products with four rows at out[0], out[4], out[8] and out[12], and the sum of the vector at
/// out[16]: the multiply pipe has room for it.
static inline void pl_dot_4_rows_and_sum(const int8_t *vector, const int8_t *rows, int32_t elems,
                                         int32_t *out) {
    const int8_t *row1, *row2, *row3;
    int32_t acc0, acc1, acc2, acc3, sum;
    __asm__ volatile("dlstp.8 lr, %[elems]\n"
                     "add %[row1], %[row0], %[elems]\n"
                     "add %[row2], %[row1], %[elems]\n"
                     "add %[row3], %[row2], %[elems]\n"
                     "mov %[acc0], #0\n"
                     "mov %[acc1], #0\n"
                     "mov %[acc2], #0\n"
                     "mov %[acc3], #0\n"
                     "mov %[sum], #0\n"
                     "1:\n"
                     "vldrb.8 q0, [%[vector]], #16\n"
                     "vaddva.s8 %[sum], q0\n"
                     "vldrb.8 q1, [%[row0]], #16\n"
                     "vmladava.s8 %[acc0], q0, q1\n"
                     "vldrb.8 q2, [%[row1]], #16\n"
                     "vmladava.s8 %[acc1], q0, q2\n"
                     "vldrb.8 q1, [%[row2]], #16\n"
                     "vmladava.s8 %[acc2], q0, q1\n"
                     "vldrb.8 q2, [%[row3]], #16\n"
                     "vmladava.s8 %[acc3], q0, q2\n"
                     "letp lr, 1b\n"
                     : [acc0] "=&Te"(acc0), [acc1] "=&Te"(acc1), [acc2] "=&Te"(acc2), [acc3] "=&Te"(acc3),
                       [sum] "=&Te"(sum), [vector] "+&r"(vector), [row0] "+&r"(rows), [row1] "=&r"(row1),
                       [row2] "=&r"(row2), [row3] "=&r"(row3)
                     : [elems] "r"(elems)
                     : "q0", "q1", "q2", "lr", "cc", "memory");
    out[0] = acc0;
    out[4] = acc1;
    out[8] = acc2;
    out[12] = acc3;
    out[16] = sum;
}

/// Sum over k < elems of vector[k] * row[k].
static inline int32_t pl_dot_row(const int8_t *vector, const int8_t *row, int32_t elems) {
    int32_t acc;
    __asm__ volatile("dlstp.8 lr, %[elems]\n"
                     "mov %[acc], #0\n"
                     "1:\n"
                     "vldrb.8 q0, [%[vector]], #16\n"
                     "vldrb.8 q1, [%[row]], #16\n"
                     "vmladava.s8 %[acc], q0, q1\n"
                     "letp lr, 1b\n"
                     : [acc] "=&Te"(acc), [vector] "+&r"(vector), [row] "+&r"(row)
                     : [elems] "r"(elems)
                     : "q0", "q1", "lr", "cc", "memory");
    return acc;
}

/// Sum over k < elems of row[k].
static inline int32_t pl_sum_of_row(const int8_t *row, int32_t elems) {
    int32_t sum;
    __asm__ volatile("dlstp.8 lr, %[elems]\n"
                     "mov %[sum], #0\n"
                     "1:\n"
                     "vldrb.8 q0, [%[row]], #16\n"
                     "vaddva.s8 %[sum], q0\n"
                     "letp lr, 1b\n"
                     : [sum] "=&Te"(sum), [row] "+&r"(row)
                     : [elems] "r"(elems)
                     : "q0", "lr", "cc", "memory");
    return sum;
}

#endif
