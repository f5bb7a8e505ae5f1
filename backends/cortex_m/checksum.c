// SPDX-License-Identifier: Apache-2.0
#include "checksum.h"

void pl_checksum_add(pl_checksum *sum, const void *words, uint32_t bytes) {
    const uint32_t *word = words;
    uint32_t a = sum->a;
    uint32_t b = sum->b;
    // Every start goes once over the whole file here: sixteen words a turn.
    for (; bytes >= 64; bytes -= 64) {
        b += a += word[0];
        b += a += word[1];
        b += a += word[2];
        b += a += word[3];
        b += a += word[4];
        b += a += word[5];
        b += a += word[6];
        b += a += word[7];
        b += a += word[8];
        b += a += word[9];
        b += a += word[10];
        b += a += word[11];
        b += a += word[12];
        b += a += word[13];
        b += a += word[14];
        b += a += word[15];
        word += 16;
    }
    for (; bytes >= 4; bytes -= 4) {
        b += a += *word++;
    }
    sum->a = a;
    sum->b = b;
}
