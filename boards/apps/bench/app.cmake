# SPDX-License-Identifier: Apache-2.0
#
# Takes MODEL_FILE (a .pte or a bare payload), MODEL_ARENA_BYTES and MODEL_OPERATORS, the C file with the table of the
# kernels that it uses.
include(libraries)
set(model "${CMAKE_CURRENT_SOURCE_DIR}/apps/infer/model.S")
target_sources(firmware PRIVATE "${model}" "${MODEL_OPERATORS}")
set_source_files_properties("${model}" PROPERTIES
    OBJECT_DEPENDS "${MODEL_FILE}"
    COMPILE_DEFINITIONS "MODEL_FILE=\"${MODEL_FILE}\""
)
target_compile_definitions(firmware PRIVATE MODEL_ARENA_BYTES=${MODEL_ARENA_BYTES})
target_link_libraries(firmware PRIVATE penlight_runtime)
