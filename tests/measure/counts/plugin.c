/* SPDX-License-Identifier: MIT */
/* A plugin of qemu (TCG plugins, API version 1) that counts the instructions of the program that
 * qemu runs, and prints their number at the end. Debian's packages have no header of that API, so
 * the few functions are declared here. */
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define VISIBLE __attribute__((visibility("default")))

struct qemu_plugin_tb; /* a run of instructions that are translated together */
typedef void TranslateFn(uint64_t id, struct qemu_plugin_tb* tb);
typedef void EndFn(uint64_t id, void* ctx);

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb* tb);
void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, TranslateFn* fn);
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb* tb, int add, void* counter,
                                              uint64_t amount);
void qemu_plugin_register_atexit_cb(uint64_t id, EndFn* fn, void* ctx);
int qemu_plugin_install(uint64_t id, const void* info, int argc, char** argv);

VISIBLE extern int qemu_plugin_version;
int qemu_plugin_version = 1;

static uint64_t count;

static void translate(uint64_t id, struct qemu_plugin_tb* tb) {
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_inline(tb, 0, &count, qemu_plugin_tb_n_insns(tb));
}

static void end(uint64_t id, void* ctx) {
    (void)id, (void)ctx;
    fprintf(stderr, "refs: %" PRIu64 "\n", count);
}

VISIBLE int qemu_plugin_install(uint64_t id, const void* info, int argc, char** argv) {
    (void)info, (void)argc, (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
    qemu_plugin_register_atexit_cb(id, end, NULL);
    return 0;
}
