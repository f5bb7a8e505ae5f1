// SPDX-License-Identifier: Apache-2.0
#include "pte.h"

#include <string.h>

#include "delegate.h"
#include "fail.h"

#define IDENTIFIER 0x32315445u      // "ET12", at byte 4
#define EXTENDED_HEADER 0x30306865u // "eh00", at byte 8 where there is one
#define EXTENDED_HEADER_SEGMENTS 24 // byte that holds where its segments start

// Numbers of the fields that are read, table by table.
enum { PROGRAM_VERSION = 0, PROGRAM_PLANS = 1, PROGRAM_INLINE_DATA = 3, PROGRAM_SEGMENTS = 4 };
enum { PLAN_NAME = 0, PLAN_VALUES = 2, PLAN_INPUTS = 3, PLAN_OUTPUTS = 4, PLAN_CHAINS = 5 };
enum { PLAN_OPERATORS = 6, PLAN_DELEGATES = 7 };
enum { OPERATOR_NAME = 0 };
enum { CHAIN_INSTRUCTIONS = 2 };
enum { UNION_KIND = 0, UNION_TABLE = 1 }; // of an Instruction and of an EValue
enum { KERNEL_CALL_OPERATOR = 0 };
enum { DELEGATE_CALL_DELEGATE = 0, DELEGATE_CALL_ARGS = 1 };
enum { DELEGATE_ID = 0, DELEGATE_PROCESSED = 1 };
enum { PROCESSED_LOCATION = 0, PROCESSED_INDEX = 1 };
enum { INLINE_DATA_BYTES = 0 };
enum { SEGMENT_OFFSET = 0, SEGMENT_SIZE = 1 };
enum { TENSOR_DTYPE = 0, TENSOR_STORAGE_OFFSET = 1, TENSOR_SIZES = 2, TENSOR_DIM_ORDER = 3 };
enum { TENSOR_CONSTANT = 5, TENSOR_DYNAMISM = 8 };

// Members of the unions InstructionArguments and KernelTypes, and of DataLocation.
enum { KERNEL_CALL = 1, DELEGATE_CALL = 2 };
enum { VALUE_TENSOR = 5 };
enum { LOCATION_INLINE = 0, LOCATION_SEGMENT = 1 };

// The status of a walk through the file: what it found means nothing once an access has failed, which is
// logged.
static int finish(const pl_pte *pte, int status) {
    return pte->file.damaged ? PL_ERR_CORRUPT : status;
}

static int unsupported(const pl_pte *pte, const char *what, uint32_t got, uint32_t wanted) {
    return pl_fail(pte->file.config, PL_ERR_UNSUPPORTED, what, got, wanted);
}

// Refuses an operator or a delegate by the name that the file gives it.
static int unsupported_name(pl_pte *pte, uint32_t string) {
    const char *text = pl_flatbuffer_text(&pte->file, string);
    return unsupported(pte, text == NULL ? "without a name" : text, 0, 0);
}

static bool is_text(pl_pte *pte, uint32_t string, const char *wanted) {
    const char *text = pl_flatbuffer_text(&pte->file, string);
    return text != NULL && strcmp(text, wanted) == 0;
}

static uint32_t find_plan(pl_pte *pte, uint32_t program) {
    pl_flatbuffer *file = &pte->file;
    uint32_t plans = pl_flatbuffer_vector(file, program, PROGRAM_PLANS);
    for (uint32_t i = 0; i < pl_flatbuffer_count(file, plans) && !file->damaged; i++) {
        uint32_t plan = pl_flatbuffer_element_table(file, plans, i);
        if (is_text(pte, pl_flatbuffer_bytes(file, plan, PLAN_NAME), "forward")) {
            return plan;
        }
    }
    return pl_flatbuffer_element_table(file, plans, 0);
}

