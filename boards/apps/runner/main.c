// SPDX-License-Identifier: Apache-2.0
//
// Runs many programs in one boot, with every kernel linked, and watches the memory around them. For tests.
//
// Command line:  firmware JOBS RESULTS
//   JOBS     file of jobs, one after the other, all numbers little-endian uint32:
//              image bytes, arena bytes (0: as many as the image wants), samples, input bytes of all samples,
//              the image, the inputs (as in infer: the program's inputs in order, nothing between)
//   RESULTS  file that gets, for each job:
//              status (int32), samples that ran, output bytes of all samples, the outputs
// Status is 0, a negative status of penlight.h, or one of JOB_* below. A job that fails stops no other.
//
// The arena holds a pattern before each program, never zeros, with guard bytes at both ends.
// Console: "jobs: N", "stack bytes: N", "stack used bytes: N".
// Exit code: 0 when every job was read and answered, whatever the statuses; 1 when a file is wrong or an
// image does not fit the board's memory for images.
#include <string.h>

#include "board.h"
#include "operators.h"
#include "penlight.h"
#include "semihosting.h"

enum { EXIT_OK = 0, EXIT_FILES = 1 };
enum {
    JOB_OK = 0,
    JOB_GUARD = 1,  // bytes outside the arena were written
    JOB_IMAGE = 2,  // the image was written
    JOB_INPUTS = 3, // input bytes are not those of the samples
    JOB_ARENA = 4,  // the board has no room for the arena
    JOB_FILES = 5,  // inputs or outputs could not be read or written
};

#define GUARD_BYTES 64u
#define GUARD_VALUE 0xA5u
#define ARENA_VALUE 0x5Au

typedef struct {
    uint32_t image_bytes, arena_bytes, samples, input_bytes;
} job_header;

typedef struct {
    int32_t status;
    uint32_t samples, output_bytes;
} result_header;

typedef struct {
    int jobs, results; // handles
} job_files;

static uint8_t *const arena = board_arena_region + GUARD_BYTES;

static uint32_t checksum(const uint8_t *bytes, uint32_t count) {
    uint32_t sum = 2166136261u; // FNV-1a
    for (uint32_t i = 0; i < count; ++i) {
        sum = (sum ^ bytes[i]) * 16777619u;
    }
    return sum;
}

static int is_filled(const uint8_t *bytes, uint32_t count, uint8_t value) {
    for (uint32_t i = 0; i < count; ++i) {
        if (bytes[i] != value) {
            return 0;
        }
    }
    return 1;
}

static int read_image(int file, uint32_t image_bytes) {
    static uint8_t chunk[512];
    if (image_bytes > (size_t)(board_image_region_end - board_image_region)) {
        return EXIT_FILES;
    }
    for (uint32_t done = 0; done < image_bytes; done += (uint32_t)sizeof chunk) {
        const uint32_t left = image_bytes - done;
        const uint32_t bytes = left < sizeof chunk ? left : (uint32_t)sizeof chunk;
        if (semihosting_read(file, chunk, bytes) != 0) {
            return EXIT_FILES;
        }
        board_image_write(board_image_region + done, chunk, bytes);
    }
    return EXIT_OK;
}

// Moves every input from, or every output to, a file and adds up their bytes.
static int transfer(const pl_program *program, unsigned count, int is_output, int file, uint32_t *bytes) {
    for (unsigned i = 0; i < count; ++i) {
        pl_tensor tensor;
        const int status = is_output ? pl_output(program, i, &tensor) : pl_input(program, i, &tensor);
        if (status != PL_OK) {
            return status;
        }
        const int moved = is_output ? semihosting_write(file, tensor.data, tensor.bytes)
                                    : semihosting_read(file, tensor.data, tensor.bytes);
        if (moved != 0) {
            return JOB_FILES;
        }
        *bytes += tensor.bytes;
    }
    return JOB_OK;
}

static int run_sample(const pl_program *program, const pl_info *info, const job_files *files,
                      uint32_t *read_bytes, uint32_t *written_bytes) {
    int status = transfer(program, info->input_count, 0, files->jobs, read_bytes);
    if (status == JOB_OK) {
        status = pl_run(program);
    }
    if (status == JOB_OK) {
        status = transfer(program, info->output_count, 1, files->results, written_bytes);
    }
    return status;
}

