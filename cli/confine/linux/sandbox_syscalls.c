/* SPDX-License-Identifier: MIT */
/* The system calls that a command which reads files never makes. A list of what is refused, not of
 * what is allowed: C libraries and graphics drivers change the calls that they make from version to
 * version, and a picture that fails after an upgrade teaches people to switch the sandbox off. What
 * is here either leads out of the process (programs, network, other processes), changes files where
 * Landlock has no right for it, or opens a part of the kernel that is known for its faults and that
 * nothing here needs. Calls that are younger than the list are refused all: C libraries do without
 * them on older kernels, too.
 *
 * A refused call fails with EPERM, one that is too young or that has an older form with ENOSYS.
 * seccomp(2). */
#define _GNU_SOURCE /* syscall, CLONE_ */

#include "confine/linux/sandbox_parts.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
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

/* Numbers from 424 on are equal on every CPU; headers of older systems lack the newer ones. Whoever
 * raises NEWEST_CALL has decided about each call up to it. */
enum { CLONE3 = 435, NEWEST_CALL = 469 /* file_setattr, Linux 6.17 */ };

static const uint32_t refused[] = {
    /* programs */
    SYS_execve,
    SYS_execveat,
    /* network; for recvmsg(), sendmsg(), socketpair() and sendto() see build() */
    SYS_socket,
    SYS_connect,
    SYS_bind,
    SYS_listen,
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
    SYS_tkill,
    SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo,
    SYS_kcmp,
    SYS_get_robust_list,
    /* shared memory, queues and semaphores, which other processes have by number */
    SYS_shmget,
    SYS_shmat,
    SYS_shmctl,
    SYS_msgget,
    SYS_msgsnd,
    SYS_msgrcv,
    SYS_msgctl,
    SYS_semget,
    SYS_semop,
    SYS_semtimedop,
    SYS_semctl,
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
    469 /* file_setattr */,
    SYS_getxattr,
    SYS_lgetxattr,
    SYS_listxattr,
    SYS_llistxattr,
    464 /* getxattrat */,
    465 /* listxattrat */,
    SYS_name_to_handle_at,
    SYS_open_by_handle_at,
    SYS_mknodat,
    SYS_inotify_init1,
    SYS_fanotify_init,
    SYS_fanotify_mark,
    /* files that were opened for reading: these do not ask for the right to write */
    SYS_fchown,
    SYS_fsetxattr,
    SYS_fremovexattr,
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
    457 /* statmount */,
    458 /* listmount */,
    467 /* open_tree_attr */,
    /* io_uring makes calls that no filter sees */
    425 /* io_uring_setup */,
    426 /* io_uring_enter */,
    427 /* io_uring_register */,
    /* the kernel */
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_splice,
    SYS_vmsplice,
    SYS_tee,
    SYS_io_setup,
    SYS_io_submit,
    SYS_remap_file_pages,
    SYS_migrate_pages,
    SYS_move_pages,
    SYS_lookup_dcookie,
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
    460 /* lsm_set_self_attr */,
#ifdef __x86_64__ /* older spellings, and calls of this CPU alone */
    SYS_chmod,
    SYS_chown,
    SYS_lchown,
    SYS_utime,
    SYS_utimes,
    SYS_futimesat,
    SYS_mknod,
    SYS_inotify_init,
    SYS_iopl,
    SYS_ioperm,
    SYS_modify_ldt,
    SYS_uselib,
    SYS_ustat,
    SYS_sysfs,
#endif
};

/* What only graphics drivers do, for their own threads and memory; the calls take the number of any
 * other process as well. */
static const uint32_t refused_without_drivers[] = {
    SYS_setpriority,
    SYS_sched_setscheduler,
    SYS_sched_setparam,
    SYS_sched_setattr,
    SYS_ioprio_set,
    SYS_sched_setaffinity,
    SYS_mbind,
    SYS_set_mempolicy,
    SYS_memfd_create,
    447 /* memfd_secret */,
    450 /* set_mempolicy_home_node */,
};

/* What only a server does. */
static const uint32_t refused_without_serving[] = {
    SYS_accept,
    SYS_accept4,
    SYS_inotify_add_watch,
};

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

enum { PROGRAM_MAX = 2 * (COUNT(refused) + COUNT(refused_without_drivers)) + 220 };

typedef struct Program {
    struct sock_filter code[PROGRAM_MAX];
    unsigned short length;
} Program;

#define CONTENT(field) ((uint32_t)offsetof(struct seccomp_data, field))
#define REFUSE         (SECCOMP_RET_ERRNO | EPERM)
#define NOT_THERE      (SECCOMP_RET_ERRNO | ENOSYS)

