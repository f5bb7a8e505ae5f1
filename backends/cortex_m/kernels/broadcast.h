// SPDX-License-Identifier: Apache-2.0
//
// Walks two int8 operands and an output of four merged dimensions; an operand stands still in the dimensions
// where it is broadcast.
#ifndef PENLIGHT_KERNELS_BROADCAST_H
#define PENLIGHT_KERNELS_BROADCAST_H

#include <stdbool.h>
#include <stdint.h>

enum { PL_BROADCAST_RANK = 4 };

typedef struct {
    uint32_t dims[PL_BROADCAST_RANK];
    uint32_t broadcast[2]; // bit d: the operand has size 1 in dimension d
} pl_broadcast;

// Whether the dimensions have just as many elements as the operand (or, with no bit set, the output) says.
static inline bool pl_broadcast_has(const pl_broadcast *b, uint32_t broadcast, uint32_t elems) {
    uint64_t product = 1;
    for (uint32_t d = 0; d < PL_BROADCAST_RANK; d++) {
        product *= (broadcast >> d & 1u) != 0 ? 1 : b->dims[d];
        if (product > elems) {
            return false;
        }
    }
    return product == elems;
}

// How far the operand moves for one step of each dimension.
static inline void pl_broadcast_strides(const pl_broadcast *b, uint32_t broadcast, uint32_t strides[]) {
    uint32_t stride = 1;
    for (uint32_t d = PL_BROADCAST_RANK; d-- > 0;) {
        const bool still = (broadcast >> d & 1u) != 0;
        strides[d] = still ? 0 : stride;
        stride *= still ? 1 : b->dims[d];
    }
}

// One run along the innermost dimension; a step is 0 for an operand that is broadcast there, otherwise 1.
typedef void (*pl_broadcast_row)(const void *params, const int8_t *in_1, uint32_t step_1, const int8_t *in_2,
                                 uint32_t step_2, int8_t *out, uint32_t count);

static inline void pl_broadcast_rows(const pl_broadcast *b, const void *params, const int8_t *in_1,
                                     const int8_t *in_2, int8_t *out, pl_broadcast_row row) {
    uint32_t s1[PL_BROADCAST_RANK], s2[PL_BROADCAST_RANK];
    pl_broadcast_strides(b, b->broadcast[0], s1);
    pl_broadcast_strides(b, b->broadcast[1], s2);
    for (uint32_t i = 0; i < b->dims[0]; i++) {
        for (uint32_t j = 0; j < b->dims[1]; j++) {
            for (uint32_t k = 0; k < b->dims[2]; k++) {
                row(params, in_1 + i * s1[0] + j * s1[1] + k * s1[2], s1[3],
                    in_2 + i * s2[0] + j * s2[1] + k * s2[2], s2[3], out, b->dims[3]);
                out += b->dims[3];
            }
        }
    }
}

#endif
