// SPDX-License-Identifier: Apache-2.0
//
// One call of a public function, as calls.py wrote it: numbers in the order in which the handler takes them,
// and buffers by position.
#ifndef PENLIGHT_TEST_API_H
#define PENLIGHT_TEST_API_H

#include "arm_nnfunctions.h"

#include <stddef.h>

enum { API_MAX_WORDS = 48, API_MAX_BUFFERS = 24 };

typedef struct {
    int32_t words[API_MAX_WORDS];
    void *buffers[API_MAX_BUFFERS]; // NULL where the call gives none
    unsigned taken;
} api_call;

/// What a handler returns: the function's status, 0 where it has none, or the size that it answers.
typedef int32_t (*api_handler)(api_call *call);

typedef struct {
    const char *name;
    api_handler handler;
} api_function;

/// The handlers of one family, up to one without a name.
extern const api_function api_convolution[];
extern const api_function api_fully_connected[];
extern const api_function api_elementwise[];
extern const api_function api_activation[];
extern const api_function api_recurrent[];
extern const api_function api_int4[];
extern const api_function api_int16[];
extern const api_function api_transposed[];
extern const api_function api_movement[];
extern const api_function api_support[];
extern const api_function api_sizes[];

/// The next number.
int32_t api_word(api_call *call);

/// The next numbers as the fields of a struct of int32_t alone.
void api_take(api_call *call, void *to, size_t bytes);

cmsis_nn_dims api_dims(api_call *call);

/// Scratch memory: the next number is the size that is stated.
cmsis_nn_context api_context(api_call *call, void *buffer);

#endif
