// SPDX-License-Identifier: Apache-2.0
// Limits of the fixed-point types and the feature macros that programs written for CMSIS-NN look at.
#ifndef ARM_NN_MATH_TYPES_H
#define ARM_NN_MATH_TYPES_H

#include <limits.h>
#include <stdint.h>
#include <string.h>

#if defined(__ARM_FEATURE_DSP) && !defined(ARM_MATH_DSP)
#define ARM_MATH_DSP 1
#endif
#if defined(__ARM_FEATURE_MVE) && !defined(ARM_MATH_MVEI)
#define ARM_MATH_MVEI 1
#endif

#define NN_Q31_MAX ((int32_t)0x7FFFFFFF)
#define NN_Q15_MAX ((int16_t)0x7FFF)
#define NN_Q7_MAX ((int8_t)0x7F)
#define NN_Q31_MIN (-NN_Q31_MAX - 1)
#define NN_Q15_MIN ((int16_t)(-0x8000))
#define NN_Q7_MIN ((int8_t)(-0x80))

#endif
