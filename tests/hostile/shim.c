/* SPDX-License-Identifier: MIT */
/* Makes calls of a program fail. Loaded before the C library (LD_PRELOAD):
 *
 *   VRM_FAULT=write:3:ENOSPC    the third write fails with "no space left on device"
 *   VRM_FAULT=alloc:7+:ENOMEM   the seventh allocation and all after it fail
 *   VRM_FAULT=read:1+:short     every read returns at most half of what was asked
 *   VRM_FAULT=any:12:kill       SIGKILL at the twelfth call, before it has any effect
 *   VRM_FAULT=any:12:term       SIGTERM at the twelfth call, which is made if the program goes on
 *   VRM_FAULT=write:2:torn      half of the second write, then SIGKILL
 *
 * Allocations are counted where the program calls the allocator. Everything else is a system call,
 * also inside stdio, which no function of the same name could intercept: a seccomp filter turns
 * each into SIGSYS, and the handler counts it and either executes it or returns the error. Counting
 * begins at main(). Writing to standard error is never disturbed: a message is how a failure is
 * reported.
 *
 * VRM_FAULT_SERVER=IN,OUT makes the process a server: it reads one fault per line from descriptor
 * IN ("none" for an undisturbed run), runs main() in a child and writes a shim_Answer to OUT. The
 * program is linked and its libraries are initialised once for thousands of runs. */
#define _GNU_SOURCE

#include "shim.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

enum { RUN_SECONDS_MAX = 60 };

/* ---- Which calls ---- */

static const char* const class_names[SHIM_CLASS_COUNT] = {
    "alloc", "read",   "write", "open",  "close", "mmap", "rename", "fsync",
    "link",  "unlink", "mkdir", "chmod", "stat",  "list", "any",
};

typedef struct Call {
    int number;
    shim_Class class;
} Call;

static const Call calls[] = {
    {SYS_read, SHIM_READ},       {SYS_pread64, SHIM_READ},     {SYS_readv, SHIM_READ},
    {SYS_write, SHIM_WRITE},     {SYS_pwrite64, SHIM_WRITE},   {SYS_writev, SHIM_WRITE},
    {SYS_openat, SHIM_OPEN},     {SYS_close, SHIM_CLOSE},      {SYS_mmap, SHIM_MMAP},
    {SYS_renameat, SHIM_RENAME}, {SYS_renameat2, SHIM_RENAME}, {SYS_fsync, SHIM_FSYNC},
    {SYS_fdatasync, SHIM_FSYNC}, {SYS_linkat, SHIM_LINK},      {SYS_symlinkat, SHIM_LINK},
    {SYS_unlinkat, SHIM_UNLINK}, {SYS_mkdirat, SHIM_MKDIR},    {SYS_fchmod, SHIM_CHMOD},
    {SYS_fchmodat, SHIM_CHMOD},  {SYS_newfstatat, SHIM_STAT},  {SYS_fstat, SHIM_STAT},
    {SYS_readlinkat, SHIM_STAT}, {SYS_statx, SHIM_STAT},       {SYS_getdents64, SHIM_LIST},
    {SYS_ftruncate, SHIM_WRITE},
#ifdef SYS_open /* calls that newer machines do not have */
    {SYS_open, SHIM_OPEN},       {SYS_creat, SHIM_OPEN},       {SYS_rename, SHIM_RENAME},
    {SYS_link, SHIM_LINK},       {SYS_symlink, SHIM_LINK},     {SYS_unlink, SHIM_UNLINK},
    {SYS_rmdir, SHIM_UNLINK},    {SYS_mkdir, SHIM_MKDIR},      {SYS_chmod, SHIM_CHMOD},
    {SYS_stat, SHIM_STAT},       {SYS_lstat, SHIM_STAT},       {SYS_readlink, SHIM_STAT},
#endif
};
enum { CALL_COUNT = sizeof calls / sizeof *calls };

/* ---- The fault ---- */

typedef enum Action { FAIL, SHORT, KILL, TERM, TORN } Action;

typedef struct Fault {
    bool is_set, goes_on;
    shim_Class class;
    uint64_t at;
    Action action;
    int error;
} Fault;

