// SPDX-License-Identifier: Apache-2.0
#include "copy_rows_mve.h"
#include "tier.h"

#if PL_BUILDS_MVE && defined(__ARM_FEATURE_MVE)

// Rows of up to one vector: the lanes are the same for all of them.
static void copy_short_rows(int8_t *to, const int8_t *from, const pl_windows *shape) {
    uint32_t windows = shape->windows;
    const int8_t *source;
    int8_t *target;
    __asm__ volatile(
        "vctp.8 %[bytes]\n"
        "1:\n"
        "mov %[source], %[from]\n"
        "mov %[target], %[to]\n"
        "dls lr, %[rows]\n"
        "2:\n"
        "vpstt\n"
        "vldrbt.8 q0, [%[source]]\n"
        "vstrbt.8 q0, [%[target]]\n"
        "add %[source], %[source], %[from_stride]\n"
        "add %[target], %[target], %[to_stride]\n"
        "le lr, 2b\n"
        "add %[from], %[from], %[from_step]\n"
        "add %[to], %[to], %[to_step]\n"
        "subs %[windows], %[windows], #1\n"
        "bne 1b\n"
        : [to] "+&r"(to), [from] "+&r"(from), [windows] "+&r"(windows), [source] "=&r"(source),
          [target] "=&r"(target)
        : [bytes] "r"(shape->bytes), [rows] "r"(shape->rows), [from_stride] "r"(shape->from_stride),
          [to_stride] "r"(shape->to_stride), [from_step] "r"(shape->from_step), [to_step] "r"(shape->to_step)
        : "q0", "lr", "cc", "memory");
}

static void copy_long_rows(int8_t *to, const int8_t *from, const pl_windows *shape) {
    uint32_t rows = shape->rows;
    const int8_t *source;
    int8_t *target;
    __asm__ volatile(
        "1:\n"
        "mov %[source], %[from]\n"
        "mov %[target], %[to]\n"
        "dlstp.8 lr, %[bytes]\n"
        "2:\n"
        "vldrb.8 q0, [%[source]], #16\n"
        "vstrb.8 q0, [%[target]], #16\n"
        "letp lr, 2b\n"
        "add %[from], %[from], %[from_stride]\n"
        "add %[to], %[to], %[to_stride]\n"
        "subs %[rows], %[rows], #1\n"
        "bne 1b\n"
        :
        [to] "+&r"(to), [from] "+&r"(from), [rows] "+&r"(rows), [source] "=&r"(source), [target] "=&r"(target)
        : [bytes] "r"(shape->bytes), [from_stride] "r"(shape->from_stride), [to_stride] "r"(shape->to_stride)
        : "q0", "lr", "cc", "memory");
}

void pl_copy_windows_mve(int8_t *to, const int8_t *from, const pl_windows *shape) {
    if (shape->bytes <= 16) {
        copy_short_rows(to, from, shape);
        return;
    }
    for (uint32_t i = 0; i < shape->windows; i++) {
        copy_long_rows(to, from, shape);
        from += shape->from_step;
        to += shape->to_step;
    }
}

void pl_fill_mve(int8_t *to, int8_t value, uint32_t bytes) {
    __asm__ volatile("vdup.8 q0, %[value]\n"
                     "dlstp.8 lr, %[bytes]\n"
                     "1:\n"
                     "vstrb.8 q0, [%[to]], #16\n"
                     "letp lr, 1b\n"
                     : [to] "+&r"(to)
                     : [value] "r"(value), [bytes] "r"(bytes)
                     : "q0", "lr", "cc", "memory");
}

#endif
