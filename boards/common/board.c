// SPDX-License-Identifier: Apache-2.0
#include "board.h"

#include "drivers.h"
#include "semihosting.h"

void board_init(void) {
    uart_init();
    cycles_init();
}

_Noreturn void board_exit(int code) {
    board_print("\nexit: ");
    board_print_i32(code);
    board_print("\n");
    uart_flush();
    semihosting_exit(code);
    for (;;) {
        __asm volatile("wfi");
    }
}

void board_write(const char *text, size_t bytes) {
    for (size_t i = 0; i < bytes; ++i) {
        uart_write(text[i]);
    }
}

void board_print(const char *text) {
    for (; *text != '\0'; ++text) {
        uart_write(*text);
    }
}

static void print_digits(uint32_t value, uint32_t base) {
    char digits[10];
    unsigned count = 0;
    do {
        digits[count++] = "0123456789abcdef"[value % base];
        value /= base;
    } while (value != 0);
    while (count > 0) {
        uart_write(digits[--count]);
    }
}

void board_print_u32(uint32_t value) {
    print_digits(value, 10);
}

void board_print_i32(int32_t value) {
    if (value < 0) {
        uart_write('-');
    }
    print_digits(value < 0 ? 0u - (uint32_t)value : (uint32_t)value, 10);
}

void board_print_hex(uint32_t value) {
    board_print("0x");
    print_digits(value, 16);
}

void board_report_u32(const char *name, uint32_t value) {
    board_print(name);
    board_print(": ");
    board_print_u32(value);
    board_print("\n");
}