static Fault fault;
static shim_Answer* tally; /* shared with the children of the program; NULL before main() */

static const struct {
    const char* name;
    Action action;
    int error;
} actions[] = {
    {"ENOMEM", FAIL, ENOMEM}, {"ENOSPC", FAIL, ENOSPC}, {"EIO", FAIL, EIO},
    {"EINTR", FAIL, EINTR},   {"EACCES", FAIL, EACCES}, {"EROFS", FAIL, EROFS},
    {"EMFILE", FAIL, EMFILE}, {"EPIPE", FAIL, EPIPE},   {"short", SHORT, 0},
    {"kill", KILL, 0},        {"term", TERM, 0},        {"torn", TORN, 0},
};

static bool parse_fault(const char* text, Fault* out) {
    char class_name[16], at[24], action[16];
    *out = (Fault){0};
    if (strcmp(text, "none") == 0) return true;
    if (sscanf(text, "%15[a-z]:%23[0-9+]:%15s", class_name, at, action) != 3) return false;
    char* end;
    out->at = strtoull(at, &end, 10);
    out->goes_on = *end == '+';
    out->class = SHIM_CLASS_COUNT;
    for (int i = 0; i < SHIM_CLASS_COUNT; i++)
        if (strcmp(class_names[i], class_name) == 0) out->class = (shim_Class)i;
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        if (strcmp(actions[i].name, action) != 0) continue;
        out->is_set = true;
        out->action = actions[i].action;
        out->error = actions[i].error;
    }
    return out->is_set && out->class != SHIM_CLASS_COUNT && out->at > 0;
}

/* Counts a call; true when the fault is due. */
static bool is_due(shim_Class class) {
    if (tally == NULL) return false;
    uint64_t number = atomic_fetch_add(&tally->counts[class], 1) + 1;
    uint64_t any = class == SHIM_ALLOC ? 0 : atomic_fetch_add(&tally->counts[SHIM_ANY], 1) + 1;
    if (fault.class == SHIM_ANY)
        number = any;
    else if (fault.class != class)
        return false;
    if (!fault.is_set || (number != fault.at && !(fault.goes_on && number > fault.at)))
        return false;
    atomic_fetch_add(&tally->fired, 1);
    return true;
}

/* ---- Allocations ---- */

/* The names by which glibc offers its own allocator to programs that replace it. */
extern void* __libc_malloc(size_t size);
extern void* __libc_calloc(size_t count, size_t size);
extern void* __libc_realloc(void* block, size_t size);
extern void* __libc_memalign(size_t align, size_t size);

static bool has_no_memory(void) {
    if (!is_due(SHIM_ALLOC)) return false;
    errno = ENOMEM;
    return true;
}

void* malloc(size_t size) {
    return has_no_memory() ? NULL : __libc_malloc(size);
}

void* calloc(size_t count, size_t size) {
    return has_no_memory() ? NULL : __libc_calloc(count, size);
}

void* realloc(void* block, size_t size) {
    return has_no_memory() ? NULL : __libc_realloc(block, size);
}

void* memalign(size_t align, size_t size) {
    return has_no_memory() ? NULL : __libc_memalign(align, size);
}

void* aligned_alloc(size_t align, size_t size) {
    return has_no_memory() ? NULL : __libc_memalign(align, size);
}

int posix_memalign(void** out_block, size_t align, size_t size) {
    void* block = has_no_memory() ? NULL : __libc_memalign(align, size);
    if (block == NULL) return ENOMEM;
    *out_block = block;
    return 0;
}

/* ---- System calls ---- */

typedef struct Registers {
    long number, arguments[6];
} Registers;

/* The one place from which the filter lets a call pass: it ends at shim_pass. */
extern long shim_syscall(long number, const long* arguments);
extern const char shim_pass[];

#if defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
__asm__(".text\n"
        ".global shim_syscall\n"
        ".type shim_syscall, %function\n"
        "shim_syscall:\n"
        "  mov x8, x0\n"
        "  mov x9, x1\n"
        "  ldp x0, x1, [x9]\n"
        "  ldp x2, x3, [x9, #16]\n"
        "  ldp x4, x5, [x9, #32]\n"
        "  svc #0\n"
        ".global shim_pass\n"
        "shim_pass:\n"
        "  ret\n");

