// SPDX-License-Identifier: Apache-2.0
#include "semihosting.h"

// Operation numbers, fopen-style modes and the reason code for a normal exit: Arm's semihosting
// specification.
enum {
    SYS_OPEN = 0x01,
    SYS_CLOSE = 0x02,
    SYS_WRITE = 0x05,
    SYS_READ = 0x06,
    SYS_SEEK = 0x0A,
    SYS_FLEN = 0x0C,
    SYS_GET_CMDLINE = 0x15,
    SYS_EXIT_EXTENDED = 0x20,
};
enum { MODE_READ_BINARY = 1, MODE_WRITE_BINARY = 5 };
#define ADP_STOPPED_APPLICATION_EXIT 0x20026u

typedef uint32_t word; // arguments are 32-bit words, addresses included

static word address(const void *pointer) {
    return (word)(uintptr_t)pointer;
}

static int32_t call(uint32_t operation, const word *arguments) {
    register uint32_t r0 __asm("r0") = operation;
    register uint32_t r1 __asm("r1") = address(arguments);
    __asm volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return (int32_t)r0;
}

static int open_file(const char *path, uint32_t mode) {
    word length = 0;
    while (path[length] != '\0') {
        ++length;
    }
    const word arguments[] = {address(path), mode, length};
    return call(SYS_OPEN, arguments);
}

int semihosting_open_read(const char *path) {
    return open_file(path, MODE_READ_BINARY);
}

int semihosting_open_write(const char *path) {
    return open_file(path, MODE_WRITE_BINARY);
}

// Reading and writing answer with the number of bytes that were not moved.
int semihosting_read(int handle, void *to, size_t bytes) {
    const word arguments[] = {(word)handle, address(to), (word)bytes};
    return call(SYS_READ, arguments) == 0 ? 0 : SEMIHOSTING_FAILED;
}

int semihosting_write(int handle, const void *from, size_t bytes) {
    const word arguments[] = {(word)handle, address(from), (word)bytes};
    return call(SYS_WRITE, arguments) == 0 ? 0 : SEMIHOSTING_FAILED;
}

int semihosting_seek(int handle, size_t position) {
    const word arguments[] = {(word)handle, (word)position};
    return call(SYS_SEEK, arguments) == 0 ? 0 : SEMIHOSTING_FAILED;
}

int semihosting_close(int handle) {
    const word arguments[] = {(word)handle};
    return call(SYS_CLOSE, arguments) == 0 ? 0 : SEMIHOSTING_FAILED;
}

int32_t semihosting_file_bytes(int handle) {
    const word arguments[] = {(word)handle};
    return call(SYS_FLEN, arguments);
}

unsigned semihosting_words(char *line, size_t bytes, const char **words, unsigned most) {
    const word arguments[] = {address(line), (word)bytes};
    if (call(SYS_GET_CMDLINE, arguments) != 0) {
        return 0;
    }
    unsigned count = 0;
    while (*line != '\0' && count < most) {
        words[count++] = line;
        while (*line != ' ' && *line != '\0') {
            ++line;
        }
        while (*line == ' ') {
            *line++ = '\0';
        }
    }
    return count;
}

void semihosting_exit(int code) {
    const word arguments[] = {ADP_STOPPED_APPLICATION_EXIT, (word)code};
    (void)call(SYS_EXIT_EXTENDED, arguments);
}
