/* SPDX-License-Identifier: MIT */
/* The system calls that a command which reads files never makes. A list of what is refused, not of
 * what is allowed: C libraries and graphics drivers change the calls that they make from version to
 * version, and a picture that fails after an upgrade teaches people to switch the sandbox off. What
 * is here either leads out of the process (programs, network, other processes), changes files by
 * their name where Landlock has no right for it, or opens a part of the kernel that is known for
 * its faults and that nothing here needs.
 *
 * A refused call fails with EPERM. seccomp(2). */
#define _GNU_SOURCE /* syscall, CLONE_ */

#include "sandbox_parts.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define THIS_ARCH  AUDIT_ARCH_X86_64
#define FIRST_HIGH 0x40000000u /* calls of x32 are the same calls under other numbers */
#elif defined(__aarch64__)
#define THIS_ARCH  AUDIT_ARCH_AARCH64
#define FIRST_HIGH UINT32_MAX
#elif defined(__riscv) && __riscv_xlen == 64
#define THIS_ARCH  AUDIT_ARCH_RISCV64
#define FIRST_HIGH UINT32_MAX
#else
#define THIS_ARCH  0u
#define FIRST_HIGH 0u
#endif

/* Numbers from 424 on are equal on every CPU; headers of older systems lack the newer ones. */
static const uint32_t refused[] = {
    /* programs */
    SYS_execve,
    SYS_execveat,
    /* network; socketpair() makes nothing that leaves the process and its children */
    SYS_socket,
    SYS_connect,
    SYS_bind,
    SYS_listen,
    SYS_accept,
    SYS_accept4,
    SYS_sendmsg,
    SYS_recvmsg,
    SYS_sendmmsg,
    SYS_recvmmsg,
    /* other processes */
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    424 /* pidfd_send_signal */,
    434 /* pidfd_open */,
    438 /* pidfd_getfd */,
    440 /* process_madvise */,
    448 /* process_mrelease */,
    /* shared memory, queues and semaphores, which other processes have by number */
    SYS_shmget,
    SYS_shmat,
    SYS_msgget,
    SYS_msgsnd,
    SYS_msgrcv,
    SYS_semget,
    SYS_semop,
    SYS_semtimedop,
    SYS_mq_open,
    SYS_mq_unlink,
    /* files by their name, without a right of Landlock (truncate: before ABI 3) */
    SYS_truncate,
    SYS_fchmodat,
    452 /* fchmodat2 */,
    SYS_fchownat,
    SYS_utimensat,
    SYS_setxattr,
    SYS_lsetxattr,
    SYS_removexattr,
    SYS_lremovexattr,
    463 /* setxattrat */,
    466 /* removexattrat */,
    SYS_open_by_handle_at,
    SYS_mknodat,
    SYS_fanotify_init,
    SYS_quotactl,
    443 /* quotactl_fd */,
    /* the tree of files */
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_unshare,
    SYS_setns,
    428 /* open_tree */,
    429 /* move_mount */,
    430 /* fsopen */,
    431 /* fsconfig */,
    432 /* fsmount */,
    433 /* fspick */,
    442 /* mount_setattr */,
    /* io_uring makes calls that no filter sees */
    425 /* io_uring_setup */,
    426 /* io_uring_enter */,
    427 /* io_uring_register */,
    /* the kernel */
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_kexec_file_load,
    SYS_reboot,
    SYS_swapon,
    SYS_swapoff,
    SYS_acct,
    SYS_syslog,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_adjtimex,
    SYS_clock_adjtime,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_add_key,
    SYS_request_key,
    SYS_keyctl,
    SYS_personality,
    SYS_vhangup,
    /* who the process is */
    SYS_setuid,
    SYS_setgid,
    SYS_setreuid,
    SYS_setregid,
    SYS_setresuid,
    SYS_setresgid,
    SYS_setfsuid,
    SYS_setfsgid,
    SYS_setgroups,
    SYS_capset,
#ifdef __x86_64__ /* older spellings, and calls of this CPU alone */
    SYS_chmod,
    SYS_chown,
    SYS_lchown,
    SYS_utime,
    SYS_utimes,
    SYS_futimesat,
    SYS_mknod,
    SYS_iopl,
    SYS_ioperm,
    SYS_modify_ldt,
    SYS_uselib,
    SYS_ustat,
    SYS_sysfs,
#endif
};

