// SPDX-License-Identifier: Apache-2.0
//
// Calls functions of the CMSIS-NN API, many in one boot. Tests write the calls and judge all memory that they
// left.
//
// Command line:  firmware CALLS RESULTS
//   CALLS    file of calls, each a call_header, its words, for each buffer its place in the arena, and the
//   arena RESULTS  file that gets, for each call, what its handler returned (int32) and the arena
// The arena holds all buffers with unused bytes around them, which no function may change. On a host with
// AddressSanitizer they may not be read, either.
// Exit code: 0 when every call was made and answered, else one of EXIT_*.
#include "api.h"
#include "board.h"
#include "semihosting.h"

#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(from, bytes) ((void)(from))
#define ASAN_UNPOISON_MEMORY_REGION(from, bytes) ((void)(from))
#endif

enum { EXIT_OK = 0, EXIT_FILES = 1, EXIT_CALL = 2 };

typedef struct {
    char function[64]; // ended by a zero
    uint32_t words, buffers, arena_bytes;
} call_header;

typedef struct {
    uint32_t offset; // NO_BUFFER: a null pointer
    uint32_t bytes;
} buffer_place;

#define NO_BUFFER UINT32_MAX

typedef struct {
    int calls, results; // handles
} call_files;

static const api_function *const families[] = {
    api_convolution, api_fully_connected, api_elementwise, api_activation, api_recurrent, api_int4,
    api_int16,       api_transposed,      api_movement,    api_support,    api_sizes,
};

static api_handler handler_of(const char *name) {
    for (size_t family = 0; family < sizeof families / sizeof families[0]; ++family) {
        for (const api_function *function = families[family]; function->name != NULL; ++function) {
            if (strcmp(function->name, name) == 0) {
                return function->handler;
            }
        }
    }
    return NULL;
}

/// Leaves `count` places in the arena accessible, and nothing else.
static void place(api_call *call, const buffer_place *places, uint32_t count, uint32_t arena_bytes) {
    ASAN_POISON_MEMORY_REGION(board_arena_region, arena_bytes);
    for (uint32_t i = 0; i < count; ++i) {
        uint8_t *buffer = places[i].offset == NO_BUFFER ? NULL : board_arena_region + places[i].offset;
        if (buffer != NULL) {
            ASAN_UNPOISON_MEMORY_REGION(buffer, places[i].bytes);
        }
        call->buffers[i] = buffer;
    }
}

static int answer(const call_header *header, const call_files *files) {
    api_call call = {0};
    buffer_place places[API_MAX_BUFFERS];
    if (header->words > API_MAX_WORDS || header->buffers > API_MAX_BUFFERS ||
        header->arena_bytes > (size_t)(board_arena_region_end - board_arena_region)) {
        return EXIT_CALL;
    }
    if (semihosting_read(files->calls, call.words, header->words * sizeof call.words[0]) != 0 ||
        semihosting_read(files->calls, places, header->buffers * sizeof places[0]) != 0 ||
        semihosting_read(files->calls, board_arena_region, header->arena_bytes) != 0) {
        return EXIT_FILES;
    }
    const api_handler handler = handler_of(header->function);
    if (handler == NULL) {
        return EXIT_CALL;
    }
    place(&call, places, header->buffers, header->arena_bytes);
    const int32_t returned = handler(&call);
    ASAN_UNPOISON_MEMORY_REGION(board_arena_region, header->arena_bytes);
    const int failed = semihosting_write(files->results, &returned, sizeof returned) != 0 ||
                       semihosting_write(files->results, board_arena_region, header->arena_bytes) != 0;
    return failed ? EXIT_FILES : EXIT_OK;
}

static int answer_all(const call_files *files, int32_t bytes) {
    int32_t at = 0;
    while (at < bytes) {
        call_header header;
        if (semihosting_read(files->calls, &header, sizeof header) != 0) {
            return EXIT_FILES;
        }
        const int code = answer(&header, files);
        if (code != EXIT_OK) {
            header.function[sizeof header.function - 1] = '\0';
            board_print("error: cannot call ");
            board_print(header.function);
            board_print("\n");
            return code;
        }
        at += (int32_t)(sizeof header + header.words * sizeof(int32_t) +
                        header.buffers * sizeof(buffer_place) + header.arena_bytes);
    }
    return EXIT_OK;
}

int main(void) {
    char line[128];
    const char *words[3];
    if (semihosting_words(line, sizeof line, words, 3) != 3) {
        board_print("error: command line is not: firmware CALLS RESULTS\n");
        return EXIT_FILES;
    }
    const call_files files = {.calls = semihosting_open_read(words[1]),
                              .results = semihosting_open_write(words[2])};
    const int32_t bytes = files.calls == SEMIHOSTING_FAILED ? -1 : semihosting_file_bytes(files.calls);
    if (bytes < 0 || files.results == SEMIHOSTING_FAILED) {
        board_print("error: cannot open a file\n");
        return EXIT_FILES;
    }
    const int code = answer_all(&files, bytes);
    return semihosting_close(files.results) == 0 ? code : EXIT_FILES;
}
