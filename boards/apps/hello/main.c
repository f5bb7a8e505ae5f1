// SPDX-License-Identifier: Apache-2.0
//
// Smoke test of a board: start-up, console, initialized and zeroed variables, floating point, MVE, cycle
// counter. Prints the core that it runs on. Exit code 0, or the number of the check that failed.
#include "board.h"
#include "registers.h"

#if defined(__ARM_FEATURE_MVE)
#include <arm_mve.h>
#endif

enum { CHECK_DATA = 1, CHECK_BSS, CHECK_FLOAT, CHECK_MVE, CHECK_CYCLES };

static volatile uint32_t initialized = 0x12345678;
static volatile uint32_t zeroed;
static volatile float half = 0.5f;

static const struct {
    uint32_t part; // of CPUID
    const char *name;
} cores[] = {
    {0xC20, "cortex-m0"},  {0xC60, "cortex-m0plus"}, {0xC23, "cortex-m3"},  {0xC24, "cortex-m4"},
    {0xC27, "cortex-m7"},  {0xD20, "cortex-m23"},    {0xD21, "cortex-m33"}, {0xD31, "cortex-m35p"},
    {0xD24, "cortex-m52"}, {0xD22, "cortex-m55"},    {0xD23, "cortex-m85"},
};

static const char *core_name(void) {
    const uint32_t part = (SCB_CPUID >> 4) & 0xFFFu;
    for (unsigned i = 0; i < sizeof cores / sizeof cores[0]; ++i) {
        if (cores[i].part == part) {
            return cores[i].name;
        }
    }
    return "unknown";
}

// All 16 lanes take part only if LTPSIZE is 4.
static int mve_works(void) {
#if defined(__ARM_FEATURE_MVE)
    volatile int8_t one = 1;
    return vaddvq_s8(vdupq_n_s8(one)) == 16;
#else
    return 1;
#endif
}

static int cycles_advance(void) {
    const uint64_t start = board_cycles();
    for (uint32_t tries = 0; tries < 1000000u; ++tries) {
        if (board_cycles() > start) {
            return 1;
        }
    }
    return 0;
}

static int check(void) {
    if (initialized != 0x12345678) {
        return CHECK_DATA;
    }
    if (zeroed != 0) {
        return CHECK_BSS;
    }
    if (half * 4.0f != 2.0f) {
        return CHECK_FLOAT;
    }
    if (!mve_works()) {
        return CHECK_MVE;
    }
    return cycles_advance() ? 0 : CHECK_CYCLES;
}

int main(void) {
    board_print("board: " BOARD_NAME "\ncore: ");
    board_print(core_name());
    board_print("\n");
    board_report_u32("stack used bytes", board_stack_used_bytes());
    return check();
}
