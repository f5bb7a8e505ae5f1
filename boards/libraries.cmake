# SPDX-License-Identifier: Apache-2.0
#
# The libraries of firmware that runs models, one for each part that boards/sizes.py tells apart. An app's app.cmake
# includes this and links penlight_runtime.
#   RUNTIME_DIR, CORTEX_M_DIR   folders runtime/ and backends/cortex_m/
#   PENLIGHT_CMSIS_NN_LIBRARY, PENLIGHT_CMSIS_NN_INCLUDE_DIR   a prebuilt CMSIS-NN to use instead of the one here
if(PENLIGHT_CMSIS_NN_LIBRARY)
    add_library(cmsis-nn STATIC IMPORTED)
    set_target_properties(cmsis-nn PROPERTIES
        IMPORTED_LOCATION "${PENLIGHT_CMSIS_NN_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${PENLIGHT_CMSIS_NN_INCLUDE_DIR}"
        INTERFACE_COMPILE_DEFINITIONS PENLIGHT_OTHER_CMSIS_NN=1
    )
else()
    add_subdirectory("${CORTEX_M_DIR}/cmsis_nn" cmsis_nn)
endif()

file(GLOB kernel_sources CONFIGURE_DEPENDS "${CORTEX_M_DIR}/kernels/*.c")
add_library(penlight_kernels STATIC ${kernel_sources})
target_compile_options(penlight_kernels PRIVATE -Wconversion)
target_include_directories(penlight_kernels PRIVATE "${CORTEX_M_DIR}/cmsis_nn/source") # internal/: its arithmetic

file(GLOB delegate_sources CONFIGURE_DEPENDS "${CORTEX_M_DIR}/*.c" "${CORTEX_M_DIR}/gen/*.c")
add_library(penlight_delegate STATIC ${delegate_sources})
target_compile_options(penlight_delegate PRIVATE -Os -Wconversion)

file(GLOB runtime_sources CONFIGURE_DEPENDS "${RUNTIME_DIR}/*.c")
add_library(penlight_runtime STATIC ${runtime_sources})
target_compile_options(penlight_runtime PRIVATE -Os -Wconversion)

foreach(library penlight_kernels penlight_delegate penlight_runtime)
    target_include_directories(${library} PUBLIC
        "${RUNTIME_DIR}" "${CORTEX_M_DIR}" "${CORTEX_M_DIR}/gen" "${CORTEX_M_DIR}/kernels")
endforeach()
target_link_libraries(penlight_kernels PUBLIC cmsis-nn m)
target_link_libraries(penlight_delegate PUBLIC penlight_kernels penlight_runtime)
target_link_libraries(penlight_runtime PUBLIC penlight_delegate)