// Finds the delegate call that is the plan's only instruction.
static int find_call(pl_pte *pte, uint32_t plan, uint32_t *call) {
    pl_flatbuffer *file = &pte->file;
    uint32_t chains = pl_flatbuffer_vector(file, plan, PLAN_CHAINS);
    uint32_t chain = pl_flatbuffer_element_table(file, chains, 0);
    uint32_t instructions = pl_flatbuffer_vector(file, chain, CHAIN_INSTRUCTIONS);
    uint32_t count = pl_flatbuffer_count(file, instructions);
    for (uint32_t i = 0; i < count && !file->damaged; i++) {
        uint32_t instruction = pl_flatbuffer_element_table(file, instructions, i);
        uint32_t kind = pl_flatbuffer_scalar(file, instruction, UNION_KIND, 1);
        *call = pl_flatbuffer_table(file, instruction, UNION_TABLE);
        if (kind == KERNEL_CALL) {
            uint32_t operators = pl_flatbuffer_vector(file, plan, PLAN_OPERATORS);
            uint32_t index = pl_flatbuffer_scalar(file, *call, KERNEL_CALL_OPERATOR, 4);
            uint32_t table = pl_flatbuffer_element_table(file, operators, index);
            return unsupported_name(pte, pl_flatbuffer_bytes(file, table, OPERATOR_NAME));
        }
        if (kind != DELEGATE_CALL) {
            return unsupported(pte, "kind of instruction", kind, DELEGATE_CALL);
        }
    }
    if (count != 1 || pl_flatbuffer_count(file, chains) != 1) {
        return unsupported(pte, "delegate calls", count, 1);
    }
    return PL_OK;
}

// A 64-bit field. A number of more than 32 bits becomes UINT32_MAX, which lies outside of every file.
static uint32_t long_scalar(pl_flatbuffer *file, uint32_t table, uint32_t index) {
    uint32_t field = pl_flatbuffer_field(file, table, index);
    if (field == 0) {
        return 0;
    }
    return pl_flatbuffer_number(file, field + 4, 4) == 0 ? pl_flatbuffer_number(file, field, 4) : UINT32_MAX;
}

// Segments lie behind the flatbuffer, at offsets from a base that a header at byte 8 of the file names.
static void find_segment(pl_pte *pte, uint32_t program, uint32_t index) {
    pl_flatbuffer *file = &pte->file;
    uint32_t segments = pl_flatbuffer_vector(file, program, PROGRAM_SEGMENTS);
    uint32_t segment = pl_flatbuffer_element_table(file, segments, index);
    uint32_t base = 0;
    if (pl_flatbuffer_number(file, 8, 4) == EXTENDED_HEADER) {
        base = pl_flatbuffer_number(file, EXTENDED_HEADER_SEGMENTS, 4);
    }
    uint32_t offset = long_scalar(file, segment, SEGMENT_OFFSET);
    uint32_t bytes = long_scalar(file, segment, SEGMENT_SIZE);
    if (base > file->size || offset > file->size - base || bytes > file->size - base - offset) {
        pl_flatbuffer_damage(file, base + offset + bytes);
        return;
    }
    pte->payload = base + offset;
    pte->payload_bytes = bytes;
}

static int find_payload(pl_pte *pte, uint32_t program, uint32_t delegate) {
    pl_flatbuffer *file = &pte->file;
    uint32_t id = pl_flatbuffer_bytes(file, delegate, DELEGATE_ID);
    if (!is_text(pte, id, PL_BACKEND_ID)) {
        return unsupported_name(pte, id);
    }
    uint32_t processed = pl_flatbuffer_table(file, delegate, DELEGATE_PROCESSED);
    uint32_t index = pl_flatbuffer_scalar(file, processed, PROCESSED_INDEX, 4);
    if (pl_flatbuffer_scalar(file, processed, PROCESSED_LOCATION, 1) == LOCATION_SEGMENT) {
        find_segment(pte, program, index);
        return PL_OK;
    }
    uint32_t all = pl_flatbuffer_vector(file, program, PROGRAM_INLINE_DATA);
    uint32_t table = pl_flatbuffer_element_table(file, all, index);
    uint32_t data = pl_flatbuffer_bytes(file, table, INLINE_DATA_BYTES);
    pte->payload = data + 4;
    pte->payload_bytes = pl_flatbuffer_count(file, data);
    return PL_OK;
}

