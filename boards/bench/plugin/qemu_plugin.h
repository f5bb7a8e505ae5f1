// SPDX-License-Identifier: Apache-2.0
//
// What block_counts.c uses of QEMU's TCG plugin interface, version 1: own declarations of the exported
// symbols, so that the plugin builds without QEMU's headers and without glib.
#ifndef PENLIGHT_BENCH_QEMU_PLUGIN_H
#define PENLIGHT_BENCH_QEMU_PLUGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define QEMU_PLUGIN_EXPORT __attribute__((visibility("default")))
#define QEMU_PLUGIN_VERSION 1

typedef uint64_t qemu_plugin_id_t;

typedef struct {
    const char *target_name;
    struct {
        int min, cur;
    } version;
    bool system_emulation;
    union {
        struct {
            int smp_vcpus, max_vcpus;
        } system;
    };
} qemu_info_t;

struct qemu_plugin_tb;   // a translated block: instructions that QEMU compiles together
struct qemu_plugin_insn; // one instruction in it

enum { QEMU_PLUGIN_CB_NO_REGS = 0 };

typedef void (*qemu_plugin_translate_fn)(qemu_plugin_id_t id, struct qemu_plugin_tb *tb);
typedef void (*qemu_plugin_execute_fn)(unsigned cpu, void *user);
typedef void (*qemu_plugin_exit_fn)(qemu_plugin_id_t id, void *user);

void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id, qemu_plugin_translate_fn translate);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn, qemu_plugin_execute_fn execute,
                                            int flags, void *user);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id, qemu_plugin_exit_fn at_exit, void *user);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t index);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);

#endif
