// SPDX-License-Identifier: Apache-2.0
//
// The PenlightCortexM payload: an operator list, a memory plan and weights, checked once and then run.
// docs/SPEC.md describes the bytes. This layer knows no ExecuTorch; the runtime and the ExecuTorch plug-in
// both sit on it.
#ifndef PENLIGHT_DELEGATE_H
#define PENLIGHT_DELEGATE_H

#include <stdbool.h>

#include "penlight.h"

#define PL_BACKEND_ID "PenlightCortexM"

// What a field of an operator's parameters may hold: an index into the generated table of ranges.
typedef struct {
    uint8_t offset; // byte offset in the parameters
    uint8_t kind;   // PL_KIND_*
} pl_field;

enum { PL_OPERAND_MAX_FACTORS = 4 };

// What an operand must be. Its size in elements is the product of the parameters at the given byte offsets.
typedef struct {
    uint8_t role;          // PL_ROLE_*
    uint8_t element_bytes; // its alignment, which is 4 where this is less
    uint8_t factor_count;
    pl_field factors[PL_OPERAND_MAX_FACTORS];
} pl_operand;

enum {
    PL_ROLE_INPUT,      // activation in the arena, read
    PL_ROLE_OUTPUT,     // activation in the arena, written
    PL_ROLE_SCRATCH,    // in the arena, contents worthless before and after; absent when its size is zero
    PL_ROLE_CONSTANT,   // bytes in the image
    PL_ROLE_BIAS,       // int32 in the image, each within +-2^30; may be absent
    PL_ROLE_MULTIPLIER, // int32 in the image, none negative
    PL_ROLE_SHIFT,      // int32 in the image, each within +-31
};

// One kernel of one operator, with all that is needed to check a record of it. Generated from its Python
// declaration.
struct pl_operator {
    uint16_t code; // PL_OP_*
    uint8_t params_bytes;
    uint8_t field_count;
    uint8_t operand_count;
    const pl_field *fields;
    const pl_operand *operands;
    int (*check)(const void *params); // relations between fields; may be NULL
    int (*run)(const void *params,
               void *const *args); // args in the order of operands; PL_OK or PL_ERR_KERNEL
};

// Most operands that an operator may have.
#define PL_MAX_OPERANDS 24

// Reads sizes, tier and counts, and checks all but the checksum and the operator records. `payload` must be
// aligned to PL_IMAGE_ALIGN; `bytes` may be read there. Uses the log of `config`, nothing else of it.
int pl_payload_inspect(const void *payload, size_t bytes, const pl_config *config, pl_info *out);

// Checks the checksum, the tier, the arena and every operator record of a payload that pl_payload_inspect has
// accepted.
int pl_payload_check(const void *payload, const pl_config *config);

// Describes input or output `index` of an inspected payload. `arena` may be NULL; then so is the tensor's
// data.
void pl_payload_tensor(const void *payload, void *arena, bool is_output, unsigned index, pl_tensor *out);

// Runs a checked payload once, with the configuration that it was checked with.
int pl_payload_run(const void *payload, const pl_config *config);

#endif
