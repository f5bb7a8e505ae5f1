// SPDX-License-Identifier: Apache-2.0
//
// Marks for the plugin that counts instructions under QEMU (boards/bench/plugin). Every Cortex-M executes
// these two reserved hints as NOP.
#ifndef PENLIGHT_BOARD_HINTS_H
#define PENLIGHT_BOARD_HINTS_H

static inline void board_hint_start(void) {
    __asm volatile(".inst.n 0xBFE0" ::: "memory");
}

static inline void board_hint_stop(void) {
    __asm volatile(".inst.n 0xBFF0" ::: "memory");
}

#endif
