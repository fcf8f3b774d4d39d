/* SPDX-License-Identifier: MIT */
/* Landlock by its system calls: the C library has no functions for them, and headers of older
 * systems know fewer rights than the kernel that the program meets. landlock(7). */
#define _GNU_SOURCE /* O_PATH, syscall */

#include "confine/linux/sandbox_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Equal on every CPU. */
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { RULESET_VERSION = 1, RULE_PATH_BENEATH = 1 };

enum {
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    READ_DIR = 1 << 3,
    REMOVE_DIR = 1 << 4,
    REMOVE_FILE = 1 << 5,
    MAKE_DIR = 1 << 7,
    MAKE_REG = 1 << 8,
    ALL_OF_ABI_1 = (1 << 13) - 1,
    REFER = 1 << 13,     /* ABI 2 */
    TRUNCATE = 1 << 14,  /* ABI 3 */
    IOCTL_DEV = 1 << 15, /* ABI 5 */
};
/* ABI 4: TCP. ABI 6: abstract UNIX sockets and signals to processes outside. */
enum { BIND_TCP = 1 << 0, CONNECT_TCP = 1 << 1, SCOPE_SOCKETS = 1 << 0, SCOPE_SIGNALS = 1 << 1 };

struct ruleset_attr {
    uint64_t handled_fs, handled_net, scoped;
};

struct __attribute__((packed)) path_attr {
    uint64_t allowed;
    int32_t folder;
};

typedef struct Ruleset {
    int fd;
    uint64_t handled;
} Ruleset;

/* Rights that only make sense for a folder are refused for a file. */
enum { OF_FILES = WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV };

static void allow(void* ctx, const char* path, sandbox_Right right) {
    static const uint64_t rights[] = {
        [SANDBOX_READ] = READ_FILE | READ_DIR,
        [SANDBOX_USE] = READ_FILE | READ_DIR | WRITE_FILE | TRUNCATE | IOCTL_DEV,
        [SANDBOX_WRITE] =
            READ_DIR | WRITE_FILE | TRUNCATE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG,
    };
    const Ruleset* rules = ctx;
    struct stat info;
    int fd;
    do fd = open(path, O_PATH | O_CLOEXEC);
    while (fd < 0 && errno == EINTR);
    if (fd < 0) return;
    struct path_attr rule = {.allowed = rights[right] & rules->handled, .folder = fd};
    if (fstat(fd, &info) == 0 && !S_ISDIR(info.st_mode)) rule.allowed &= OF_FILES;
    /* A refused rule leaves the path closed: opening it fails later, and is reported then. */
    if (rule.allowed != 0) syscall(ADD_RULE, rules->fd, RULE_PATH_BENEATH, &rule, 0);
    close(fd);
}

static uint64_t rights_of(int abi) {
    uint64_t rights = ALL_OF_ABI_1;
    if (abi >= 2) rights |= REFER;
    if (abi >= 3) rights |= TRUNCATE;
    if (abi >= 5) rights |= IOCTL_DEV;
    return rights;
}

/* The version that is in force then; 0 when there is none. */
static int restrict_files(const sandbox_Def* def) {
    long abi = syscall(CREATE_RULESET, NULL, 0, RULESET_VERSION);
    if (abi < 1) return 0;
    struct ruleset_attr attr = {.handled_fs = rights_of((int)abi)};
    if (abi >= 4) attr.handled_net = BIND_TCP | CONNECT_TCP;
    if (abi >= 6) attr.scoped = SCOPE_SOCKETS | SCOPE_SIGNALS;
    Ruleset rules = {.fd = (int)syscall(CREATE_RULESET, &attr, sizeof attr, 0),
                     .handled = attr.handled_fs};
    if (rules.fd < 0) return 0;
    for (size_t i = 0; i < def->path_count; i++)
        allow(&rules, def->paths[i].path, def->paths[i].right);
    if (def->draws) sandbox_allow_drivers(allow, &rules);
    long result = syscall(RESTRICT_SELF, rules.fd, 0);
    close(rules.fd);
    return result == 0 ? (int)abi : 0;
}

sandbox_State sandbox_enter(const sandbox_Def* def) {
    sandbox_State state = {0};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
        state.why = "the kernel does not let a process give up privileges";
        return state;
    }
    state.landlock_abi = restrict_files(def);
    state.why = sandbox_filter_calls(def);
    state.has_seccomp = state.why == NULL;
    if (state.landlock_abi == 0) state.why = "the kernel has no Landlock, or it is switched off";
    return state;
}
