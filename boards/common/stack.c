// SPDX-License-Identifier: Apache-2.0
#include "stack.h"

#include "board.h"

#define PAINT 0x57AC57ACu

void board_stack_paint(void) {
    uint32_t stack_pointer;
    __asm volatile("mov %0, sp" : "=r"(stack_pointer));
    const uint32_t below_this_frame = stack_pointer - 64u;
    for (volatile uint32_t *word = board_stack_bottom; (uint32_t)(uintptr_t)word < below_this_frame; ++word) {
        *word = PAINT;
    }
}

uint32_t board_stack_used_bytes(void) {
    const uint32_t *word = board_stack_bottom;
    while (word < board_stack_top && *word == PAINT) {
        ++word;
    }
    return (uint32_t)((uintptr_t)board_stack_top - (uintptr_t)word);
}

uint32_t board_stack_bytes(void) {
    return (uint32_t)((uintptr_t)board_stack_top - (uintptr_t)board_stack_bottom);
}
