// SPDX-License-Identifier: Apache-2.0
//
// Runs the program that the firmware carries.
//
// Command line:  firmware [INPUTS OUTPUTS [profile]]
//   INPUTS   file of samples, one after the other. A sample is the program's inputs in order, each as the
//            bytes that pl_input describes, nothing between them.
//   OUTPUTS  file that gets, for each sample, the program's outputs in the same form.
// Without files (a board without a debugger) it runs once, with inputs of zero bytes.
//
// Console, one "name: number" a line:
//   model bytes, arena bytes, cycles start (pl_init and pl_inspect), samples, cycles min, cycles max, stack
//   bytes, stack used bytes with profile, for each operator of the first sample: "operator INDEX kernel CODE
//   cycles: CYCLES"
// When something fails, lines "error: ..." say what, got and wanted. Exit code: 0, else 64 for the files and
// -status for a call of penlight.h.
#include <string.h>

#include "board.h"
#include "penlight.h"
#include "semihosting.h"

enum { EXIT_FILES = 64 };

// model.S: the .pte; operators: the table that the build wrote for it.
extern const uint8_t model_image[], model_image_end[];
extern const pl_operator *const pl_model_operators[];
extern const size_t pl_model_operator_count;

__attribute__((section(".arena"), aligned(PL_ARENA_ALIGN))) static uint8_t arena[MODEL_ARENA_BYTES];

typedef struct {
    uint32_t started; // cycle count at the start of the current operator
    int enabled;
} profile_state;

static void print_error(void *user, const char *what, uint32_t got, uint32_t wanted) {
    (void)user;
    board_print("error: ");
    board_print(what);
    if (got != wanted) {
        board_print(": got ");
        board_print_u32(got);
        board_print(", wanted ");
        board_print_u32(wanted);
    }
    board_print("\n");
}

static void print_operator(void *user, unsigned index, uint16_t code, int end) {
    profile_state *profile = user;
    const uint32_t now = (uint32_t)board_cycles();
    if (profile->enabled && end) {
        board_print("operator ");
        board_print_u32(index);
        board_print(" kernel ");
        board_print_u32(code);
        board_report_u32(" cycles", now - profile->started);
    }
    profile->started = (uint32_t)board_cycles();
}

// Moves every input from, or every output to, an open file. Returns PL_OK, EXIT_FILES or a negative status.
static int transfer(const pl_program *program, unsigned count, int is_output, int file) {
    for (unsigned i = 0; i < count; ++i) {
        pl_tensor tensor;
        const int status = is_output ? pl_output(program, i, &tensor) : pl_input(program, i, &tensor);
        if (status != PL_OK) {
            return status;
        }
        const int moved = is_output ? semihosting_write(file, tensor.data, tensor.bytes)
                                    : semihosting_read(file, tensor.data, tensor.bytes);
        if (moved != 0) {
            print_error(NULL, is_output ? "cannot write outputs" : "cannot read inputs", 0, 0);
            return EXIT_FILES;
        }
    }
    return PL_OK;
}

static uint32_t input_bytes(const pl_program *program, unsigned count) {
    uint32_t bytes = 0;
    for (unsigned i = 0; i < count; ++i) {
        pl_tensor tensor;
        bytes += pl_input(program, i, &tensor) == PL_OK ? tensor.bytes : 0;
    }
    return bytes;
}

static int zero_inputs(const pl_program *program, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
        pl_tensor tensor;
        const int status = pl_input(program, i, &tensor);
        if (status != PL_OK) {
            return status;
        }
        memset(tensor.data, 0, tensor.bytes);
    }
    return PL_OK;
}

typedef struct {
    uint32_t samples, cycles_min, cycles_max;
} run_report;

static int timed_run(const pl_program *program, run_report *report) {
    const uint64_t start = board_cycles();
    const int status = pl_run(program);
    const uint64_t elapsed = board_cycles() - start;
    const uint32_t cycles = elapsed > UINT32_MAX ? UINT32_MAX : (uint32_t)elapsed;
    report->cycles_min = report->samples == 0 || cycles < report->cycles_min ? cycles : report->cycles_min;
    report->cycles_max = cycles > report->cycles_max ? cycles : report->cycles_max;
    ++report->samples;
    return status;
}

