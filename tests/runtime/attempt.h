// SPDX-License-Identifier: Apache-2.0
//
// One untrusted image through the whole API, in memory that is sized to the byte so that AddressSanitizer
// sees every access beyond it.
#ifndef PENLIGHT_ATTEMPT_H
#define PENLIGHT_ATTEMPT_H

#include "penlight.h"

// Largest arena that is given to an image.
#define ATTEMPT_ARENA_BYTES (1u << 20)

typedef struct {
    int inspect;
    int init;
    int run;
} attempt_result;

// Inspects, initializes, fills the inputs, runs and reads the outputs. Aborts when the API contradicts itself
// or the image was written to. `repaired` recomputes the payload's checksum first and removes the seal.
attempt_result attempt(const uint8_t *image, size_t image_bytes, int repaired);

#endif
