// SPDX-License-Identifier: Apache-2.0
//
// Runs the program that the firmware carries between hints (common/hints.h), for QEMU's instruction counter
// (boards/bench). Regions, in order:
//   start       pl_inspect and pl_init; for a bare payload, its checks
//   operators   one region each, from the profile callback before it to the one behind it
//   run         all of pl_run, without the callback
// The arena holds the same pseudo-random bytes before both runs; inputs are among them.
//
// Console: "stack used bytes: N" after the last run. Exit code: 0, or -status of the call that failed.
#include "board.h"
#include "delegate.h"
#include "hints.h"
#include "penlight.h"
#include "registers.h"

// model.S: the .pte, or the payload of one; operators: the table that the build wrote for it.
extern const uint8_t model_image[], model_image_end[];
extern const pl_operator *const pl_model_operators[];
extern const size_t pl_model_operator_count;

__attribute__((section(".arena"), aligned(PL_ARENA_ALIGN))) static uint8_t arena[MODEL_ARENA_BYTES];

static pl_program bench_program; // boards/bench reads its size from the ELF file

static const uint8_t payload_magic[4] = {'P', 'N', 'L', 'T'};

static void mark_operator(void *user, unsigned index, uint16_t code, int end) {
    (void)user;
    (void)index;
    (void)code;
    if (end) {
        board_hint_stop();
    } else {
        board_hint_start();
    }
}

static void fill_arena(void) {
    uint32_t state = 12345;
    for (uint32_t i = 0; i < sizeof arena; ++i) {
        state = state * 1664525u + 1013904223u;
        arena[i] = (uint8_t)(state >> 24);
    }
}

static int is_bare_payload(void) {
    for (unsigned i = 0; i < sizeof payload_magic; ++i) {
        if (model_image[i] != payload_magic[i]) {
            return 0;
        }
    }
    return 1;
}

static int open_payload(pl_program *program, const pl_config *config) {
    pl_info info;
    int status = pl_payload_inspect(config->image, config->image_bytes, config, &info);
    if (status == PL_OK) {
        status = pl_payload_check(config->image, config);
    }
    *program = (pl_program){.config = *config, .payload = config->image};
    return status;
}

static int open_program(pl_program *program, const pl_config *config) {
    pl_info info;
    const int status = pl_inspect(config->image, config->image_bytes, &info);
    return status == PL_OK ? pl_init(program, config) : status;
}

static int open(pl_program *program, const pl_config *config) {
    board_hint_start();
    const int status = is_bare_payload() ? open_payload(program, config) : open_program(program, config);
    board_hint_stop();
    return status;
}

static void print_error(void *user, const char *what, uint32_t got, uint32_t wanted) {
    (void)user;
    board_print("error: ");
    board_print(what);
    board_print(", got ");
    board_print_u32(got);
    board_print(", wanted ");
    board_print_u32(wanted);
    board_print("\n");
}

static int run(void) {
    const pl_config config = {
        .image = model_image,
        .image_bytes = (size_t)(model_image_end - model_image),
        .arena = arena,
        .arena_bytes = sizeof arena,
        .operators = pl_model_operators,
        .operator_count = pl_model_operator_count,
        .log = print_error,
    };
    int status = open(&bench_program, &config);
    if (status != PL_OK) {
        return status;
    }
    fill_arena();
    bench_program.config.profile = mark_operator;
    status = pl_run(&bench_program);
    bench_program.config.profile = NULL;
    if (status != PL_OK) {
        return status;
    }
    fill_arena();
    board_hint_start();
    status = pl_run(&bench_program);
    board_hint_stop();
    return status;
}

int main(void) {
    SYST_CSR = 0; // its interrupt comes in host time, which differs from run to run
    const int status = run();
    board_report_u32("stack used bytes", board_stack_used_bytes());
    return -status;
}