static Registers registers_of(const ucontext_t* context) {
    const unsigned long long* x = context->uc_mcontext.regs;
    return (Registers){(long)x[8],
                       {(long)x[0], (long)x[1], (long)x[2], (long)x[3], (long)x[4], (long)x[5]}};
}

static void set_result(ucontext_t* context, long result) {
    context->uc_mcontext.regs[0] = (unsigned long long)result;
}
#elif defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
__asm__(".text\n"
        ".global shim_syscall\n"
        ".type shim_syscall, @function\n"
        "shim_syscall:\n"
        "  mov %rdi, %rax\n"
        "  mov %rsi, %r11\n"
        "  mov 0(%r11), %rdi\n"
        "  mov 8(%r11), %rsi\n"
        "  mov 16(%r11), %rdx\n"
        "  mov 24(%r11), %r10\n"
        "  mov 32(%r11), %r8\n"
        "  mov 40(%r11), %r9\n"
        "  syscall\n"
        ".global shim_pass\n"
        "shim_pass:\n"
        "  ret\n");

static Registers registers_of(const ucontext_t* context) {
    const greg_t* r = context->uc_mcontext.gregs;
    return (Registers){r[REG_RAX],
                       {r[REG_RDI], r[REG_RSI], r[REG_RDX], r[REG_R10], r[REG_R8], r[REG_R9]}};
}

static void set_result(ucontext_t* context, long result) {
    context->uc_mcontext.gregs[REG_RAX] = result;
}
#else
#error "two instructions and the names of the registers are needed for this machine"
#endif

static void die(void) {
    kill(getpid(), SIGKILL);
    _exit(99);
}

static bool has_count(long number) {
    return number == SYS_read || number == SYS_pread64 || number == SYS_write ||
           number == SYS_pwrite64;
}

static long disturbed(Registers r) {
    if (fault.action == KILL) die();
    if (fault.action == TERM) kill(getpid(), SIGTERM);
    if (fault.action == TERM) return shim_syscall(r.number, r.arguments);
    if (fault.action == SHORT || fault.action == TORN) {
        long whole = r.arguments[2];
        if (has_count(r.number) && whole > 1) r.arguments[2] = whole / 2;
        long result = shim_syscall(r.number, r.arguments);
        if (fault.action == TORN) die();
        return result;
    }
    /* On Linux a descriptor is closed even where close() reports an error. */
    if (r.number == SYS_close) shim_syscall(r.number, r.arguments);
    return -fault.error;
}

static void handle_call(int signal_number, siginfo_t* info, void* context) {
    (void)signal_number;
    int saved = errno;
    Registers r = registers_of(context);
    shim_Class class = SHIM_CLASS_COUNT;
    for (int i = 0; i < CALL_COUNT; i++)
        if (calls[i].number == info->si_syscall) class = calls[i].class;
    bool is_message = class == SHIM_WRITE && r.arguments[0] == STDERR_FILENO;
    bool is_fault = class != SHIM_CLASS_COUNT && !is_message && is_due(class);
    set_result(context, is_fault ? disturbed(r) : shim_syscall(r.number, r.arguments));
    errno = saved;
}

/* Calls of the list trap, unless they come from shim_syscall(). */
static bool install_filter(void) {
    uint64_t pass = (uint64_t)(uintptr_t)shim_pass;
    struct sock_filter filter[CALL_COUNT + 16];
    unsigned short n = 0;
    const uint32_t arch = offsetof(struct seccomp_data, arch);
    const uint32_t number = offsetof(struct seccomp_data, nr);
    const uint32_t low = offsetof(struct seccomp_data, instruction_pointer), high = low + 4;
#define EMIT(...) (filter[n++] = (struct sock_filter)__VA_ARGS__)
    EMIT(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, arch));
    EMIT(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0));
    EMIT(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    EMIT(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, low)); /* both machines have the low half first */
    EMIT(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)pass, 0, 3));
    EMIT(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, high));
    EMIT(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(pass >> 32), 0, 1));
    EMIT(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    EMIT(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, number));
    for (int i = 0; i < CALL_COUNT; i++)
        EMIT(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)calls[i].number,
                      (unsigned char)(CALL_COUNT - i), 0));
    EMIT(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    EMIT(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP));
