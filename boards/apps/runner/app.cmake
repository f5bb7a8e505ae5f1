# SPDX-License-Identifier: Apache-2.0
include(libraries)
target_link_libraries(firmware PRIVATE penlight_runtime)
