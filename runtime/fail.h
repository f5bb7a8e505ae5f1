// SPDX-License-Identifier: Apache-2.0
//
// How every check reports what it found: through the caller's log, then as a status. When got equals wanted,
// `what` says it alone.
#ifndef PENLIGHT_FAIL_H
#define PENLIGHT_FAIL_H

#include "penlight.h"

// Logs, and returns `status`.
int pl_fail(const pl_config *config, int status, const char *what, uint32_t got, uint32_t wanted);

// Logs, and returns PL_ERR_CORRUPT.
int pl_corrupt(const pl_config *config, const char *what, uint32_t got, uint32_t wanted);

#endif
