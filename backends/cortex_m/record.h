// SPDX-License-Identifier: Apache-2.0
//
// One operator record: a pl_record, one reference for each operand, the parameters.
#ifndef PENLIGHT_RECORD_H
#define PENLIGHT_RECORD_H

#include "blob.h"
#include "delegate.h"

static inline uint32_t pl_reference_space(uint32_t reference) {
    return reference >> PL_SPACE_SHIFT;
}
static inline uint32_t pl_reference_offset(uint32_t reference) {
    return reference & ((1u << PL_SPACE_SHIFT) - 1);
}

// The parts of a record whose pl_record has been checked.
static inline const uint32_t *pl_record_references(const pl_record *record) {
    return (const void *)(record + 1);
}
static inline const void *pl_record_params(const pl_record *record) {
    return pl_record_references(record) + record->operand_count;
}
static inline uint32_t pl_record_bytes(const pl_record *record) {
    return (uint32_t)sizeof *record + 4u * record->operand_count + record->params_bytes;
}

// The linked operator with `code`, or NULL.
const pl_operator *pl_find_operator(const pl_config *config, uint16_t code);

// Where a reference leads, NULL for an absent operand.
void *pl_resolve(const pl_payload_header *header, const pl_config *config, uint32_t reference);

// Checks a record of which `bytes` may be read. Once accepted, pl_find_operator finds its operator, and the
// operator's `run` may be called with its parameters and its resolved references.
int pl_record_check(const pl_payload_header *header, const pl_record *record, uint32_t bytes,
                    const pl_config *config);

#endif
