// SPDX-License-Identifier: Apache-2.0
#include "api.h"

#include <string.h>

int32_t api_word(api_call *call) {
    return call->words[call->taken++];
}

void api_take(api_call *call, void *to, size_t bytes) {
    memcpy(to, &call->words[call->taken], bytes);
    call->taken += (unsigned)(bytes / sizeof(int32_t));
}

cmsis_nn_dims api_dims(api_call *call) {
    cmsis_nn_dims dims;
    api_take(call, &dims, sizeof dims);
    return dims;
}

cmsis_nn_context api_context(api_call *call, void *buffer) {
    return (cmsis_nn_context){.buf = buffer, .size = api_word(call)};
}
