// SPDX-License-Identifier: Apache-2.0
//
// Penlight runtime: runs a .pte on a Cortex-M, or on the host, with the same bits.
//
// The caller owns all memory. There is no heap, no stdio and no global that is written; what a program needs
// is its image (in flash, read in place), one arena, one pl_program and some stack.
//
//     static _Alignas(PL_ARENA_ALIGN) uint8_t arena[MODEL_ARENA_BYTES];
//     pl_program program;
//     pl_config config = {.image = model,
//                         .image_bytes = sizeof model,
//                         .arena = arena,
//                         .arena_bytes = sizeof arena,
//                         .operators = pl_model_operators,
//                         .operator_count = pl_model_operator_count};
//     if (pl_init(&program, &config) != PL_OK) { ... }
//     pl_tensor input, output;
//     pl_input(&program, 0, &input);    // write input.data
//     pl_run(&program);
//     pl_output(&program, 0, &output);  // read output.data, valid until the next pl_run
//
// The image is untrusted: pl_init checks all of it, and once it has accepted an image no byte of it can make
// pl_run touch memory outside the image and the arena. Nothing aborts; every failure is a negative status. A
// program is used from one thread at a time. Programs that do not run at the same time may share one arena.
#ifndef PENLIGHT_H
#define PENLIGHT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Alignment in bytes that images and arenas must have.
#define PL_IMAGE_ALIGN 16
#define PL_ARENA_ALIGN 16

// Most dimensions a tensor may have, and most inputs or outputs a program may have.
#define PL_MAX_RANK 6
#define PL_MAX_IO 16

// Status codes, grouped by who must act.
enum {
    PL_OK = 0,
    // The file is damaged, hostile or not for this runtime: export it again.
    PL_ERR_TRUNCATED = -1,   // shorter than it says
    PL_ERR_NOT_PTE = -2,     // no ExecuTorch program, or none of this schema
    PL_ERR_CORRUPT = -3,     // checksum, offset, index or size is wrong
    PL_ERR_VERSION = -4,     // payload of another format version
    PL_ERR_UNSUPPORTED = -5, // an instruction, delegate or dtype that this runtime does not execute
    // The firmware lacks something: build it for this model.
    PL_ERR_NO_OPERATOR = -8, // an operator that is not linked
    PL_ERR_TIER = -9,        // payload for a tier or a kernel library that this build does not have
    // The caller passed something wrong.
    PL_ERR_ARGUMENT = -12,  // null pointer, or an index out of range
    PL_ERR_ALIGNMENT = -13, // image or arena not aligned
    PL_ERR_ARENA = -14,     // arena too small
    // A kernel refused its parameters or the size of its scratch; no export does that.
    PL_ERR_KERNEL = -16,
};

// Element types; the values are ExecuTorch's ScalarType.
enum { PL_UINT8 = 0, PL_INT8 = 1, PL_INT16 = 2, PL_INT32 = 3, PL_INT64 = 4, PL_FLOAT32 = 6, PL_BOOL = 11 };

// Capability tiers of a core.
enum { PL_TIER_SCALAR = 0, PL_TIER_DSP = 1, PL_TIER_MVE = 2 };

// What an image needs and holds; filled by pl_inspect from the image alone.
typedef struct {
    uint32_t image_bytes;    // bytes of the image that are used
    uint32_t arena_bytes;    // least arena, with inputs, outputs, activations and scratch
    uint32_t constant_bytes; // weights, biases, requantization parameters
    uint32_t operator_count;
    uint16_t format_version; // of the payload
    uint8_t tier;            // PL_TIER_*
    uint8_t input_count;
    uint8_t output_count;
} pl_info;

// An input or output. shape is in torch's order; dim_order lists the dimensions from outermost to innermost
// in memory
// ({0, 2, 3, 1} is NHWC). real = scale * (value - zero_point) for integer types; scale is 0 for float.
typedef struct {
    void *data;
    uint32_t bytes;
    uint8_t dtype; // PL_INT8, PL_FLOAT32, ...
    uint8_t rank;
    uint8_t dim_order[PL_MAX_RANK];
    uint32_t shape[PL_MAX_RANK];
    float scale;
    int32_t zero_point;
} pl_tensor;

// Called with what is wrong when a call fails: what was got and what was wanted, in units that `what` names.
// When both are equal, `what` says it alone; it may then be a name out of the file. A failure may log several
// lines, the cause first. `what` is valid during the call.
typedef void (*pl_log_fn)(void *user, const char *what, uint32_t got, uint32_t wanted);

// Called before (end = 0) and after (end = 1) each operator of pl_run.
typedef void (*pl_profile_fn)(void *user, unsigned index, uint16_t code, int end);

// A linked operator. `penlight build` and `penlight package` write the table of those that a model uses.
typedef struct pl_operator pl_operator;

typedef struct {
    const void *image;  // aligned to PL_IMAGE_ALIGN; stays in place, unchanged, while the program is used
    size_t image_bytes; // size of the memory at image, at least that of the file
    void *arena;        // aligned to PL_ARENA_ALIGN
    size_t arena_bytes;
    const pl_operator *const *operators; // the operators that are linked
    size_t operator_count;
    pl_log_fn log;         // may be NULL
    pl_profile_fn profile; // may be NULL
    void *user;            // passed to both callbacks
} pl_config;

// Opaque to the caller: placed in its memory, filled by pl_init.
typedef struct {
    pl_config config;
    const void *payload;
    uint8_t input_map[PL_MAX_IO];  // program input -> payload input
    uint8_t output_map[PL_MAX_IO]; // program output -> payload output
    uint8_t input_count;
    uint8_t output_count;
} pl_program;

// Reads sizes, tier and counts, before any RAM is given. Checks the structure of the file, but neither its
// checksums nor its operators; pl_init does.
int pl_inspect(const void *image, size_t image_bytes, pl_info *out);

// Checks the whole image against the configuration and makes the program ready to run.
int pl_init(pl_program *program, const pl_config *config);

// Describe an input or output; data points into the arena. Write inputs before each pl_run: a run may
// overwrite them unless the program was exported to keep its inputs.
int pl_input(const pl_program *program, unsigned index, pl_tensor *out);
int pl_output(const pl_program *program, unsigned index, pl_tensor *out);

// Runs the program once.
int pl_run(const pl_program *program);

// A status in a few English words.
const char *pl_strerror(int status);

#ifdef __cplusplus
}
#endif

#endif