enum { REFUSED_COUNT = sizeof refused / sizeof *refused, PROGRAM_MAX = 2 * REFUSED_COUNT + 48 };

typedef struct Program {
    struct sock_filter code[PROGRAM_MAX];
    unsigned short length;
} Program;

#define CONTENT(field) ((uint32_t)offsetof(struct seccomp_data, field))
#define REFUSE         (SECCOMP_RET_ERRNO | EPERM)

static void emit(Program* program, uint16_t code, uint32_t value, uint8_t if_true,
                 uint8_t if_false) {
    program->code[program->length++] = (struct sock_filter){code, if_true, if_false, value};
}

static void emit_load(Program* program, uint32_t offset) {
    emit(program, BPF_LD | BPF_W | BPF_ABS, offset, 0, 0);
}

static void emit_return(Program* program, uint32_t action) {
    emit(program, BPF_RET | BPF_K, action, 0, 0);
}

/* Returns `action` for a call. Needs the number to be loaded. */
static void emit_refuse_call(Program* program, uint32_t number, uint32_t action) {
    emit(program, BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1);
    emit_return(program, action);
}

/* Refuses a call with an argument whose low half has one of the bits, or is the value. Needs the
 * number to be loaded, and loads it again. */
static void emit_refuse_argument(Program* program, uint32_t number, int argument, uint16_t test,
                                 uint32_t value) {
    uint32_t low = CONTENT(args) + 8 * (uint32_t)argument; /* little-endian, as all of THIS_ARCH */
    emit(program, BPF_JMP | BPF_JEQ | BPF_K, number, 0, 4);
    emit_load(program, low);
    emit(program, BPF_JMP | test | BPF_K, value, 0, 1);
    emit_return(program, REFUSE);
    emit_load(program, CONTENT(nr));
}

static void build(Program* program, bool makes_code) {
    emit_load(program, CONTENT(arch));
    emit(program, BPF_JMP | BPF_JEQ | BPF_K, THIS_ARCH, 1, 0);
    emit_return(program, SECCOMP_RET_KILL_PROCESS); /* calls of another CPU have other numbers */
    emit_load(program, CONTENT(nr));
    emit(program, BPF_JMP | BPF_JGE | BPF_K, FIRST_HIGH, 0, 1);
    emit_return(program, REFUSE);
    for (int i = 0; i < REFUSED_COUNT; i++) emit_refuse_call(program, refused[i], REFUSE);
    /* The flags of clone3() are out of sight; the C library then takes clone(). */
    emit_refuse_call(program, 435, SECCOMP_RET_ERRNO | ENOSYS);
    emit_refuse_argument(program, SYS_clone, 0, BPF_JSET,
                         CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
                             CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET);
    /* To another address than that of the other end: a datagram through a socket that was given. */
    emit_refuse_argument(program, SYS_sendto, 4, BPF_JSET, UINT32_MAX);
    /* Input typed into the user's terminal is run by the shell afterwards. */
    emit_refuse_argument(program, SYS_ioctl, 1, BPF_JEQ, TIOCSTI);
    emit_refuse_argument(program, SYS_ioctl, 1, BPF_JEQ, 0x541C /* TIOCLINUX */);
    if (!makes_code) {
        emit_refuse_argument(program, SYS_mmap, 2, BPF_JSET, PROT_EXEC);
        emit_refuse_argument(program, SYS_mprotect, 2, BPF_JSET, PROT_EXEC);
        emit_refuse_argument(program, SYS_pkey_mprotect, 2, BPF_JSET, PROT_EXEC);
    }
    emit_return(program, SECCOMP_RET_ALLOW);
}

const char* sandbox_filter_calls(bool makes_code) {
    Program program = {.length = 0};
    if (THIS_ARCH == 0) return "seccomp: the calls of this CPU are not known";
    build(&program, makes_code);
    struct sock_fprog filter = {.len = program.length, .filter = program.code};
    long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter);
    return result == 0 ? NULL : "the kernel has no seccomp, or it is switched off";
}
