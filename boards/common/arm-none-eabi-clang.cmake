# SPDX-License-Identifier: Apache-2.0
#
# clang for Cortex-M, with the C library and the linker of arm-none-eabi-gcc. Give TARGET_CPU (see arm-none-eabi.cmake).
set(CMAKE_C_COMPILER clang)
set(CMAKE_ASM_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET arm-none-eabi)
set(CMAKE_ASM_COMPILER_TARGET arm-none-eabi)
set(compiler_command clang --target=arm-none-eabi)
include("${CMAKE_CURRENT_LIST_DIR}/arm-none-eabi.cmake")

# Of the directories that GCC searches, the one with the C library's headers.
execute_process(COMMAND arm-none-eabi-gcc -E -v -x c /dev/null
    OUTPUT_QUIET ERROR_VARIABLE gcc_search COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "\n /[^\n]*" gcc_directories "${gcc_search}")
foreach(directory IN LISTS gcc_directories)
    string(STRIP "${directory}" directory)
    if(EXISTS "${directory}/string.h")
        set(c_headers "${directory}")
    endif()
endforeach()

# Enums as small as GCC makes them, so that objects of both link.
set(CMAKE_C_FLAGS_INIT "${cpu_flags} -fshort-enums -isystem ${c_headers}")
set(CMAKE_ASM_FLAGS_INIT "${cpu_flags}")
set(CMAKE_C_LINK_EXECUTABLE "arm-none-eabi-gcc ${cpu_flags} <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")
