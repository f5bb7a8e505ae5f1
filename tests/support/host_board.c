// SPDX-License-Identifier: Apache-2.0
//
// The machine that runs the tests, as a board: lets apps/runner run under sanitizers. A counterpart to
// boards/common/board.c and semihosting.c.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "semihosting.h"

int firmware_main(void); // the app's main, renamed on the command line

enum { REGION_BYTES = 1 << 24, FILES = 3 };

static FILE *files[FILES];
static char command_line[1024];

_Alignas(16) uint8_t board_arena_region[REGION_BYTES];
_Alignas(16) uint8_t board_image_region[REGION_BYTES];

// The ends are addresses, as a linker script would define them.
__asm__(".globl board_arena_region_end\n.set board_arena_region_end, board_arena_region + 16777216\n"
        ".globl board_image_region_end\n.set board_image_region_end, board_image_region + 16777216\n");

static int opened(const char *path, const char *mode) {
    for (int handle = 0; handle < FILES; handle++) {
        if (files[handle] == NULL) {
            files[handle] = fopen(path, mode);
            return files[handle] == NULL ? SEMIHOSTING_FAILED : handle;
        }
    }
    return SEMIHOSTING_FAILED;
}

int semihosting_open_read(const char *path) {
    return opened(path, "rb");
}

int semihosting_open_write(const char *path) {
    return opened(path, "w+b");
}

int semihosting_read(int handle, void *to, size_t bytes) {
    return fread(to, 1, bytes, files[handle]) == bytes ? 0 : SEMIHOSTING_FAILED;
}

int semihosting_write(int handle, const void *from, size_t bytes) {
    return fwrite(from, 1, bytes, files[handle]) == bytes ? 0 : SEMIHOSTING_FAILED;
}

int semihosting_seek(int handle, size_t position) {
    return fseek(files[handle], (long)position, SEEK_SET);
}

int semihosting_close(int handle) {
    return fclose(files[handle]);
}

int32_t semihosting_file_bytes(int handle) {
    const long at = ftell(files[handle]);
    fseek(files[handle], 0, SEEK_END);
    const long size = ftell(files[handle]);
    fseek(files[handle], at, SEEK_SET);
    return (int32_t)size;
}

unsigned semihosting_words(char *line, size_t bytes, const char **words, unsigned most) {
    unsigned count = 0;
    strncpy(line, command_line, bytes);
    for (char *word = strtok(line, " "); word != NULL && count < most; word = strtok(NULL, " ")) {
        words[count++] = word;
    }
    return count;
}

void board_print(const char *text) {
    fputs(text, stdout);
}

void board_report_u32(const char *name, uint32_t value) {
    printf("%s: %u\n", name, (unsigned)value);
}

void board_image_write(uint8_t *to, const uint8_t *from, size_t bytes) {
    memcpy(to, from, bytes);
}

uint32_t board_stack_bytes(void) {
    return 0;
}

uint32_t board_stack_used_bytes(void) {
    return 0;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        return 2;
    }
    snprintf(command_line, sizeof command_line, "firmware %s %s", argv[1], argv[2]);
    return firmware_main();
}
