// SPDX-License-Identifier: Apache-2.0
#include "internal/depthwise.h"

void pl_depthwise_s8_opt(const pl_depthwise *layer) {
    pl_depthwise_s8(layer);
}
