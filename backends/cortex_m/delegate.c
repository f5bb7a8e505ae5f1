// SPDX-License-Identifier: Apache-2.0
#include "delegate.h"

#include "checksum.h"
#include "fail.h"
#include "record.h"
#include "tier.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "payloads are little-endian and read in place");

// Whether the kernel library is the one here, whose order of reading and writing payloads may count on.
#if defined(PENLIGHT_OTHER_CMSIS_NN)
#define PL_HAS_OWN_LIBRARY false
#else
#define PL_HAS_OWN_LIBRARY true
#endif

static uint32_t dtype_bytes(uint8_t dtype) {
    switch (dtype) {
    case PL_UINT8:
    case PL_INT8:
    case PL_BOOL:
        return 1;
    case PL_INT16:
        return 2;
    case PL_INT32:
    case PL_FLOAT32:
        return 4;
    case PL_INT64:
        return 8;
    default:
        return 0;
    }
}

// The parts follow each other without overlap, and the last one ends the payload.
static int check_parts(const pl_payload_header *header, const pl_config *config) {
    uint32_t bytes = header->payload_bytes;
    uint32_t operators =
        (uint32_t)(sizeof *header + sizeof(pl_payload_io) * (header->input_count + header->output_count));
    uint32_t constants = bytes - header->constants_bytes;
    if (header->operators_offset != operators || header->constants_offset != constants || constants > bytes ||
        operators > constants || header->operators_bytes > constants - operators ||
        (bytes | constants) % 4 != 0) {
        return pl_corrupt(config, "parts of the payload", header->constants_offset, constants);
    }
    if (header->input_count > PL_MAX_IO || header->output_count > PL_MAX_IO || header->tier > PL_TIER_MVE) {
        return pl_corrupt(config, "inputs, outputs or tier", header->tier, PL_TIER_MVE);
    }
    return PL_OK;
}

static int check_header(const pl_payload_header *header, size_t bytes, const pl_config *config) {
    uint32_t misaligned = (uintptr_t)header % PL_IMAGE_ALIGN;
    if (misaligned != 0) {
        return pl_corrupt(config, "alignment of the payload", misaligned, 0);
    }
    if (bytes < sizeof *header) {
        return pl_fail(config, PL_ERR_TRUNCATED, "bytes of payload", (uint32_t)bytes, sizeof *header);
    }
    if (header->magic != PL_PAYLOAD_MAGIC) {
        return pl_corrupt(config, "magic of the payload", header->magic, PL_PAYLOAD_MAGIC);
    }
    if (header->version != PL_PAYLOAD_VERSION || header->header_bytes != sizeof *header) {
        return pl_fail(config, PL_ERR_VERSION, "version of the payload", header->version, PL_PAYLOAD_VERSION);
    }
    if (bytes < header->payload_bytes) {
        return pl_fail(config, PL_ERR_TRUNCATED, "bytes of payload", (uint32_t)bytes, header->payload_bytes);
    }
    return check_parts(header, config);
}

static int check_sum(const pl_payload_header *header, const pl_config *config) {
    pl_checksum sum = {0, 0};
    pl_checksum_add(&sum, (const uint8_t *)header + PL_PAYLOAD_SUMMED_FROM,
                    header->payload_bytes - PL_PAYLOAD_SUMMED_FROM);
    if (sum.a != header->sum_a || sum.b != header->sum_b) {
        return pl_corrupt(config, "checksum of the payload", sum.a, header->sum_a);
    }
    return PL_OK;
}

static int check_io(const pl_payload_io *io, uint32_t arena_bytes, const pl_config *config) {
    uint32_t element = dtype_bytes(io->dtype);
    if (element == 0 || io->rank > PL_MAX_RANK) {
        return pl_fail(config, PL_ERR_UNSUPPORTED, "dtype of a tensor", io->dtype, io->rank);
    }
    uint64_t bytes = element;
    uint32_t dims_seen = 0;
    for (uint32_t i = 0; i < io->rank && bytes <= arena_bytes; i++) {
        bytes *= io->shape[i];
        dims_seen |= io->dim_order[i] < io->rank ? 1u << io->dim_order[i] : 0;
    }
    if (bytes != io->bytes || bytes == 0 || dims_seen != (1u << io->rank) - 1) {
        return pl_corrupt(config, "shape of a tensor", (uint32_t)bytes, io->bytes);
    }
    uint32_t offset = pl_reference_offset(io->reference);
    if (pl_reference_space(io->reference) != PL_SPACE_ARENA || offset % 4 != 0 || offset % element != 0 ||
        offset > arena_bytes || bytes > arena_bytes - offset) {
        return pl_corrupt(config, "place of a tensor", io->reference, arena_bytes);
    }
    return PL_OK;
}

