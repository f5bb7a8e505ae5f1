// SPDX-License-Identifier: Apache-2.0
//
// The one stack. It lies at the low end of its region, so that an overflow leaves the memory; start-up
// makes sure that this faults.
#ifndef PENLIGHT_BOARD_STACK_H
#define PENLIGHT_BOARD_STACK_H

#include <stdint.h>

extern uint32_t board_stack_bottom[], board_stack_top[]; // from firmware.ld

// Fills what is free of the stack with a pattern, by which board_stack_used_bytes later sees how deep it
// went.
void board_stack_paint(void);

#endif
