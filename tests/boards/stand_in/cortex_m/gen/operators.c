// SPDX-License-Identifier: Apache-2.0
#include "operators.h"

const pl_operator pl_operator_increment = {.code = 42, .run = pl_increment};
const pl_operator *const pl_all_operators[] = {&pl_operator_increment};
const size_t pl_all_operator_count = 1;
