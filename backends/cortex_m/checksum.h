// SPDX-License-Identifier: Apache-2.0
//
// Fletcher's checksum over 32-bit words, modulo 2^32: finds accidents, not attackers.
#ifndef PENLIGHT_CHECKSUM_H
#define PENLIGHT_CHECKSUM_H

#include <stdint.h>

typedef struct {
    uint32_t a; // sum of the words
    uint32_t b; // sum of the running sums
} pl_checksum;

// Adds `bytes` (a multiple of four) of a stream of words; `words` is 4-aligned.
void pl_checksum_add(pl_checksum *sum, const void *words, uint32_t bytes);

#endif
