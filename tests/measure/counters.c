/* SPDX-License-Identifier: MIT */
/* Linked into the command where what runs is counted (VRM_COVERAGE), so that its counters are
 * written at the end of every process: the linker's --wrap leads the calls of these two functions
 * here. */
#define _GNU_SOURCE /* O_PATH, syscall */

#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

extern void __gcov_dump(void);
_Noreturn void __real__exit(int status);
_Noreturn void __wrap__exit(int status);
long __real_syscall(long number, ...);
long __wrap_syscall(long number, ...);

/* Runs before the counters are written. A test that limits the size of files would leave them torn:
 * then they go nowhere, without a word. */
__attribute__((destructor)) static void keep_counters_whole(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
    setenv("GCOV_PREFIX", "/dev/null", 1);
    close(STDERR_FILENO); /* everything has been said */
}

/* Forked workers end by it; unlike exit() it does not write the counters. */
_Noreturn void __wrap__exit(int status) {
    __gcov_dump();
    __real__exit(status);
}

enum { ADD_RULE = 445, RESTRICT_SELF = 446, PATH_BENEATH = 1 };
enum { WRITE_FILE = 1 << 1, READ_FILE = 1 << 2, READ_DIR = 1 << 3, MAKE_REG = 1 << 8 };

/* Leaves the folder of the counters open to a process whose files are being restricted. landlock(7)
 */
static void allow_counters(int ruleset) {
    struct __attribute__((packed)) {
        uint64_t allowed;
        int32_t folder;
    } rule = {WRITE_FILE | READ_FILE | READ_DIR | MAKE_REG, -1};
    rule.folder = open(VRM_COVERAGE_FOLDER, O_PATH | O_CLOEXEC);
    if (rule.folder < 0) return;
    __real_syscall(ADD_RULE, ruleset, PATH_BENEATH, &rule, 0);
    close(rule.folder);
}

long __wrap_syscall(long number, ...) {
    long words[6];
    va_list rest;
    va_start(rest, number);
    for (int i = 0; i < 6; i++) words[i] = va_arg(rest, long);
    va_end(rest);
    if (number == RESTRICT_SELF) allow_counters((int)words[0]);
    return __real_syscall(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}
