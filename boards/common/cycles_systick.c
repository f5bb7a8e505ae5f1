// SPDX-License-Identifier: Apache-2.0
//
// Cycle counter from SysTick: 24 bits count down at the core's clock, its interrupt counts the wraps.
#include "board.h"
#include "drivers.h"
#include "fault.h"
#include "registers.h"

#define PERIOD (1u << 24)
#define CSR_ENABLE_INTERRUPT_CORE_CLOCK 7u

static volatile uint32_t wraps;

void board_systick(void) {
    wraps = wraps + 1;
}

void cycles_init(void) {
    SYST_RVR = PERIOD - 1;
    SYST_CVR = 0;
    SYST_CSR = CSR_ENABLE_INTERRUPT_CORE_CLOCK;
    while (SYST_CVR == 0) { // until the first reload, which counts as no wrap
    }
}

uint64_t board_cycles(void) {
    uint32_t before, now;
    do {
        before = wraps;
        now = SYST_CVR;
    } while (before != wraps);
    return (uint64_t)before * PERIOD + ((PERIOD - now) & (PERIOD - 1)); // a wrap is when the value becomes 0
}
