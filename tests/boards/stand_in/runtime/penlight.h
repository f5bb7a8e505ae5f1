// SPDX-License-Identifier: Apache-2.0
//
// The real interface; runtime.c beside this file implements it.
#include "../../../../runtime/penlight.h"
