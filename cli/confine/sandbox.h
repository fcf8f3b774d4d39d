/* SPDX-License-Identifier: MIT */
/* A process gives up what it does not need before it opens a file of a stranger. Linux has Landlock
 * (which files) and seccomp (which system calls); elsewhere sandbox_none.c does nothing. */
#ifndef CLI_SANDBOX_H
#define CLI_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

typedef enum sandbox_Right {
    SANDBOX_READ,  /* a file; or a folder, and everything below */
    SANDBOX_WRITE, /* files are made, replaced and removed in a folder and below; not read */
    SANDBOX_USE    /* a device: read, written, controlled */
} sandbox_Right;

typedef struct sandbox_Path {
    const char* path; /* what does not exist is left out */
    sandbox_Right right;
} sandbox_Path;

typedef struct sandbox_Def {
    const sandbox_Path* paths; /* all else is refused */
    size_t path_count;
    bool draws;  /* graphics drivers: they are loaded, and compile shaders to machine code */
    bool forks;  /* processes are started, without a program of their own, and ended by signals */
    bool shows;  /* a window: messages, with descriptors, through a connection that is open */
    bool serves; /* sockets that listen already take connections; folders are watched */
} sandbox_Def;

typedef struct sandbox_State {
    int landlock_abi; /* 0: not in force */
    bool has_seccomp;
    const char* why; /* what is missing, and why; NULL: nothing */
} sandbox_State;

/* Cannot be undone, and holds for all children. Before the first thread is started: Landlock
 * confines the calling thread and those that it starts. */
sandbox_State sandbox_enter(const sandbox_Def* def);

/* In a child of a process that entered it with `forks`: the child starts and signals no others.
 * No-op where none was entered. */
void sandbox_enter_child(void);

#endif
