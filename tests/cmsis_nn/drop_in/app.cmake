# SPDX-License-Identifier: Apache-2.0
# Any library with the CMSIS-NN API:
#   PENLIGHT_CMSIS_NN_LIBRARY, PENLIGHT_CMSIS_NN_INCLUDE_DIR   archive and headers
target_include_directories(firmware PRIVATE "${PENLIGHT_CMSIS_NN_INCLUDE_DIR}")
target_link_libraries(firmware PRIVATE "${PENLIGHT_CMSIS_NN_LIBRARY}")