/* The kernel refuses a program without an end, should the room be too small. */
static void emit(Program* program, uint16_t code, uint32_t value, uint8_t if_true,
                 uint8_t if_false) {
    if (program->length == PROGRAM_MAX) return;
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

/* The halves of an argument; little-endian, as all of THIS_ARCH are. */
static uint32_t low_half(int argument) {
    return CONTENT(args) + 8 * (uint32_t)argument;
}

static uint32_t high_half(int argument) {
    return low_half(argument) + 4;
}

/* Refuses a call with an argument of which a half has one of the bits, or is the value. Needs the
 * number to be loaded, and loads it again. */
static void emit_refuse_half(Program* program, uint32_t number, uint32_t half, uint16_t test,
                             uint32_t value) {
    emit(program, BPF_JMP | BPF_JEQ | BPF_K, number, 0, 4);
    emit_load(program, half);
    emit(program, BPF_JMP | test | BPF_K, value, 0, 1);
    emit_return(program, REFUSE);
    emit_load(program, CONTENT(nr));
}

/* For arguments of which the kernel takes 32 bits, or where the bits are in the low half. */
static void emit_refuse_argument(Program* program, uint32_t number, int argument, uint16_t test,
                                 uint32_t value) {
    emit_refuse_half(program, number, low_half(argument), test, value);
}

/* Refuses a call whose argument, of 32 bits, is none of the values. As above. */
static void emit_allow_values(Program* program, uint32_t number, int argument,
                              const uint32_t* values, int count) {
    emit(program, BPF_JMP | BPF_JEQ | BPF_K, number, 0, (uint8_t)(count + 3));
    emit_load(program, low_half(argument));
    for (int i = 0; i < count; i++)
        emit(program, BPF_JMP | BPF_JEQ | BPF_K, values[i], (uint8_t)(count - i), 0);
    emit_return(program, REFUSE);
    emit_load(program, CONTENT(nr));
}

/* ---- Rules for arguments ---- */

/* Whether there is a terminal, and its size: TCGETS, TCGETS2, TIOCGWINSZ. */
static const uint32_t terminal_questions[] = {0x5401, 0x802C542A, 0x5413};

/* Kinds of ioctl() that no driver needs: terminals (TIOCSTI types commands into the user's, which
 * the shell runs afterwards) except for the questions, attributes of files that are open for
 * reading, whole file systems, btrfs, block devices, sockets. */
static const uint32_t refused_kinds[] = {'T', 'f', 'X', 0x94, 0x12, 0x89};

/* Drivers control their devices in hundreds of ways. */
static void emit_ioctl_of_drivers(Program* program) {
    int questions = COUNT(terminal_questions), kinds = COUNT(refused_kinds);
    emit(program, BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 0, (uint8_t)(questions + kinds + 4));
    emit_load(program, low_half(1));
    for (int i = 0; i < questions; i++)
        emit(program, BPF_JMP | BPF_JEQ | BPF_K, terminal_questions[i],
             (uint8_t)(questions - i + kinds + 2), 0);
    emit(program, BPF_ALU | BPF_AND | BPF_K, 0xFF00, 0, 0);
    for (int i = 0; i < kinds; i++)
        emit(program, BPF_JMP | BPF_JEQ | BPF_K, refused_kinds[i] << 8, (uint8_t)(kinds - i), 0);
    emit(program, BPF_JMP | BPF_JA, 1, 0, 0);
    emit_return(program, REFUSE);
    emit_load(program, CONTENT(nr));
}

static void emit_network(Program* program) {
    /* Streams within the process and its children. A socket for datagrams would reach every one
     * that has a name. */
    static const uint32_t streams[] = {SOCK_STREAM, SOCK_STREAM | SOCK_CLOEXEC};
    emit_allow_values(program, SYS_socketpair, 1, streams, COUNT(streams));
    /* To another address than that of the other end: a datagram through a socket that was given.
     * All bits: an address may well be 0x100000000. */
    emit_refuse_half(program, SYS_sendto, low_half(4), BPF_JSET, UINT32_MAX);
    emit_refuse_half(program, SYS_sendto, high_half(4), BPF_JSET, UINT32_MAX);
}

/* The kernel sends any signal to any process of the user on behalf of whoever owns a descriptor:
 * F_SETOWN, F_SETSIG, F_SETOWN_EX. F_SETLEASE delays others who open a file, F_NOTIFY watches a
 * folder. */
static void emit_descriptors(Program* program) {
    static const uint32_t commands[] = {8, 10, 15, 1024, 1026};
    for (int i = 0; i < COUNT(commands); i++)
        emit_refuse_argument(program, SYS_fcntl, 1, BPF_JEQ, commands[i]);
}

static void emit_processes(Program* program, bool forks) {
    /* The flags of clone3() are out of sight; the C library then takes clone(). */
    emit_refuse_call(program, CLONE3, NOT_THERE);
    emit_refuse_argument(program, SYS_clone, 0, BPF_JSET,
                         CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
                             CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET);
    /* The limits of this process alone: those of another end it. */
    emit_refuse_argument(program, SYS_prlimit64, 0, BPF_JSET, UINT32_MAX);
    if (forks) return; /* children are ended by signals */
    /* Processes that would live on, and signals, which Landlock refuses from ABI 6 on. */
    emit(program, BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4);
    emit_load(program, low_half(0));
    emit(program, BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0);
    emit_return(program, REFUSE);
    emit_load(program, CONTENT(nr));
#ifdef __x86_64__
    emit_refuse_call(program, SYS_fork, REFUSE);
    emit_refuse_call(program, SYS_vfork, REFUSE);
#endif
    const uint32_t self[] = {(uint32_t)getpid()};
    emit_allow_values(program, SYS_kill, 0, self, 1);
    emit_allow_values(program, SYS_tgkill, 0, self, 1);
}

/* ---- The whole ---- */

static bool writes(const sandbox_Def* def) {
    for (size_t i = 0; i < def->path_count; i++)
        if (def->paths[i].right == SANDBOX_WRITE) return true;
    return false;
}

static void emit_begin(Program* program) {
    emit_load(program, CONTENT(arch));
    emit(program, BPF_JMP | BPF_JEQ | BPF_K, THIS_ARCH, 1, 0);
    emit_return(program, SECCOMP_RET_KILL_PROCESS); /* calls of another CPU have other numbers */
    emit_load(program, CONTENT(nr));
}

static void build(Program* program, const sandbox_Def* def) {
    emit_begin(program);
    emit(program, BPF_JMP | BPF_JGE | BPF_K, FIRST_HIGH, 0, 1);
    emit_return(program, REFUSE);
    emit(program, BPF_JMP | BPF_JGT | BPF_K, NEWEST_CALL, 0, 1);
    emit_return(program, NOT_THERE);
    for (int i = 0; i < COUNT(refused); i++) emit_refuse_call(program, refused[i], REFUSE);
    for (int i = 0; i < COUNT(refused_without_serving) && !def->serves; i++)
        emit_refuse_call(program, refused_without_serving[i], REFUSE);
    /* The address in a sendmsg() is out of sight; connections ignore it. */
    if (!def->serves && !def->shows) emit_refuse_call(program, SYS_sendmsg, REFUSE);
    /* Descriptors come with messages: drivers share pictures with the desktop by them. */
    if (!def->shows) emit_refuse_call(program, SYS_recvmsg, REFUSE);
    emit_network(program);
    emit_descriptors(program);
    emit_processes(program, def->forks);
    /* The mode of a file that replaces another is that of the other. */
    if (!writes(def)) emit_refuse_call(program, SYS_fchmod, REFUSE);
    if (def->draws) {
        emit_ioctl_of_drivers(program);
    } else {
        for (int i = 0; i < COUNT(refused_without_drivers); i++)
            emit_refuse_call(program, refused_without_drivers[i], REFUSE);
        emit_allow_values(program, SYS_ioctl, 1, terminal_questions, COUNT(terminal_questions));
        emit_refuse_argument(program, SYS_mmap, 2, BPF_JSET, PROT_EXEC);
        emit_refuse_argument(program, SYS_mprotect, 2, BPF_JSET, PROT_EXEC);
        emit_refuse_argument(program, SYS_pkey_mprotect, 2, BPF_JSET, PROT_EXEC);
    }
    emit_return(program, SECCOMP_RET_ALLOW);
}

static const char* install(Program* program) {
    struct sock_fprog filter = {.len = program->length, .filter = program->code};
    long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter);
    return result == 0 ? NULL : "the kernel has no seccomp, or it is switched off";
}

static bool is_filtered;

const char* sandbox_filter_calls(const sandbox_Def* def) {
    Program program = {.length = 0};
    if (THIS_ARCH == 0) return "seccomp: the calls of this CPU are not known";
    build(&program, def);
    const char* why = install(&program);
    is_filtered |= why == NULL;
    return why;
}

/* A second filter: what one of them refuses is refused. */
void sandbox_enter_child(void) {
    Program program = {.length = 0};
    if (!is_filtered) return;
    emit_begin(&program);
    emit_processes(&program, false);
    emit_return(&program, SECCOMP_RET_ALLOW);
    (void)install(&program); /* as the first one was */
}
