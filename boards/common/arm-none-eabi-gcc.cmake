# SPDX-License-Identifier: Apache-2.0
#
# GCC for Cortex-M. Give TARGET_CPU (see arm-none-eabi.cmake).
set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_ASM_COMPILER arm-none-eabi-gcc)
set(compiler_command arm-none-eabi-gcc)
include("${CMAKE_CURRENT_LIST_DIR}/arm-none-eabi.cmake")
set(CMAKE_C_FLAGS_INIT "${cpu_flags}")
set(CMAKE_ASM_FLAGS_INIT "${cpu_flags}")
