// SPDX-License-Identifier: Apache-2.0
//
// Cycle counter of the nRF51, which has no SysTick: TIMER0 counts 32 bits at 16 MHz, the core's clock. Wraps
// are seen as long as board_cycles is called once in 268 seconds.
#include "board.h"
#include "drivers.h"
#include "registers.h"

#define TIMER0 0x40008000u
#define TIMER_START REGISTER(TIMER0 + 0x000)
#define TIMER_CAPTURE REGISTER(TIMER0 + 0x040)
#define TIMER_BITMODE REGISTER(TIMER0 + 0x508)
#define TIMER_PRESCALER REGISTER(TIMER0 + 0x510)
#define TIMER_CC REGISTER(TIMER0 + 0x540)

void cycles_init(void) {
    TIMER_BITMODE = 3; // 32 bits
    TIMER_PRESCALER = 0;
    TIMER_START = 1;
}

uint64_t board_cycles(void) {
    static uint64_t cycles;
    TIMER_CAPTURE = 1;
    cycles += TIMER_CC - (uint32_t)cycles;
    return cycles;
}
