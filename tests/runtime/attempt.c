// SPDX-License-Identifier: Apache-2.0
#include "attempt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blob.h"
#include "checksum.h"
#include "operators.h"
#include "pte.h"

static void demand(int truth, const char *what) {
    if (!truth) {
        fprintf(stderr, "attempt: %s\n", what);
        abort();
    }
}

static void *allocate(size_t bytes) {
    void *memory = NULL;
    demand(posix_memalign(&memory, PL_IMAGE_ALIGN, bytes) == 0, "no memory");
    return memory;
}

// Lets what the checksum protects from accidents through, so that the checks behind it meet an attacker's
// bytes.
static void repair(uint8_t *image, size_t image_bytes) {
    const pl_config config = {.image = image, .image_bytes = image_bytes};
    pl_pte pte;
    if (pl_pte_open(&pte, &config) != PL_OK || pte.payload % 4 != 0 ||
        pte.payload_bytes < sizeof(pl_payload_header)) {
        return;
    }
    pl_payload_header *header = (void *)(image + pte.payload);
    header->file_bytes = header->file_sum_a = header->file_sum_b = 0;
    if (header->payload_bytes >= sizeof *header && header->payload_bytes <= pte.payload_bytes) {
        pl_checksum sum = {0, 0};
        pl_checksum_add(&sum, (uint8_t *)header + PL_PAYLOAD_SUMMED_FROM,
                        header->payload_bytes - PL_PAYLOAD_SUMMED_FROM);
        header->sum_a = sum.a;
        header->sum_b = sum.b;
    }
}

static void fill_inputs(const pl_program *program) {
    pl_tensor tensor;
    for (unsigned i = 0; pl_input(program, i, &tensor) == PL_OK; i++) {
        for (uint32_t k = 0; k < tensor.bytes; k++) {
            ((uint8_t *)tensor.data)[k] = (uint8_t)(k * 37 + i);
        }
    }
}

static uint32_t read_outputs(const pl_program *program) {
    uint32_t sum = 0;
    pl_tensor tensor;
    for (unsigned i = 0; pl_output(program, i, &tensor) == PL_OK; i++) {
        for (uint32_t k = 0; k < tensor.bytes; k++) {
            sum += ((uint8_t *)tensor.data)[k];
        }
    }
    return sum;
}

static void run(pl_config *config, attempt_result *result) {
    pl_program program;
    pl_tensor tensor;
    result->init = pl_init(&program, config);
    if (result->init != PL_OK) {
        demand(pl_run(&program) == PL_ERR_ARGUMENT, "a refused program ran");
        demand(pl_input(&program, 0, &tensor) == PL_ERR_ARGUMENT, "a refused program has inputs");
        return;
    }
    fill_inputs(&program);
    result->run = pl_run(&program);
    volatile uint32_t sum = read_outputs(&program);
    (void)sum;
    if (config->arena_bytes > 0) {
        config->arena_bytes--;
        demand(pl_init(&program, config) == PL_ERR_ARENA, "an arena one byte short was accepted");
    }
}

attempt_result attempt(const uint8_t *bytes, size_t image_bytes, int repaired) {
    uint8_t *image = allocate(image_bytes);
    memcpy(image, bytes, image_bytes);
    if (repaired) {
        repair(image, image_bytes);
    }
    uint8_t *before = allocate(image_bytes);
    memcpy(before, image, image_bytes);

    pl_info info = {0};
    attempt_result result = {.inspect = pl_inspect(image, image_bytes, &info), .run = 1};
    size_t arena_bytes = result.inspect == PL_OK ? info.arena_bytes : 0;
    arena_bytes = arena_bytes < ATTEMPT_ARENA_BYTES ? arena_bytes : ATTEMPT_ARENA_BYTES;
    uint8_t *arena = allocate(arena_bytes);
    memset(arena, 0xa5, arena_bytes);
    pl_config config = {.image = image,
                        .image_bytes = image_bytes,
                        .arena = arena,
                        .arena_bytes = arena_bytes,
                        .operators = pl_all_operators,
                        .operator_count = pl_all_operator_count};
    run(&config, &result);
    demand(result.inspect == PL_OK || result.init == result.inspect, "pl_inspect and pl_init disagree");
    free(arena);
    demand(image_bytes == 0 || memcmp(before, image, image_bytes) == 0, "the image was written to");
    free(before);
    free(image);
    return result;
}
