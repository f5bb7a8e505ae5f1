// SPDX-License-Identifier: Apache-2.0
//
// A stand-in for the runtime, to test firmware apps: its "programs" are four words that say what to do wrong.
//   word 0: MAGIC; word 1: arena bytes; word 2: MODE_*; word 3: anything
// A program has one input and one output of 16 bytes in the same place and adds 1 to each byte.
#include "operators.h"
#include "penlight.h"

#define MAGIC 0x1234u
#define TENSOR_BYTES 16u

enum { MODE_RIGHT, MODE_BEFORE_ARENA, MODE_AFTER_ARENA, MODE_IMAGE, MODE_KERNEL };

int pl_inspect(const void *image, size_t image_bytes, pl_info *out) {
    const uint32_t *words = image;
    if (image_bytes < 16) {
        return PL_ERR_TRUNCATED;
    }
    if (words[0] != MAGIC) {
        return PL_ERR_NOT_PTE;
    }
    *out = (pl_info){
        .image_bytes = (uint32_t)image_bytes, .arena_bytes = words[1], .input_count = 1, .output_count = 1};
    return PL_OK;
}

int pl_init(pl_program *program, const pl_config *config) {
    pl_info info;
    const int status = pl_inspect(config->image, config->image_bytes, &info);
    if (status == PL_OK && config->arena_bytes < info.arena_bytes) {
        if (config->log != NULL) {
            config->log(config->user, "arena bytes", (uint32_t)config->arena_bytes, info.arena_bytes);
        }
        return PL_ERR_ARENA;
    }
    program->config = *config;
    return status;
}

int pl_input(const pl_program *program, unsigned index, pl_tensor *out) {
    *out = (pl_tensor){.data = program->config.arena, .bytes = TENSOR_BYTES};
    return index == 0 ? PL_OK : PL_ERR_ARGUMENT;
}

int pl_output(const pl_program *program, unsigned index, pl_tensor *out) {
    return pl_input(program, index, out);
}

int pl_run(const pl_program *program) {
    const pl_config *config = &program->config;
    uint32_t *image = (uint32_t *)(uintptr_t)config->image;
    uint8_t *arena = config->arena;
    switch (image[2]) {
    case MODE_BEFORE_ARENA:
        arena[-1] = 0;
        break;
    case MODE_AFTER_ARENA:
        arena[config->arena_bytes] = 0;
        break;
    case MODE_IMAGE:
        image[3] ^= 1u;
        break;
    case MODE_KERNEL:
        return PL_ERR_KERNEL;
    default:
        break;
    }
    if (config->profile != NULL) {
        config->profile(config->user, 0, config->operators[0]->code, 0);
    }
    config->operators[0]->run(arena, TENSOR_BYTES);
    if (config->profile != NULL) {
        config->profile(config->user, 0, config->operators[0]->code, 1);
    }
    return PL_OK;
}

const char *pl_strerror(int status) {
    return status == PL_ERR_KERNEL ? "a kernel refused" : "another status";
}
