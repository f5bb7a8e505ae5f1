// SPDX-License-Identifier: Apache-2.0
//
// What happens at a fault: one line says what it was and where, then the firmware ends with BOARD_EXIT_FAULT.
#include "fault.h"

#include "board.h"
#include "registers.h"
#include "semihosting.h"
#include "stack.h"

#define BKPT_SEMIHOSTING 0xBEABu // the instruction "bkpt 0xab"
#define FAULT_STACK_BYTES 512

extern const uint8_t board_code_region[], board_code_region_end[]; // from firmware.ld

// What the core pushes at an exception.
typedef struct {
    uint32_t r0, r1, r2, r3, r12, lr, pc, xpsr;
} exception_frame;

// The stack pointer may be what is wrong: unless it lies well inside the stack, start again from the top and
// report without a frame. The link register is untouched, so returning from the report returns from the
// exception.
__attribute__((naked)) void board_fault_entry(void) {
    __asm volatile("mov r0, sp\n\t"
                   "ldr r1, =board_stack_bottom + %c0\n\t"
                   "ldr r2, =board_stack_top\n\t"
                   "cmp r0, r1\n\t"
                   "blo 1f\n\t"
                   "cmp r0, r2\n\t"
                   "blo 2f\n"
                   "1:\n\t"
                   "mov sp, r2\n\t"
                   "movs r0, #0\n"
                   "2:\n\t"
                   "ldr r3, =board_fault_report\n\t"
                   "bx r3\n\t"
                   ".ltorg" ::"i"(FAULT_STACK_BYTES));
}

#if CORE_IS_BASELINE
static void print_cause(void) {}
#else
static const struct {
    uint32_t bit; // of CFSR
    const char *cause;
} causes[] = {
    {0, "instruction fetch from memory that is not executable"},
    {1, "data access that memory protection forbids"},
    {3, "memory protection while returning from an exception"},
    {4, "memory protection while entering an exception"},
    {8, "bus error on an instruction fetch"},
    {9, "bus error on a data access"},
    {10, "imprecise bus error on a data access"},
    {11, "bus error while returning from an exception"},
    {12, "bus error while entering an exception"},
    {16, "undefined instruction"},
    {17, "instruction in the wrong state"},
    {18, "wrong exception return"},
    {19, "coprocessor, FPU or MVE not enabled"},
    {20, "stack overflow"},
    {24, "unaligned access"},
    {25, "division by zero"},
};

static void print_cause(void) {
    const uint32_t status = SCB_CFSR;
    for (unsigned i = 0; i < sizeof causes / sizeof causes[0]; ++i) {
        if ((status >> causes[i].bit) & 1u) {
            board_print(", ");
            board_print(causes[i].cause);
        }
    }
    if ((status >> 7) & 1u) {
        board_print(" at ");
        board_print_hex(SCB_MMFAR);
    }
    if ((status >> 15) & 1u) {
        board_print(" at ");
        board_print_hex(SCB_BFAR);
    }
#if defined(__ARM_FEATURE_CMSE)
    if (SAU_SFSR != 0) {
        board_print(", Secure fault status ");
        board_print_hex(SAU_SFSR);
    }
#endif
}
#endif

static const char *exception_name(uint32_t number) {
    static const char *const names[] = {"thread",    "reset",    "NMI",        "HardFault",
                                        "MemManage", "BusFault", "UsageFault", "SecureFault"};
    return number < sizeof names / sizeof names[0] ? names[number] : "unexpected interrupt";
}

// Without a debugger the breakpoint of a semihosting call is a fault: let the call fail and go on.
static int is_unanswered_semihosting(const exception_frame *frame) {
    return frame != NULL && frame->pc >= (uintptr_t)board_code_region &&
           frame->pc < (uintptr_t)board_code_region_end &&
           *(const uint16_t *)(uintptr_t)frame->pc == BKPT_SEMIHOSTING;
}

__attribute__((used)) void board_fault_report(exception_frame *frame) {
    uint32_t exception;
    __asm volatile("mrs %0, ipsr" : "=r"(exception));
    if (is_unanswered_semihosting(frame)) {
        frame->r0 = (uint32_t)SEMIHOSTING_FAILED;
        frame->pc += 2;
#if !CORE_IS_BASELINE
        SCB_HFSR = SCB_HFSR_DEBUGEVT;
#endif
        return;
    }
    board_print("\nfault: ");
    board_print(exception_name(exception));
    print_cause();
    if (frame == NULL) {
        board_print(", stack pointer outside the stack");
    } else {
        board_print(", pc ");
        board_print_hex(frame->pc);
        board_print(", lr ");
        board_print_hex(frame->lr);
    }
    board_print("\n");
    board_exit(BOARD_EXIT_FAULT);
}
