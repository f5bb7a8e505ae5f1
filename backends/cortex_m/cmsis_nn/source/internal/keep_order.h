// SPDX-License-Identifier: Apache-2.0
// Holds an optimizing compiler to the order in which a kernel does its steps.
#ifndef PL_CMSIS_NN_KEEP_ORDER_H
#define PL_CMSIS_NN_KEEP_ORDER_H

/// Loads that follow stay behind those before it. GCC otherwise gathers the loads of unrolled steps, which
/// takes more registers than the core has.
#define PL_KEEP_ORDER() __asm__ volatile("" ::: "memory")

/// As PL_KEEP_ORDER, and the value of the integer variable is in a register at this point: a sum is not
/// regrouped.
#define PL_KEEP_ORDER_OF(variable) __asm__ volatile("" : "+r"(variable) : : "memory")

#define PL_KEEP_ORDER_OF_4(a, b, c, d) __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d) : : "memory")

#endif