int pl_pte_open(pl_pte *pte, const pl_config *config) {
    size_t size =
        config->image_bytes < PL_FLATBUFFER_MAX_BYTES ? config->image_bytes : PL_FLATBUFFER_MAX_BYTES;
    *pte = (pl_pte){.file = {.bytes = config->image, .size = (uint32_t)size, .config = config}};
    pl_flatbuffer *file = &pte->file;
    if (size < 8) {
        return pl_fail(config, PL_ERR_TRUNCATED, "bytes of file", file->size, 8);
    }
    uint32_t identifier = pl_flatbuffer_number(file, 4, 4);
    uint32_t program = pl_flatbuffer_number(file, 0, 4);
    uint32_t version = pl_flatbuffer_scalar(file, program, PROGRAM_VERSION, 4);
    if (identifier != IDENTIFIER || version != 0) {
        return pl_fail(config, PL_ERR_NOT_PTE, "identifier", identifier, IDENTIFIER);
    }
    uint32_t plan = find_plan(pte, program);
    uint32_t call = 0;
    int status = find_call(pte, plan, &call);
    if (status == PL_OK) {
        pte->values = pl_flatbuffer_vector(file, plan, PLAN_VALUES);
        pte->inputs = pl_flatbuffer_vector(file, plan, PLAN_INPUTS);
        pte->outputs = pl_flatbuffer_vector(file, plan, PLAN_OUTPUTS);
        pte->args = pl_flatbuffer_vector(file, call, DELEGATE_CALL_ARGS);
        uint32_t delegates = pl_flatbuffer_vector(file, plan, PLAN_DELEGATES);
        uint32_t index = pl_flatbuffer_scalar(file, call, DELEGATE_CALL_DELEGATE, 4);
        status = find_payload(pte, program, pl_flatbuffer_element_table(file, delegates, index));
    }
    return finish(pte, status);
}

int pl_pte_map(pl_pte *pte, uint32_t io, uint32_t first, uint32_t count, uint8_t *map) {
    pl_flatbuffer *file = &pte->file;
    uint32_t io_count = pl_flatbuffer_count(file, io);
    for (uint32_t i = 0; i < io_count; i++) {
        uint32_t value = pl_flatbuffer_element(file, io, i);
        uint32_t place = 0;
        while (place < count && pl_flatbuffer_element(file, pte->args, first + place) != value) {
            place++;
        }
        if (place == count || i == PL_MAX_IO) {
            return finish(pte, unsupported(pte, "inputs or outputs of the delegate", i, io_count));
        }
        map[i] = (uint8_t)place;
    }
    return finish(pte, (int)io_count);
}

int pl_pte_check_tensor(pl_pte *pte, uint32_t index, const pl_tensor *wanted) {
    pl_flatbuffer *file = &pte->file;
    uint32_t argument = pl_flatbuffer_element(file, pte->args, index);
    uint32_t value = pl_flatbuffer_element_table(file, pte->values, argument);
    uint32_t tensor = pl_flatbuffer_table(file, value, UNION_TABLE);
    uint32_t kind = pl_flatbuffer_scalar(file, value, UNION_KIND, 1);
    uint32_t special = pl_flatbuffer_scalar(file, tensor, TENSOR_STORAGE_OFFSET, 4) |
                       pl_flatbuffer_scalar(file, tensor, TENSOR_CONSTANT, 4) |
                       pl_flatbuffer_scalar(file, tensor, TENSOR_DYNAMISM, 1);
    if (kind != VALUE_TENSOR || special != 0) {
        return finish(pte, unsupported(pte, "argument that is no static tensor", kind, VALUE_TENSOR));
    }
    uint32_t dtype = pl_flatbuffer_scalar(file, tensor, TENSOR_DTYPE, 1);
    if (dtype != wanted->dtype) {
        return pl_corrupt(file->config, "dtype of an argument", dtype, wanted->dtype);
    }
    uint32_t sizes = pl_flatbuffer_vector(file, tensor, TENSOR_SIZES);
    uint32_t order = pl_flatbuffer_bytes(file, tensor, TENSOR_DIM_ORDER);
    uint32_t rank = pl_flatbuffer_count(file, sizes);
    if (rank != wanted->rank || pl_flatbuffer_count(file, order) != rank) {
        return pl_corrupt(file->config, "rank of an argument", rank, wanted->rank);
    }
    for (uint32_t i = 0; i < rank; i++) {
        uint32_t size = pl_flatbuffer_element(file, sizes, i);
        uint32_t dim = pl_flatbuffer_number(file, order + 4 + i, 1);
        if (size != wanted->shape[i] || dim != wanted->dim_order[i]) {
            return pl_corrupt(file->config, "shape of an argument", size, wanted->shape[i]);
        }
    }
    return finish(pte, PL_OK);
}
