// SPDX-License-Identifier: Apache-2.0
//
// Files and arguments of the machine at the other end of the debugger or simulator (Arm's semihosting).
// Without one each call fails.
#ifndef PENLIGHT_BOARD_SEMIHOSTING_H
#define PENLIGHT_BOARD_SEMIHOSTING_H

#include <stddef.h>
#include <stdint.h>

#define SEMIHOSTING_FAILED (-1)

// Both modes are binary; writing creates the file or empties it. Return a handle, or SEMIHOSTING_FAILED.
int semihosting_open_read(const char *path);
int semihosting_open_write(const char *path);

// Return 0 when all bytes were moved, else SEMIHOSTING_FAILED.
int semihosting_read(int handle, void *to, size_t bytes);
int semihosting_write(int handle, const void *from, size_t bytes);
int semihosting_seek(int handle, size_t position);
int semihosting_close(int handle);

// Return the size of a file in bytes, or SEMIHOSTING_FAILED.
int32_t semihosting_file_bytes(int handle);

// Copies the command line to `line` and splits it at spaces; the first word is the firmware's name. Returns
// the number of words, at most `most`, or 0 where there is no command line or it is longer than `bytes`.
unsigned semihosting_words(char *line, size_t bytes, const char **words, unsigned most);

// Does not return where there is a debugger or simulator.
void semihosting_exit(int code);

#endif
