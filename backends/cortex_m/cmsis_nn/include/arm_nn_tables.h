// SPDX-License-Identifier: Apache-2.0
// Tables that kernels share.
#ifndef ARM_NN_TABLES_H
#define ARM_NN_TABLES_H

#include <stdint.h>

/// sigmoid(i / 24) in Q0.16, moved half way to the chord's other side: a line between two values is as far
/// above the function at its ends as it is below in the middle. The last value is 65535, where the function
/// is taken to saturate.
extern const uint16_t sigmoid_table_uint16[256];

#endif
