// SPDX-License-Identifier: Apache-2.0
//
// The tiers whose kernels a build has: that of its core. A host has all of them, in portable C.
#ifndef PENLIGHT_TIER_H
#define PENLIGHT_TIER_H

#include <stdbool.h>

#include "penlight.h"

#if defined(PL_BUILDS_SCALAR) // all three are given
#elif !defined(__ARM_ARCH_PROFILE) || __ARM_ARCH_PROFILE != 'M'
#define PL_BUILDS_SCALAR 1
#define PL_BUILDS_DSP 1
#define PL_BUILDS_MVE 1
#elif defined(__ARM_FEATURE_MVE)
#define PL_BUILDS_SCALAR 0
#define PL_BUILDS_DSP 0
#define PL_BUILDS_MVE 1
#elif defined(__ARM_FEATURE_DSP)
#define PL_BUILDS_SCALAR 0
#define PL_BUILDS_DSP 1
#define PL_BUILDS_MVE 0
#else
#define PL_BUILDS_SCALAR 1
#define PL_BUILDS_DSP 0
#define PL_BUILDS_MVE 0
#endif

// The highest of them.
#define PL_TIER_OF_BUILD (PL_BUILDS_MVE ? PL_TIER_MVE : PL_BUILDS_DSP ? PL_TIER_DSP : PL_TIER_SCALAR)

// Whether the layouts and scratch sizes of a tier (PL_TIER_*) are those of this build.
static inline bool pl_builds_tier(uint32_t tier) {
    return (tier == PL_TIER_SCALAR && PL_BUILDS_SCALAR) || (tier == PL_TIER_DSP && PL_BUILDS_DSP) ||
           (tier == PL_TIER_MVE && PL_BUILDS_MVE);
}

#endif
