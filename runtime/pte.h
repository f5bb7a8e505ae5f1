// SPDX-License-Identifier: Apache-2.0
//
// Finds, in an ExecuTorch program, the one delegate call to PenlightCortexM that makes up its method, and how
// the method's inputs and outputs are those of the delegate. Field numbers follow ExecuTorch's schema,
// identifier ET12.
#ifndef PENLIGHT_PTE_H
#define PENLIGHT_PTE_H

#include "flatbuffer.h"

typedef struct {
    pl_flatbuffer file;
    uint32_t values;  // vector of tables EValue
    uint32_t inputs;  // vector of indices into values
    uint32_t outputs; // vector of indices into values
    uint32_t args;    // of the delegate call: vector of indices into values, the inputs before the outputs
    uint32_t payload; // position of the delegate's data
    uint32_t payload_bytes;
} pl_pte;

// Opens the image of `config`: method "forward", or else the first one. The payload lies inside the file.
int pl_pte_open(pl_pte *pte, const pl_config *config);

// Fills map[i] with the place among args[first .. first + count) of each element i of `io`. Returns their
// number, at most PL_MAX_IO, or a status.
int pl_pte_map(pl_pte *pte, uint32_t io, uint32_t first, uint32_t count, uint8_t *map);

// Checks that argument `index` of the delegate call is the tensor that the payload describes.
int pl_pte_check_tensor(pl_pte *pte, uint32_t index, const pl_tensor *wanted);

#endif
