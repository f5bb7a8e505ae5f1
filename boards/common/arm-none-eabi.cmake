# SPDX-License-Identifier: Apache-2.0
#
# What both toolchain files share: TARGET_CPU -> flags. TARGET_CPU is a core, optionally without parts of it:
#   cortex-m0 m0plus m3 m4 m7 m23 m33 m35p m52 m55 m85   with +nodsp, +nomve, +nofp, e.g. cortex-m55+nomve
# Floating point is passed in registers where the core has them (hard), else computed in software (soft).
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TARGET_CPU)

if(NOT TARGET_CPU MATCHES "^cortex-m(0|0plus|3|4|7|23|33|35p|52|55|85)(\\+no(dsp|mve|fp))*$")
    message(FATAL_ERROR "TARGET_CPU is \"${TARGET_CPU}\": want a Cortex-M core such as cortex-m33 or cortex-m55+nomve")
endif()
string(REGEX REPLACE "\\+.*" "" cpu_core "${TARGET_CPU}")
string(REPLACE "${cpu_core}" "" cpu_without "${TARGET_CPU}")

# A compiler from before these cores treats them as the Cortex-M55, whose instructions they have.
if(cpu_core MATCHES "^cortex-m(52|85)$")
    execute_process(COMMAND ${compiler_command} -mcpu=${cpu_core} -E -x c /dev/null
        RESULT_VARIABLE cpu_unknown OUTPUT_QUIET ERROR_QUIET)
    if(cpu_unknown)
        set(cpu_core cortex-m55)
    endif()
endif()

# Without MVE there is no floating-point MVE either; compilers want both said.
string(REPLACE "+nomve" "+nomve.fp+nomve" cpu_extensions "${cpu_without}")
set(has_float_registers FALSE)
if(cpu_core MATCHES "^cortex-m(4|7|33|35p)$" AND NOT cpu_without MATCHES "nofp")
    set(has_float_registers TRUE)
elseif(cpu_core MATCHES "^cortex-m(52|55|85)$" AND NOT (cpu_without MATCHES "nofp" AND cpu_without MATCHES "nomve"))
    set(has_float_registers TRUE) # MVE has the registers even without floating point
endif()
if(has_float_registers)
    set(float_abi hard)
else()
    set(float_abi soft)
endif()
set(cpu_flags "-mcpu=${cpu_core}${cpu_extensions} -mthumb -mfloat-abi=${float_abi}")
