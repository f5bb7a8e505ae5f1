// SPDX-License-Identifier: Apache-2.0
//
// Model images in RAM.
#include "board.h"

void board_image_write(uint8_t *to, const uint8_t *from, size_t bytes) {
    for (size_t i = 0; i < bytes; ++i) {
        to[i] = from[i];
    }
}
