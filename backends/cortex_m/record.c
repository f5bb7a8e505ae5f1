// SPDX-License-Identifier: Apache-2.0
#include "record.h"

#include "fail.h"

// What the kinds of fields accept (all values where no range is given), and their bytes, negative when
// signed; by PL_KIND_*.
static const struct {
    int32_t minimum;
    int32_t maximum;
} ranges[] = {
#define PL_KIND_ROW(name, bytes, is_signed, minimum, maximum)                                                \
    {(minimum) < (maximum) ? (minimum) : INT32_MIN, (minimum) < (maximum) ? (maximum) : INT32_MAX},
#include "kinds.inc"
#undef PL_KIND_ROW
};
static const int8_t widths[] = {
#define PL_KIND_ROW(name, bytes, is_signed, minimum, maximum) (is_signed) ? -(bytes) : (bytes),
#include "kinds.inc"
#undef PL_KIND_ROW
};

const pl_operator *pl_find_operator(const pl_config *config, uint16_t code) {
    for (size_t i = 0; i < config->operator_count; i++) {
        if (config->operators[i]->code == code) {
            return config->operators[i];
        }
    }
    return NULL;
}

void *pl_resolve(const pl_payload_header *header, const pl_config *config, uint32_t reference) {
    uint32_t offset = pl_reference_offset(reference);
    switch (pl_reference_space(reference)) {
    case PL_SPACE_CONSTANT:
        // Kernels take constants through the same pointers as the rest and only read them.
        return (void *)((uintptr_t)header + header->constants_offset + offset);
    case PL_SPACE_ARENA:
        return (uint8_t *)config->arena + offset;
    default:
        return NULL;
    }
}

// An unsigned 32-bit field above INT32_MAX comes out negative, which no kind but "word" accepts.
static int32_t field_value(const void *params, const pl_field *field) {
    const void *at = (const uint8_t *)params + field->offset;
    switch (widths[field->kind]) {
    case 1:
        return *(const uint8_t *)at;
    case -1:
        return *(const int8_t *)at;
    case 2:
        return *(const uint16_t *)at;
    case -2:
        return *(const int16_t *)at;
    default:
        return *(const int32_t *)at;
    }
}

static int check_fields(const pl_operator *op, const void *params, const pl_config *config) {
    const pl_field *end = op->fields + op->field_count;
    for (const pl_field *field = op->fields; field < end; field++) {
        int32_t value = field_value(params, field);
        int32_t minimum = ranges[field->kind].minimum;
        int32_t maximum = ranges[field->kind].maximum;
        if (value < minimum || value > maximum) {
            return pl_corrupt(config, "value of a parameter", (uint32_t)value, (uint32_t)maximum);
        }
    }
    if (op->check != NULL && op->check(params) != PL_OK) {
        return pl_corrupt(config, "parameters that contradict", 0, 0);
    }
    return PL_OK;
}

// The size of an operand in bytes, or UINT32_MAX when it is larger than any space.
static uint32_t operand_bytes(const pl_operand *operand, const void *params) {
    uint32_t bytes = operand->element_bytes;
    const pl_field *end = operand->factors + operand->factor_count;
    for (const pl_field *factor = operand->factors; factor < end; factor++) {
        uint64_t product = (uint64_t)bytes * (uint32_t)field_value(params, factor);
        if (product > UINT32_MAX) {
            return UINT32_MAX;
        }
        bytes = (uint32_t)product;
    }
    return bytes;
}

// Spaces that an operand may lie in, by PL_ROLE_*: one bit for each PL_SPACE_*.
static const uint8_t role_spaces[] = {
    [PL_ROLE_INPUT] = 1u << PL_SPACE_ARENA | 1u << PL_SPACE_CONSTANT,
    [PL_ROLE_OUTPUT] = 1u << PL_SPACE_ARENA,
    [PL_ROLE_SCRATCH] = 1u << PL_SPACE_ARENA,
    [PL_ROLE_CONSTANT] = 1u << PL_SPACE_CONSTANT,
    [PL_ROLE_BIAS] = 1u << PL_SPACE_CONSTANT,
    [PL_ROLE_MULTIPLIER] = 1u << PL_SPACE_CONSTANT,
    [PL_ROLE_SHIFT] = 1u << PL_SPACE_CONSTANT,
};

