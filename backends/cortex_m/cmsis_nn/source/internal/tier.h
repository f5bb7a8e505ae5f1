// SPDX-License-Identifier: Apache-2.0
// The tier of this build: exactly one of PL_CMSIS_NN_TIER_SCALAR, _DSP and _MVE. CMake defines it; where the
// files are compiled by another build system it follows from what the compiler targets.
#ifndef PL_CMSIS_NN_TIER_H
#define PL_CMSIS_NN_TIER_H

#if !defined(PL_CMSIS_NN_TIER_SCALAR) && !defined(PL_CMSIS_NN_TIER_DSP) && !defined(PL_CMSIS_NN_TIER_MVE)
#if defined(__ARM_FEATURE_MVE)
#define PL_CMSIS_NN_TIER_MVE 1
#elif defined(__ARM_FEATURE_DSP)
#define PL_CMSIS_NN_TIER_DSP 1
#else
#define PL_CMSIS_NN_TIER_SCALAR 1
#endif
#endif

#endif