static int run_sample(const pl_program *program, const pl_info *info, int inputs, int outputs,
                      run_report *report) {
    int status = transfer(program, info->input_count, 0, inputs);
    if (status == PL_OK) {
        status = timed_run(program, report);
    }
    if (status == PL_OK) {
        status = transfer(program, info->output_count, 1, outputs);
    }
    return status;
}

static int run_samples(const pl_program *program, const pl_info *info, const char *const *files,
                       profile_state *profile, run_report *report) {
    const int inputs = semihosting_open_read(files[0]);
    const int outputs = semihosting_open_write(files[1]);
    const int32_t file_bytes = inputs == SEMIHOSTING_FAILED ? -1 : semihosting_file_bytes(inputs);
    const uint32_t sample_bytes = input_bytes(program, info->input_count);
    if (file_bytes < 0 || outputs == SEMIHOSTING_FAILED) {
        print_error(NULL, "cannot open a file", 0, 0);
        return EXIT_FILES;
    }
    if (sample_bytes == 0 || (uint32_t)file_bytes % sample_bytes != 0) {
        print_error(NULL, "inputs are no whole number of samples, bytes", (uint32_t)file_bytes, sample_bytes);
        return EXIT_FILES;
    }
    for (uint32_t left = (uint32_t)file_bytes / sample_bytes; left > 0; --left) {
        const int status = run_sample(program, info, inputs, outputs, report);
        if (status != PL_OK) {
            return status;
        }
        profile->enabled = 0;
    }
    return semihosting_close(outputs) == 0 ? PL_OK : EXIT_FILES;
}

static int run_program(const char *const *files, profile_state *profile) {
    static pl_program program;
    const pl_config config = {
        .image = model_image,
        .image_bytes = (size_t)(model_image_end - model_image),
        .arena = arena,
        .arena_bytes = sizeof arena,
        .operators = pl_model_operators,
        .operator_count = pl_model_operator_count,
        .log = print_error,
        .profile = profile->enabled ? print_operator : NULL,
        .user = profile,
    };
    run_report report = {0};
    pl_info info;
    const uint64_t start = board_cycles();
    int status = pl_inspect(config.image, config.image_bytes, &info);
    if (status == PL_OK) {
        status = pl_init(&program, &config);
    }
    const uint32_t start_cycles = (uint32_t)(board_cycles() - start);
    if (status != PL_OK) {
        return status;
    }
    board_report_u32("model bytes", info.image_bytes);
    board_report_u32("arena bytes", info.arena_bytes);
    board_report_u32("cycles start", start_cycles);
    if (files[0] != NULL) {
        status = run_samples(&program, &info, files, profile, &report);
    } else {
        status = zero_inputs(&program, info.input_count);
        if (status == PL_OK) {
            status = timed_run(&program, &report);
        }
    }
    board_report_u32("samples", report.samples);
    board_report_u32("cycles min", report.cycles_min);
    board_report_u32("cycles max", report.cycles_max);
    board_report_u32("stack bytes", board_stack_bytes());
    board_report_u32("stack used bytes", board_stack_used_bytes());
    return status;
}

int main(void) {
    char line[128];
    const char *words[4] = {NULL};
    const unsigned count = semihosting_words(line, sizeof line, words, 4);
    profile_state profile = {.enabled = count == 4 && strcmp(words[3], "profile") == 0};
    if (count == 2 || (count == 4 && !profile.enabled)) {
        print_error(NULL, "command line is not: firmware [INPUTS OUTPUTS [profile]], words", count, 3);
        return EXIT_FILES;
    }
    const int status = run_program(words + 1, &profile);
    if (status < 0) {
        print_error(NULL, pl_strerror(status), 0, 0);
        return -status;
    }
    return status;
}
