// SPDX-License-Identifier: Apache-2.0
#ifndef PENLIGHT_BOARD_FAULT_H
#define PENLIGHT_BOARD_FAULT_H

// Exception handlers, called by the core.
void board_fault_entry(void); // any fault, and any exception that nobody asked for
void board_systick(
    void); // of the cycle counter that uses SysTick, else firmware.ld makes it board_fault_entry

#endif
