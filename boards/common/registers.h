// SPDX-License-Identifier: Apache-2.0
//
// The Cortex-M system registers that start-up, faults and the cycle counter use. Addresses are architectural.
#ifndef PENLIGHT_BOARD_REGISTERS_H
#define PENLIGHT_BOARD_REGISTERS_H

#include <stdint.h>

#define REGISTER(address) (*(volatile uint32_t *)(uintptr_t)(address))

#define SYST_CSR REGISTER(0xE000E010) // SysTick control: enable, interrupt, clock source
#define SYST_RVR REGISTER(0xE000E014) // SysTick reload value
#define SYST_CVR REGISTER(0xE000E018) // SysTick current value

#define SCB_CPUID REGISTER(0xE000ED00)
#define SCB_VTOR REGISTER(0xE000ED08)
#define SCB_CCR REGISTER(0xE000ED14)
#define SCB_CFSR REGISTER(0xE000ED28)  // MemManage, BusFault and UsageFault status
#define SCB_HFSR REGISTER(0xE000ED2C)  // HardFault status
#define SCB_MMFAR REGISTER(0xE000ED34) // address of a MemManage fault
#define SCB_BFAR REGISTER(0xE000ED38)  // address of a BusFault
#define SCB_CPACR REGISTER(0xE000ED88) // coprocessor access
#define MPU_CTRL REGISTER(0xE000ED94)
#define MPU_RBAR REGISTER(0xE000ED9C) // region base address (Armv7-M)
#define MPU_RASR REGISTER(0xE000EDA0) // region attributes and size (Armv7-M)
#define SAU_SFSR REGISTER(0xE000EDE4) // SecureFault status

#define MPU_CTRL_ENABLE 1u
#define MPU_CTRL_DEFAULT_MAP 4u // where no region matches
#define MPU_RBAR_VALID (1u << 4)
#define MPU_RASR_ENABLE 1u
#define MPU_RASR_SIZE_SHIFT 1u
#define SCB_CCR_DIV_0_TRP (1u << 4)
#define SCB_CCR_LOB (1u << 19)
#define SCB_CPACR_CP10_CP11_FULL (0xFu << 20)
#define SCB_HFSR_DEBUGEVT (1u << 31)

// Cores of Armv6-M and Armv8-M Baseline have neither VTOR (not all of them), CPACR nor fault status
// registers.
#if defined(__ARM_ARCH_6M__) || defined(__ARM_ARCH_8M_BASE__)
#define CORE_IS_BASELINE 1
#else
#define CORE_IS_BASELINE 0
#endif

#endif
