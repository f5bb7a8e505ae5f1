// SPDX-License-Identifier: Apache-2.0
//
// From reset to main, for every Cortex-M.
#include "board.h"
#include "fault.h"
#include "registers.h"
#include "stack.h"

// Ends of sections and of the stack: from firmware.ld.
extern uint32_t board_data_load[], board_data_start[], board_data_end[];
extern uint32_t board_bss_start[], board_bss_end[];

#define STACK_GUARD_LOG2 16u // firmware.ld checks that the stack starts at a multiple of it

int main(void);
_Noreturn void board_reset(void);

// Only the system exceptions: no driver here enables an interrupt of the NVIC.
typedef void (*exception_vector)(void);
__attribute__((section(".vectors"), used)) static const exception_vector vectors[16] = {
    (exception_vector)(uintptr_t)board_stack_top,
    board_reset,
    board_fault_entry, // NMI
    board_fault_entry, // HardFault
    board_fault_entry, // MemManage
    board_fault_entry, // BusFault
    board_fault_entry, // UsageFault
    board_fault_entry, // SecureFault
    board_fault_entry,
    board_fault_entry,
    board_fault_entry,
    board_fault_entry, // SVCall
    board_fault_entry, // DebugMonitor
    board_fault_entry,
    board_fault_entry, // PendSV
    board_systick,
};

// Where the core has no stack limit register, the MPU forbids the 64 KiB below the stack.
static void guard_stack(void) {
#if defined(__ARM_ARCH_8M_MAIN__) || defined(__ARM_ARCH_8_1M_MAIN__)
    __asm volatile("msr msplim, %0" ::"r"(board_stack_bottom));
#elif !CORE_IS_BASELINE
    MPU_RBAR = ((uint32_t)(uintptr_t)board_stack_bottom - (1u << STACK_GUARD_LOG2)) | MPU_RBAR_VALID;
    MPU_RASR = ((STACK_GUARD_LOG2 - 1u) << MPU_RASR_SIZE_SHIFT) | MPU_RASR_ENABLE; // no access
    MPU_CTRL = MPU_CTRL_DEFAULT_MAP | MPU_CTRL_ENABLE;
    __asm volatile("dsb\n\tisb" ::: "memory");
#endif
}

static void set_up_core(void) {
#if !CORE_IS_BASELINE
    SCB_VTOR = (uint32_t)(uintptr_t)vectors;
    SCB_CCR |= SCB_CCR_DIV_0_TRP;
#endif
#if defined(__ARM_ARCH_8_1M_MAIN__)
    SCB_CCR |= SCB_CCR_LOB; // low-overhead loops: without it each iteration branches
#endif
#if defined(__ARM_FP) || defined(__ARM_FEATURE_MVE)
    SCB_CPACR |= SCB_CPACR_CP10_CP11_FULL;
    __asm volatile("dsb\n\tisb" ::: "memory");
#endif
#if defined(__ARM_FEATURE_MVE)
    // LTPSIZE = 4 (no tail predication), round to nearest, no flush to zero.
    __asm volatile("vmsr fpscr, %0" ::"r"(4u << 16));
#endif
}

// Apart from board_reset, so that no vector instruction of it can be moved before set_up_core.
__attribute__((noinline)) static void set_up_memory(void) {
    const uint32_t *load = board_data_load;
    for (uint32_t *word = board_data_start; word < board_data_end; ++word) {
        *word = *load++;
    }
    for (uint32_t *word = board_bss_start; word < board_bss_end; ++word) {
        *word = 0;
    }
}

_Noreturn void board_reset(void) {
    guard_stack();
    set_up_core();
    board_stack_paint();
    set_up_memory();
    board_init();
    board_exit(main());
}
