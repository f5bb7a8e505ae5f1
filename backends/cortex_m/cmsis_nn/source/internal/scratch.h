// SPDX-License-Identifier: Apache-2.0
// Whether the scratch memory of a call is enough.
#ifndef PL_CMSIS_NN_SCRATCH_H
#define PL_CMSIS_NN_SCRATCH_H

#include "arm_nn_types.h"
#include <stddef.h>

/// A size of 0 beside a buffer means that the caller does not state it: programs written for CMSIS-NN, which
/// never looks at the size, leave it so. They are trusted to have asked for the size beforehand.
static inline bool pl_scratch_is_enough(const cmsis_nn_context *ctx, int32_t needed_bytes) {
    return needed_bytes <= 0 ||
           (ctx != NULL && ctx->buf != NULL && (ctx->size == 0 || ctx->size >= needed_bytes));
}

#endif
