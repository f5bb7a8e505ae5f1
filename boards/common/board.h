// SPDX-License-Identifier: Apache-2.0
//
// What firmware may ask of a board. A board is a folder with a board.toml; the code behind this header is
// shared.
//
// Start-up (startup.c) sets up the stack limit, the FPU or MVE, .data and .bss, then calls main. What main
// returns is the firmware's exit code. Whatever goes wrong - a fault, an unexpected interrupt - is printed
// and ends the firmware with BOARD_EXIT_FAULT.
//
// Last line on the console, always:  exit: CODE
#ifndef PENLIGHT_BOARD_H
#define PENLIGHT_BOARD_H

#include <stddef.h>
#include <stdint.h>

// Exit code of firmware that faulted.
#define BOARD_EXIT_FAULT 125

// Makes console and cycle counter ready. Start-up calls it before main.
void board_init(void);

// Ends the firmware: prints the exit line, tells the debugger or simulator, and stops the core.
_Noreturn void board_exit(int code);

// Console text. board_write sends bytes as they are; the others format without stdio.
void board_write(const char *text, size_t bytes);
void board_print(const char *text);
void board_print_u32(uint32_t value);
void board_print_i32(int32_t value);
void board_print_hex(uint32_t value);
// "name: value\n", the form in which firmware reports numbers.
void board_report_u32(const char *name, uint32_t value);

// Core clock cycles since board_init. Exact on hardware; under an emulator it is emulated time times the
// clock.
uint64_t board_cycles(void);

// Most bytes of stack that were in use at any time since reset, and bytes there are.
uint32_t board_stack_used_bytes(void);
uint32_t board_stack_bytes(void);

// Memory that the linked firmware leaves free, both ends 16-aligned.
extern uint8_t board_arena_region[];     // in the region for arenas
extern uint8_t board_arena_region_end[]; // one past its last byte
extern uint8_t board_image_region[];     // in the region for model images that are loaded at run time
extern uint8_t board_image_region_end[];

// Writes to the image region, which may be flash: images are written from start to end, the write at
// board_image_region first. `to` is 4-aligned; after the last byte up to three more may change.
void board_image_write(uint8_t *to, const uint8_t *from, size_t bytes);

#endif
