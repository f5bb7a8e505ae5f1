// SPDX-License-Identifier: Apache-2.0
//
// libFuzzer's way in: each image as it is, and with its checksum repaired.
#include "attempt.h"

int LLVMFuzzerTestOneInput(const uint8_t *image, size_t image_bytes);

int LLVMFuzzerTestOneInput(const uint8_t *image, size_t image_bytes) {
    (void)attempt(image, image_bytes, 0);
    (void)attempt(image, image_bytes, 1);
    return 0;
}