#undef EMIT
    struct sock_fprog program = {.len = n, .filter = filter};
    struct sigaction action = {.sa_sigaction = handle_call, .sa_flags = SA_SIGINFO | SA_NODEFER};
    return sigaction(SIGSYS, &action, NULL) == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/* ---- Around main() ---- */

typedef int MainFn(int argc, char** argv, char** environment);
typedef int StartFn(MainFn* main, int argc, char** argv, void (*init)(void), void (*fini)(void),
                    void (*rtld_fini)(void), void* stack_end);

static MainFn* program_main;
static shim_Answer* counters;
static bool is_disturbed; /* main() has begun */

/* A program that is compiled to count what it runs writes its counters when it ends: after the
 * functions of atexit(), of which quiet() is the last, and before the destructor here. That is not
 * a part of the program under test. */
static void quiet(void) {
    tally = NULL;
}

__attribute__((destructor)) static void disturb_again(void) {
    if (is_disturbed) tally = counters;
}

static void stop(const char* why) {
    fprintf(stderr, "fault shim: %s\n", why);
    _exit(SHIM_UNUSABLE);
}

static void rewind_descriptors(void) {
    for (int fd = 0; fd <= 2; fd++) {
        struct stat info;
        if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) continue;
        lseek(fd, 0, SEEK_SET);
        if (fd > 0 && ftruncate(fd, 0) != 0) stop("cannot empty an output");
    }
}

/* Returns in each child; the server ends where its input ends. */
static void serve(int in, int out) {
    FILE* requests = fdopen(in, "r");
    char line[64];
    if (requests == NULL) stop("no requests");
    setvbuf(requests, NULL, _IONBF, 0); /* a child must not read ahead for its parent */
    while (fgets(line, sizeof line, requests) != NULL) {
        line[strcspn(line, "\n")] = 0;
        if (!parse_fault(line, &fault)) stop("not a fault");
        memset(counters, 0, sizeof *counters);
        rewind_descriptors();
        pid_t child = fork();
        if (child < 0) stop("cannot fork");
        if (child == 0) {
            close(in);
            close(out);
            alarm(RUN_SECONDS_MAX);
            return;
        }
        int status = 0;
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
        counters->status = status;
        if (write(out, counters, sizeof *counters) != (ssize_t)sizeof *counters) stop("no reader");
    }
    _exit(0);
}

static int disturbed_main(int argc, char** argv, char** environment) {
    const char *text = getenv("VRM_FAULT"), *server = getenv("VRM_FAULT_SERVER");
    int in, out;
    counters =
        mmap(NULL, sizeof *counters, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (counters == MAP_FAILED) stop("no shared memory");
    if (server != NULL && sscanf(server, "%d,%d", &in, &out) == 2)
        serve(in, out);
    else if (text != NULL && !parse_fault(text, &fault))
        stop("VRM_FAULT=CALL:N:ERROR");
    unsetenv("VRM_FAULT_SERVER");
    unsetenv("LD_PRELOAD"); /* a program that this one starts has counts of its own */
    if (atexit(quiet) != 0) stop("no memory");
    bool counts_calls = !fault.is_set || fault.class != SHIM_ALLOC; /* trapping each takes time */
    if (counts_calls && !install_filter()) stop("no seccomp filter");
    tally = counters;
    is_disturbed = true;
    return program_main(argc, argv, environment);
}

StartFn __libc_start_main;

int __libc_start_main(MainFn* main, int argc, char** argv, void (*init)(void), void (*fini)(void),
                      void (*rtld_fini)(void), void* stack_end) {
    StartFn* start;
    void* symbol = dlsym(RTLD_NEXT, "__libc_start_main");
    memcpy(&start, &symbol, sizeof start); /* C has no conversion between the two */
    program_main = main;
    return start(disturbed_main, argc, argv, init, fini, rtld_fini, stack_end);
}
