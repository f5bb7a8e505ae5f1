// SPDX-License-Identifier: Apache-2.0
// Three neighbouring output pixels of four channels of a 3x3 depthwise convolution, for a stride of 1 or 2
// along the width. Inline assembly because all eight vector registers are in use, which GCC 12 does not
// manage.
#ifndef PL_CMSIS_NN_DEPTHWISE_3X3_MVE_H
#define PL_CMSIS_NN_DEPTHWISE_3X3_MVE_H

#include <arm_mve.h>
#include <stddef.h>
#include <stdint.h>

/// Weights and numbers of four channels. The assembly below knows the places of the fields.
typedef struct {
    int8_t weights[9][4];
    int32_t base[4]; // bias + input offset * sum of weights
    int32_t left[4]; // left, multiplier, has_right, minus_right: as in pl_requantize_lanes
    int32_t multiplier[4];
    int32_t has_right[4];
    int32_t minus_right[4];
    int32_t low[4];
    int32_t high[4];
    int32_t output_offset;
} pl_depthwise_3x3_block;

_Static_assert(offsetof(pl_depthwise_3x3_block, base) == 36 &&
                   offsetof(pl_depthwise_3x3_block, output_offset) == 148,
               "fields moved");

/// Results of the three pixels, each in int8 range.
typedef struct {
    int32x4_t pixel[3];
} pl_depthwise_3x3_tile;

// clang-format off

// q3, q4, q5: the weights of a kernel row; q6: an input pixel, four bytes wide; q7 and whatever of q3 to q6 is done with:
// products. A kernel row starts with its first weights in q3 and loads those of the next row. Each product waits for
// one instruction before it is added.
#define PL_X(row, column) "vldrb.s32 q6, [%[row" row "], #" column "]\n"
#define PL_W(q, tap) "vldrb.s32 " q ", [%[block], #" tap "]\n"
#define PL_MUL(q, w) "vmul.i32 " q ", q6, " w "\n"
#define PL_ADD(pixel, q) "vadd.i32 %q[p" pixel "], %q[p" pixel "], " q "\n"

#define PL_ROW_STRIDE_1(row, w1, w2, next_w0) \
    PL_X(row, "0") PL_MUL("q7", "q3") PL_X(row, "4") PL_ADD("0", "q7") \
    PL_MUL("q7", "q3") PL_W("q4", w1) PL_ADD("1", "q7") PL_MUL("q7", "q4") PL_X(row, "8") PL_ADD("0", "q7") \
    PL_MUL("q7", "q3") PL_W("q5", w2) PL_MUL("q3", "q4") PL_ADD("2", "q7") \
    PL_MUL("q7", "q5") PL_ADD("1", "q3") PL_X(row, "12") PL_MUL("q3", "q4") PL_ADD("0", "q7") \
    PL_MUL("q7", "q5") PL_ADD("2", "q3") PL_X(row, "16") PL_MUL("q4", "q5") PL_ADD("1", "q7") \
    PL_W("q3", next_w0) PL_ADD("2", "q4")

#define PL_ROW_STRIDE_2(row, w1, w2, next_w0) \
    PL_X(row, "0") PL_MUL("q7", "q3") PL_X(row, "4") PL_ADD("0", "q7") \
    PL_W("q4", w1) PL_MUL("q7", "q4") PL_X(row, "8") PL_ADD("0", "q7") \
    PL_W("q5", w2) PL_MUL("q7", "q5") PL_MUL("q6", "q3") PL_ADD("0", "q7") PL_ADD("1", "q6") \
    PL_X(row, "12") PL_MUL("q7", "q4") PL_X(row, "16") PL_ADD("1", "q7") \
    PL_MUL("q7", "q5") PL_MUL("q6", "q3") PL_ADD("1", "q7") PL_ADD("2", "q6") \
    PL_X(row, "20") PL_MUL("q7", "q4") PL_X(row, "24") PL_ADD("2", "q7") \
    PL_MUL("q7", "q5") PL_W("q3", next_w0) PL_ADD("2", "q7")