static int run_samples(const pl_program *program, const pl_info *info, const job_header *job,
                       const job_files *files, result_header *result) {
    uint32_t read_bytes = 0;
    while (result->samples < job->samples) {
        const int status = run_sample(program, info, files, &read_bytes, &result->output_bytes);
        if (status != JOB_OK) {
            return status;
        }
        ++result->samples;
    }
    return read_bytes == job->input_bytes ? JOB_OK : JOB_INPUTS;
}

static int run_guarded(const job_header *job, const pl_info *info, uint32_t arena_bytes,
                       const job_files *files, result_header *result) {
    pl_program program;
    const pl_config config = {
        .image = board_image_region,
        .image_bytes = job->image_bytes,
        .arena = arena,
        .arena_bytes = arena_bytes,
        .operators = pl_all_operators,
        .operator_count = pl_all_operator_count,
    };
    const uint32_t before = checksum(board_image_region, job->image_bytes);
    memset(board_arena_region, GUARD_VALUE, GUARD_BYTES);
    memset(arena, ARENA_VALUE, arena_bytes);
    memset(arena + arena_bytes, GUARD_VALUE, GUARD_BYTES);
    int status = pl_init(&program, &config);
    if (status == PL_OK) {
        status = run_samples(&program, info, job, files, result);
    }
    if (!is_filled(board_arena_region, GUARD_BYTES, GUARD_VALUE) ||
        !is_filled(arena + arena_bytes, GUARD_BYTES, GUARD_VALUE)) {
        return JOB_GUARD;
    }
    return checksum(board_image_region, job->image_bytes) == before ? status : JOB_IMAGE;
}

static int run_job(const job_header *job, const job_files *files, result_header *result) {
    pl_info info;
    const int status = pl_inspect(board_image_region, job->image_bytes, &info);
    if (status != PL_OK) {
        return status;
    }
    const uint32_t arena_bytes = job->arena_bytes != 0 ? job->arena_bytes : info.arena_bytes;
    const size_t room = (size_t)(board_arena_region_end - arena) - GUARD_BYTES;
    return arena_bytes > room ? JOB_ARENA : run_guarded(job, &info, arena_bytes, files, result);
}

// Answers one job at position `at` of the results, and moves it on. The header is written twice: to make
// place for it, and when all is known.
static int answer_job(const job_header *job, const job_files *files, uint32_t *at) {
    result_header result = {0};
    if (read_image(files->jobs, job->image_bytes) != EXIT_OK ||
        semihosting_write(files->results, &result, sizeof result) != 0) {
        return EXIT_FILES;
    }
    result.status = run_job(job, files, &result);
    const uint32_t end = *at + (uint32_t)sizeof result + result.output_bytes;
    if (semihosting_seek(files->results, *at) != 0 ||
        semihosting_write(files->results, &result, sizeof result) != 0 ||
        semihosting_seek(files->results, end) != 0) {
        return EXIT_FILES;
    }
    *at = end;
    return EXIT_OK;
}

static int run_jobs(const job_files *files, uint32_t jobs_bytes, uint32_t *count) {
    uint32_t job_at = 0;
    uint32_t result_at = 0;
    while (job_at < jobs_bytes) {
        job_header job;
        if (semihosting_seek(files->jobs, job_at) != 0 ||
            semihosting_read(files->jobs, &job, sizeof job) != 0 ||
            answer_job(&job, files, &result_at) != EXIT_OK) {
            return EXIT_FILES;
        }
        job_at += (uint32_t)sizeof job + job.image_bytes + job.input_bytes;
        ++*count;
    }
    return EXIT_OK;
}

int main(void) {
    char line[128];
    const char *words[3];
    if (semihosting_words(line, sizeof line, words, 3) != 3) {
        board_print("error: command line is not: firmware JOBS RESULTS\n");
        return EXIT_FILES;
    }
    const job_files files = {.jobs = semihosting_open_read(words[1]),
                             .results = semihosting_open_write(words[2])};
    const int32_t bytes = files.jobs == SEMIHOSTING_FAILED ? -1 : semihosting_file_bytes(files.jobs);
    if (bytes < 0 || files.results == SEMIHOSTING_FAILED) {
        board_print("error: cannot open a file\n");
        return EXIT_FILES;
    }
    uint32_t count = 0;
    const int code = run_jobs(&files, (uint32_t)bytes, &count);
    board_report_u32("jobs", count);
    board_report_u32("stack bytes", board_stack_bytes());
    board_report_u32("stack used bytes", board_stack_used_bytes());
    return semihosting_close(files.results) == 0 ? code : EXIT_FILES;
}
