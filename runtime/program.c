// SPDX-License-Identifier: Apache-2.0
#include "blob.h"
#include "checksum.h"
#include "delegate.h"
#include "fail.h"
#include "pte.h"

static bool is_sealed(const pl_payload_header *header) {
    return (header->file_bytes | header->file_sum_a | header->file_sum_b) != 0;
}

// A sealed file is whole. It may lie in a larger memory, so the seal says where it ends.
static int check_size(const pl_pte *pte, const pl_payload_header *header, pl_info *out) {
    const pl_config *config = pte->file.config;
    uint32_t payload_end = pte->payload + header->payload_bytes;
    out->image_bytes = is_sealed(header) ? header->file_bytes : pte->file.size;
    if (out->image_bytes > pte->file.size) {
        return pl_fail(config, PL_ERR_TRUNCATED, "bytes of file", pte->file.size, out->image_bytes);
    }
    if (is_sealed(header) && (out->image_bytes < payload_end || out->image_bytes % 4 != 0)) {
        return pl_corrupt(config, "bytes of file", out->image_bytes, payload_end);
    }
    return PL_OK;
}

// The file around the payload is as it was sealed.
static int check_seal(const pl_program *program) {
    const pl_payload_header *header = program->payload;
    if (!is_sealed(header)) {
        return PL_OK;
    }
    const uint8_t *image = program->config.image;
    uint32_t payload = (uint32_t)((const uint8_t *)header - image);
    uint32_t payload_end = payload + header->payload_bytes;
    pl_checksum sum = {0, 0};
    pl_checksum_add(&sum, image, payload);
    pl_checksum_add(&sum, image + payload_end, header->file_bytes - payload_end);
    if (sum.a != header->file_sum_a || sum.b != header->file_sum_b) {
        return pl_corrupt(&program->config, "checksum of the file", sum.a, header->file_sum_a);
    }
    return PL_OK;
}

// The delegate's arguments are the payload's inputs and outputs, in this order, with the same shapes.
static int check_tensors(pl_pte *pte, const void *payload, uint32_t count) {
    uint32_t args = pl_flatbuffer_count(&pte->file, pte->args);
    int status =
        args == count ? PL_OK : pl_corrupt(pte->file.config, "arguments of the delegate", args, count);
    for (uint32_t i = 0; i < count && status == PL_OK; i++) {
        pl_tensor tensor;
        pl_payload_tensor(payload, NULL, false, i, &tensor);
        status = pl_pte_check_tensor(pte, i, &tensor);
    }
    return status;
}

// The program's inputs are the delegate's, and its outputs are among the delegate's.
static int map_tensors(pl_program *program, pl_pte *pte, const pl_info *info) {
    int inputs = pl_pte_map(pte, pte->inputs, 0, info->input_count, program->input_map);
    int outputs = pl_pte_map(pte, pte->outputs, info->input_count, info->output_count, program->output_map);
    if (inputs < 0 || outputs < 0) {
        return inputs < 0 ? inputs : outputs;
    }
    uint32_t fed = 0;
    for (int i = 0; i < inputs; i++) {
        fed |= 1u << program->input_map[i];
    }
    uint32_t wanted = (1u << info->input_count) - 1;
    if (fed != wanted) {
        return pl_fail(&program->config, PL_ERR_UNSUPPORTED, "inputs fed", fed, wanted);
    }
    program->input_count = (uint8_t)inputs;
    program->output_count = (uint8_t)outputs;
    return PL_OK;
}

static int check_aligned(const pl_config *config, const void *memory, uint32_t alignment, const char *what) {
    uint32_t misaligned = (uint32_t)((uintptr_t)memory % alignment);
    return misaligned == 0 ? PL_OK : pl_fail(config, PL_ERR_ALIGNMENT, what, misaligned, 0);
}

// Finds everything in the program's image, and fills the rest of the program.
static int open_image(pl_program *program, pl_pte *pte, pl_info *info) {
    const pl_config *config = &program->config;
    int status = check_aligned(config, config->image, PL_IMAGE_ALIGN, "alignment of the image");
    if (status == PL_OK) {
        status = pl_pte_open(pte, config);
    }
    if (status == PL_OK) {
        program->payload = pte->file.bytes + pte->payload;
        status = pl_payload_inspect(program->payload, pte->payload_bytes, config, info);
    }
    if (status == PL_OK) {
        status = check_size(pte, program->payload, info);
    }
    if (status == PL_OK) {
        status = map_tensors(program, pte, info);
    }
    return status;
}

int pl_inspect(const void *image, size_t image_bytes, pl_info *out) {
    if (image == NULL || out == NULL) {
        return PL_ERR_ARGUMENT;
    }
    pl_program program = {.config = {.image = image, .image_bytes = image_bytes}};
    pl_pte pte;
    int status = open_image(&program, &pte, out);
    out->output_count = program.output_count;
    return status;
}

int pl_init(pl_program *program, const pl_config *config) {
    if (program == NULL || config == NULL) {
        return PL_ERR_ARGUMENT;
    }
    *program = (pl_program){.config = *config};
    if (config->image == NULL || config->arena == NULL || config->operators == NULL) {
        return pl_fail(config, PL_ERR_ARGUMENT, "null pointer", 0, 0);
    }
    pl_pte pte;
    pl_info info;
    int status = check_aligned(config, config->arena, PL_ARENA_ALIGN, "alignment of the arena");
    if (status == PL_OK) {
        status = open_image(program, &pte, &info);
    }
    if (status == PL_OK) {
        status = check_tensors(&pte, program->payload, (uint32_t)info.input_count + info.output_count);
    }
    if (status == PL_OK) {
        status = check_seal(program);
    }
    if (status == PL_OK) {
        status = pl_payload_check(program->payload, config);
    }
    if (status != PL_OK) {
        program->payload = NULL; // pl_run and the others refuse it
    }
    return status;
}

static int describe(const pl_program *program, bool is_output, unsigned index, pl_tensor *out) {
    if (program == NULL || program->payload == NULL || out == NULL ||
        index >= (is_output ? program->output_count : program->input_count)) {
        return PL_ERR_ARGUMENT;
    }
    const uint8_t *map = is_output ? program->output_map : program->input_map;
    pl_payload_tensor(program->payload, program->config.arena, is_output, map[index], out);
    return PL_OK;
}

int pl_input(const pl_program *program, unsigned index, pl_tensor *out) {
    return describe(program, false, index, out);
}

int pl_output(const pl_program *program, unsigned index, pl_tensor *out) {
    return describe(program, true, index, out);
}

int pl_run(const pl_program *program) {
    if (program == NULL || program->payload == NULL) {
        return PL_ERR_ARGUMENT;
    }
    return pl_payload_run(program->payload, &program->config);
}