// As pl_requantize_mve, then offset and clamp.
#define PL_REQUANTIZE_TILE \
    "ldr %[offset], [%[block], #148]\n" \
    "vldrw.32 q3, [%[block], #52]\n" \
    "vshl.s32 %q[p0], %q[p0], q3\n" \
    "vldrw.32 q4, [%[block], #68]\n" \
    "vshl.s32 %q[p1], %q[p1], q3\n" \
    "vqrdmulh.s32 %q[p0], %q[p0], q4\n" \
    "vshl.s32 %q[p2], %q[p2], q3\n" \
    "vqrdmulh.s32 %q[p1], %q[p1], q4\n" \
    "vldrw.32 q3, [%[block], #84]\n" \
    "vqrdmulh.s32 %q[p2], %q[p2], q4\n" \
    "vldrw.32 q4, [%[block], #100]\n" \
    "vmulh.s32 q5, %q[p0], q3\n" \
    "vmulh.s32 q6, %q[p1], q3\n" \
    "vadd.i32 %q[p0], %q[p0], q5\n" \
    "vmulh.s32 q7, %q[p2], q3\n" \
    "vadd.i32 %q[p1], %q[p1], q6\n" \
    "vrshl.s32 %q[p0], %q[p0], q4\n" \
    "vadd.i32 %q[p2], %q[p2], q7\n" \
    "vrshl.s32 %q[p1], %q[p1], q4\n" \
    "vldrw.32 q3, [%[block], #116]\n" \
    "vadd.i32 %q[p0], %q[p0], %[offset]\n" \
    "vrshl.s32 %q[p2], %q[p2], q4\n" \
    "vldrw.32 q4, [%[block], #132]\n" \
    "vadd.i32 %q[p1], %q[p1], %[offset]\n" \
    "vmax.s32 %q[p0], %q[p0], q3\n" \
    "vadd.i32 %q[p2], %q[p2], %[offset]\n" \
    "vmax.s32 %q[p1], %q[p1], q3\n" \
    "vmin.s32 %q[p0], %q[p0], q4\n" \
    "vmax.s32 %q[p2], %q[p2], q3\n" \
    "vmin.s32 %q[p1], %q[p1], q4\n" \
    "vmin.s32 %q[p2], %q[p2], q4\n"

#define PL_TILE_3X3(ROW) \
    int32x4_t p0, p1, p2; \
    int32_t offset; \
    __asm__ volatile("vldrw.32 %q[p0], [%[block], #36]\n" \
                     "vmov %q[p1], %q[p0]\n" PL_W("q3", "0") "vmov %q[p2], %q[p0]\n" \
                     ROW("0", "4", "8", "12") ROW("1", "16", "20", "24") ROW("2", "28", "32", "0") \
                     PL_REQUANTIZE_TILE \
                     : [p0] "=&w"(p0), [p1] "=&w"(p1), [p2] "=&w"(p2), [offset] "=&r"(offset) \
                     : [block] "l"(block), [row0] "l"(row0), [row1] "l"(row1), [row2] "l"(row2) \
                     : "q3", "q4", "q5", "q6", "q7", "memory"); \
    return (pl_depthwise_3x3_tile) { { p0, p1, p2 } }

// clang-format on

/// row0, row1, row2: the pixels under the first column of the first output pixel's kernel.
static inline pl_depthwise_3x3_tile pl_depthwise_3x3_stride_1(const pl_depthwise_3x3_block *block,
                                                              const int8_t *row0, const int8_t *row1,
                                                              const int8_t *row2) {
    PL_TILE_3X3(PL_ROW_STRIDE_1);
}

static inline pl_depthwise_3x3_tile pl_depthwise_3x3_stride_2(const pl_depthwise_3x3_block *block,
                                                              const int8_t *row0, const int8_t *row1,
                                                              const int8_t *row2) {
    PL_TILE_3X3(PL_ROW_STRIDE_2);
}

#undef PL_X
#undef PL_W
#undef PL_MUL
#undef PL_ADD
#undef PL_ROW_STRIDE_1
#undef PL_ROW_STRIDE_2
#undef PL_REQUANTIZE_TILE
#undef PL_TILE_3X3

#endif
