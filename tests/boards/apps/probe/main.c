// SPDX-License-Identifier: Apache-2.0
//
// Does what the second word of the command line names, to test boards and how emulators are watched:
//   undefined, bus, jump, stack   faults
//   round                         never ends
//   quiet                         ends the simulator without the exit line
//   file                          asks for a file that is not there
//   count                         counts the cycles of a loop of 2 * COUNT instructions
//   memory A B ...                writes a word to each hexadecimal address, then checks that all are there
// and ends with exit code 7, or 8 where memory is not what was written.
#include <string.h>

#include "board.h"
#include "semihosting.h"

enum { EXIT_DONE = 7, EXIT_MEMORY = 8 };

#define COUNT 100000u
#define WORDS_MAX 8u

static int go_undefined(void) {
    __asm volatile("udf #0");
    return EXIT_DONE;
}

static int go_bus(void) {
    *(volatile uint32_t *)0xF0000000u = 1;
    return EXIT_DONE;
}

static int go_jump(void) {
    ((void (*)(void))(uintptr_t)0xF0000000u)(); // an even address: no Thumb code
    return EXIT_DONE;
}

static int go_stack(void) {
    static volatile uint32_t depth;
    volatile uint8_t frame[256];
    frame[0] = 1;
    if (++depth < 1000000u) {
        go_stack();
    }
    return frame[0] + EXIT_DONE - 1;
}

static int go_round(void) {
    board_print("round\n");
    for (;;) {
    }
    return EXIT_DONE;
}

static int go_quiet(void) {
    semihosting_exit(0);
    return EXIT_DONE;
}

static int go_file(void) {
    board_print(semihosting_open_read("no such file") == SEMIHOSTING_FAILED ? "no file\n" : "a file\n");
    return EXIT_DONE;
}

static int go_count(void) {
    const uint64_t start = board_cycles();
    uint32_t left = COUNT;
    __asm volatile(".balign 4\n"
                   "1: .syntax unified\n\t"
                   "subs %0, %0, #1\n\t"
                   "bne 1b"
                   : "+l"(left)
                   :
                   : "cc");
    board_report_u32("cycles", (uint32_t)(board_cycles() - start));
    return EXIT_DONE;
}

static uint32_t parse_hex(const char *digits) {
    uint32_t value = 0;
    for (; *digits != '\0'; ++digits) {
        value = value * 16u + (uint32_t)(*digits <= '9' ? *digits - '0' : *digits - 'a' + 10);
    }
    return value;
}

static int check_memory(const char *const *addresses, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
        *(volatile uint32_t *)(uintptr_t)parse_hex(addresses[i]) = 0xC0FFEE00u + i;
    }
    for (unsigned i = 0; i < count; ++i) {
        if (*(volatile uint32_t *)(uintptr_t)parse_hex(addresses[i]) != 0xC0FFEE00u + i) {
            return EXIT_MEMORY;
        }
    }
    return EXIT_DONE;
}

static const struct {
    const char *name;
    int (*go)(void);
} ways[] = {
    {"undefined", go_undefined}, {"bus", go_bus},     {"jump", go_jump}, {"stack", go_stack},
    {"round", go_round},         {"quiet", go_quiet}, {"file", go_file}, {"count", go_count},
};

int main(void) {
    char line[128];
    const char *words[WORDS_MAX] = {"firmware", "file"};
    const unsigned count = semihosting_words(line, sizeof line, words, WORDS_MAX);
    if (strcmp(words[1], "memory") == 0) {
        return check_memory(words + 2, count - 2);
    }
    for (unsigned i = 0; i < sizeof ways / sizeof ways[0]; ++i) {
        if (strcmp(words[1], ways[i].name) == 0) {
            return ways[i].go();
        }
    }
    return EXIT_DONE;
}