static const pl_payload_io *io_record(const pl_payload_header *header, bool is_output, unsigned index) {
    const pl_payload_io *records = (const void *)(header + 1);
    return &records[is_output ? header->input_count + index : index];
}

int pl_payload_inspect(const void *payload, size_t bytes, const pl_config *config, pl_info *out) {
    const pl_payload_header *header = payload;
    int status = check_header(header, bytes, config);
    if (status != PL_OK) {
        return status;
    }
    unsigned count = header->input_count + header->output_count;
    for (unsigned i = 0; i < count; i++) {
        status = check_io(io_record(header, false, i), header->arena_bytes, config);
        if (status != PL_OK) {
            return status;
        }
    }
    *out = (pl_info){
        .image_bytes = header->file_bytes,
        .arena_bytes = header->arena_bytes,
        .constant_bytes = header->constants_bytes,
        .operator_count = header->operator_count,
        .format_version = header->version,
        .tier = header->tier,
        .input_count = header->input_count,
        .output_count = header->output_count,
    };
    return PL_OK;
}

int pl_payload_check(const void *payload, const pl_config *config) {
    const pl_payload_header *header = payload;
    int status = check_sum(header, config);
    if (status != PL_OK) {
        return status;
    }
    if (!pl_builds_tier(header->tier)) {
        return pl_fail(config, PL_ERR_TIER, "tier", header->tier, PL_TIER_OF_BUILD);
    }
    if ((header->flags & PL_PAYLOAD_OWN_LIBRARY) != 0 && !PL_HAS_OWN_LIBRARY) {
        return pl_fail(config, PL_ERR_TIER, "order of the kernel library", 1, 0);
    }
    if (config->arena_bytes < header->arena_bytes) {
        return pl_fail(config, PL_ERR_ARENA, "bytes of arena", (uint32_t)config->arena_bytes,
                       header->arena_bytes);
    }
    const uint8_t *position = (const uint8_t *)header + header->operators_offset;
    uint32_t bytes = header->operators_bytes;
    for (uint32_t i = 0; i < header->operator_count; i++) {
        const pl_record *record = (const void *)position;
        status = pl_record_check(header, record, bytes, config);
        if (status != PL_OK) {
            return pl_fail(config, status, "operators accepted", i, header->operator_count);
        }
        position += pl_record_bytes(record);
        bytes -= pl_record_bytes(record);
    }
    if (bytes != 0) {
        return pl_corrupt(config, "bytes behind the operators", bytes, 0);
    }
    return PL_OK;
}

void pl_payload_tensor(const void *payload, void *arena, bool is_output, unsigned index, pl_tensor *out) {
    const pl_payload_io *io = io_record(payload, is_output, index);
    *out = (pl_tensor){
        .data = arena == NULL ? NULL : (uint8_t *)arena + pl_reference_offset(io->reference),
        .bytes = io->bytes,
        .dtype = io->dtype,
        .rank = io->rank,
        .scale = io->scale,
        .zero_point = io->zero_point,
    };
    for (unsigned i = 0; i < io->rank; i++) {
        out->shape[i] = io->shape[i];
        out->dim_order[i] = io->dim_order[i];
    }
}

int pl_payload_run(const void *payload, const pl_config *config) {
    const pl_payload_header *header = payload;
    const uint8_t *position = (const uint8_t *)header + header->operators_offset;
    for (uint32_t i = 0; i < header->operator_count; i++) {
        const pl_record *record = (const void *)position;
        void *args[PL_MAX_OPERANDS];
        for (uint32_t k = 0; k < record->operand_count; k++) {
            args[k] = pl_resolve(header, config, pl_record_references(record)[k]);
        }
        const pl_operator *kernel = pl_find_operator(config, record->code);
        if (config->profile != NULL) {
            config->profile(config->user, i, record->code, 0);
        }
        int status = kernel->run(pl_record_params(record), args);
        if (config->profile != NULL) {
            config->profile(config->user, i, record->code, 1);
        }
        if (status != PL_OK) {
            (void)pl_fail(config, PL_ERR_KERNEL, "status of a kernel", (uint32_t)status, PL_OK);
            return pl_fail(config, PL_ERR_KERNEL, "operators run", i, header->operator_count);
        }
        position += pl_record_bytes(record);
    }
    return PL_OK;
}
