# SPDX-License-Identifier: Apache-2.0
#
# Takes MODEL_FILE, MODEL_ARENA_BYTES and MODEL_OPERATORS, the C file with the table of the kernels that it uses.
include(libraries)
target_sources(firmware PRIVATE "${APP_DIR}/model.S" "${MODEL_OPERATORS}")
set_source_files_properties("${APP_DIR}/model.S" PROPERTIES
    OBJECT_DEPENDS "${MODEL_FILE}"
    COMPILE_DEFINITIONS "MODEL_FILE=\"${MODEL_FILE}\""
)
target_compile_definitions(firmware PRIVATE MODEL_ARENA_BYTES=${MODEL_ARENA_BYTES})
target_link_libraries(firmware PRIVATE penlight_runtime)
