// SPDX-License-Identifier: Apache-2.0
//
// Reads images from standard input, each behind its size in four bytes, and prints the statuses of
// pl_inspect, pl_init and pl_run, one image a line; 1 stands for a pl_run that was not called.
#include <stdio.h>
#include <stdlib.h>

#include "attempt.h"

int main(void) {
    uint32_t bytes;
    while (fread(&bytes, sizeof bytes, 1, stdin) == 1) {
        uint8_t *image = malloc(bytes);
        if (fread(image, 1, bytes, stdin) != bytes) {
            return 1;
        }
        attempt_result result = attempt(image, bytes, 0);
        printf("%d %d %d\n", result.inspect, result.init, result.run);
        fflush(stdout);
        free(image);
    }
    return 0;
}
