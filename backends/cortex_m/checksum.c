// SPDX-License-Identifier: Apache-2.0
#include "checksum.h"

void pl_checksum_add(pl_checksum *sum, const void *words, uint32_t bytes) {
    const uint32_t *word = words;
    const uint32_t *end = word + bytes / 4;
    uint32_t a = sum->a;
    uint32_t b = sum->b;
    // Every start goes once over the whole file here. Cores that load two words at once do it where they can.
    while (word < end && (uintptr_t)word % sizeof(uint64_t) != 0) {
        b += a += *word++;
    }
    for (; end - word >= 16; word += 16) {
#pragma GCC unroll 8
        for (int i = 0; i < 16; i += 2) {
            uint64_t pair = *(const uint64_t *)(const void *)(word + i);
            b += a += (uint32_t)pair;
            b += a += (uint32_t)(pair >> 32);
        }
    }
    while (word < end) {
        b += a += *word++;
    }
    sum->a = a;
    sum->b = b;
}