// Checks the values of those constants that kernels compute with unchecked.
static int check_values(uint8_t role, const int32_t *values, uint32_t bytes, const pl_config *config) {
    if (role < PL_ROLE_BIAS) {
        return PL_OK;
    }
    int32_t maximum = role == PL_ROLE_BIAS ? 1 << 30 : role == PL_ROLE_SHIFT ? 31 : INT32_MAX;
    int32_t minimum = role == PL_ROLE_MULTIPLIER ? 0 : -maximum;
    const int32_t *end = values + bytes / 4;
    // No value lies further above the minimum than all of them or-ed, which decides at once for most groups.
    for (uint32_t above = 0; end - values >= 8; values += 8) {
#pragma GCC unroll 8
        for (int i = 0; i < 8; i++) {
            above |= (uint32_t)values[i] - (uint32_t)minimum;
        }
        if (above > (uint32_t)maximum - (uint32_t)minimum) {
            break;
        }
    }
    for (; values < end; values++) {
        if (*values < minimum || *values > maximum) {
            return pl_corrupt(config, "value of a constant", (uint32_t)*values, (uint32_t)maximum);
        }
    }
    return PL_OK;
}

static int check_operand(const pl_payload_header *header, const pl_operand *operand, const void *params,
                         uint32_t reference, const pl_config *config) {
    uint32_t bytes = operand_bytes(operand, params);
    if (reference == 0 && (bytes == 0 || operand->role == PL_ROLE_BIAS)) {
        return PL_OK;
    }
    uint32_t space = pl_reference_space(reference);
    uint32_t space_first = space == PL_SPACE_ARENA ? 0 : header->constants_offset;
    uint32_t space_bytes = space == PL_SPACE_ARENA ? header->arena_bytes : header->constants_bytes;
    uint32_t offset = pl_reference_offset(reference);
    if ((role_spaces[operand->role] >> space & 1) == 0 || offset > space_bytes ||
        bytes > space_bytes - offset || offset % 4 != 0 ||
        (space_first + offset) % operand->element_bytes != 0) {
        return pl_corrupt(config, "place of an operand", reference, bytes);
    }
    return check_values(operand->role, pl_resolve(header, config, reference), bytes, config);
}

int pl_record_check(const pl_payload_header *header, const pl_record *record, uint32_t bytes,
                    const pl_config *config) {
    if (bytes < sizeof *record || bytes < pl_record_bytes(record)) {
        return pl_corrupt(config, "bytes of an operator record", bytes, sizeof *record);
    }
    const pl_operator *op = pl_find_operator(config, record->code);
    if (op == NULL) {
        return pl_fail(config, PL_ERR_NO_OPERATOR, "code of an operator", record->code, 0);
    }
    if (record->params_bytes != op->params_bytes) {
        return pl_corrupt(config, "bytes of parameters", record->params_bytes, op->params_bytes);
    }
    if (record->operand_count != op->operand_count || op->operand_count > PL_MAX_OPERANDS) {
        return pl_corrupt(config, "operands", record->operand_count, op->operand_count);
    }
    const void *params = pl_record_params(record);
    int status = check_fields(op, params, config);
    for (uint32_t i = 0; i < op->operand_count && status == PL_OK; i++) {
        status = check_operand(header, &op->operands[i], params, pl_record_references(record)[i], config);
        if (status != PL_OK) {
            return pl_fail(config, status, "operands accepted", i, op->operand_count);
        }
    }
    return status;
}
