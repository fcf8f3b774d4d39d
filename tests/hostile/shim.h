/* SPDX-License-Identifier: MIT */
/* What shim.c reports to faults.py about a run; the same layout is in faults.py. */
#ifndef FAULTS_SHIM_H
#define FAULTS_SHIM_H

#include <stdint.h>

typedef enum shim_Class {
    SHIM_ALLOC,
    SHIM_READ,
    SHIM_WRITE,
    SHIM_OPEN,
    SHIM_CLOSE,
    SHIM_MMAP,
    SHIM_RENAME,
    SHIM_FSYNC,
    SHIM_LINK,
    SHIM_UNLINK,
    SHIM_MKDIR,
    SHIM_CHMOD,
    SHIM_STAT,
    SHIM_LIST,
    SHIM_ANY, /* every system call of the others */
    SHIM_CLASS_COUNT,
} shim_Class;

/* The exit status where the system does not let the shim work. */
#define SHIM_UNUSABLE 98

typedef struct shim_Answer {
    int64_t status; /* as waitpid() gives it */
    _Atomic uint64_t fired;
    _Atomic uint64_t counts[SHIM_CLASS_COUNT];
} shim_Answer;

#endif
