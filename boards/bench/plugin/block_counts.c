// SPDX-License-Identifier: Apache-2.0
//
// A QEMU plugin that counts how often each basic block runs between two hint instructions, which every
// Cortex-M executes as NOP:  0xBFE0 starts a region, 0xBFF0 stops it (boards/common/hints.h).
//
//   qemu-system-arm ... -plugin libblock_counts.so,out=FILE
//
// FILE has, for each region in the order of execution:
//   region
//   ADDRESS INSTRUCTIONS COUNT TAKEN     for each block that ran: address of its first instruction
//   (hexadecimal), how
//                                        many instructions it has, how often it ran, and after how many of
//                                        these something else than the next instruction in memory followed
// The same binary gives the same file.
#include "qemu_plugin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

QEMU_PLUGIN_EXPORT int qemu_plugin_version = QEMU_PLUGIN_VERSION;

enum { HINT_START = 0xBFE0, HINT_STOP = 0xBFF0 };

typedef struct block {
    uint32_t start, end; // addresses; end is that of the next instruction in memory
    uint32_t instructions;
    uint64_t count, taken;
    struct block *next;
} block;

static block *blocks; // all that were translated; the same code may be translated again
static block *previous;
static bool is_counting;
static FILE *out;

static void execute_block(unsigned cpu, void *user) {
    (void)cpu;
    block *b = user;
    if (!is_counting) {
        return;
    }
    ++b->count;
    if (previous != NULL && previous->end != b->start) {
        ++previous->taken;
    }
    previous = b;
}

static void start(unsigned cpu, void *user) {
    (void)cpu;
    (void)user;
    for (block *b = blocks; b != NULL; b = b->next) {
        b->count = b->taken = 0;
    }
    previous = NULL;
    is_counting = true;
}

static void stop(unsigned cpu, void *user) {
    (void)cpu;
    (void)user;
    if (!is_counting) {
        return;
    }
    is_counting = false;
    fprintf(out, "region\n");
    for (block *b = blocks; b != NULL; b = b->next) {
        if (b->count > 0) {
            fprintf(out, "%x %u %llu %llu\n", b->start, b->instructions, (unsigned long long)b->count,
                    (unsigned long long)b->taken);
        }
    }
}

// Counts the block that begins with `first`.
static block *begin_block(struct qemu_plugin_insn *first) {
    block *b = calloc(1, sizeof *b);
    if (b == NULL) {
        abort();
    }
    b->start = b->end = (uint32_t)qemu_plugin_insn_vaddr(first);
    b->next = blocks;
    blocks = b;
    qemu_plugin_register_vcpu_insn_exec_cb(first, execute_block, QEMU_PLUGIN_CB_NO_REGS, b);
    return b;
}

// Size in bytes, from the encoding: qemu_plugin_insn_size is wrong for a 16-bit instruction at the end of a 1
// KiB page.
static uint32_t size_of(uint16_t first_halfword) {
    return first_halfword >> 11 >= 0x1D ? 4 : 2;
}

// A hint ends a block, so that all of a block is inside a region or all of it outside.
static void translate(qemu_plugin_id_t id, struct qemu_plugin_tb *tb) {
    (void)id;
    const size_t count = qemu_plugin_tb_n_insns(tb);
    block *current = NULL;
    for (size_t i = 0; i < count; ++i) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        uint16_t halfword;
        memcpy(&halfword, qemu_plugin_insn_data(insn), sizeof halfword);
        if (halfword == HINT_START || halfword == HINT_STOP) {
            qemu_plugin_register_vcpu_insn_exec_cb(insn, halfword == HINT_START ? start : stop,
                                                   QEMU_PLUGIN_CB_NO_REGS, NULL);
            current = NULL;
            continue;
        }
        if (current == NULL) {
            current = begin_block(insn);
        }
        ++current->instructions;
        current->end += size_of(halfword);
    }
}

static void close_file(qemu_plugin_id_t id, void *user) {
    (void)id;
    (void)user;
    fclose(out);
}

QEMU_PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc,
                                           char **argv) {
    (void)info;
    if (argc != 1 || strncmp(argv[0], "out=", 4) != 0) {
        return -1;
    }
    out = fopen(argv[0] + 4, "w");
    if (out == NULL) {
        return -1;
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
    qemu_plugin_register_atexit_cb(id, close_file, NULL);
    return 0;
}
