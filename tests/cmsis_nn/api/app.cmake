# SPDX-License-Identifier: Apache-2.0
add_subdirectory("${CORTEX_M_DIR}/cmsis_nn" cmsis_nn)
target_link_libraries(firmware PRIVATE cmsis-nn)
