// SPDX-License-Identifier: Apache-2.0
#include "tier.h"

#if PL_BUILDS_SCALAR

#include "internal/requantize_narrow.h"
#include "requantize_scalar.h"

bool pl_are_narrow_shifts(const int32_t *shifts, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (!pl_is_narrow_shift(shifts[i])) {
            return false;
        }
    }
    return true;
}

#endif
