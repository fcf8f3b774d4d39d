/* SPDX-License-Identifier: MIT */
/* Many files, one after the other or several at a time (--jobs N). With more than one job each file
 * is worked on in a child process, so that a crash costs that file alone; what the processes print
 * appears in the order of the files, as if there were one. */
#ifndef CLI_JOBS_H
#define CLI_JOBS_H

#include "cli.h"

/* More than the cores of any usual machine; each job has three pipes open. */
enum { CLI_JOBS_MAX = 256 };

/* Works on one file; returns its exit status. */
typedef int cli_FileFn(const char* file, void* ctx);

typedef struct cli_Work {
    cli_FileFn* run;
    void* ctx;
    bool is_quiet; /* no progress bar */
    bool is_json;  /* a file whose process died gets its line of JSON too */
    /* Called in the order of the files, in the process of the caller, with what `run` passed to
     * cli_hand_over(). NULL: nothing is handed over. */
    void (*take)(void* ctx, const char* file, const void* bytes, size_t size);
    /* Called instead for a file whose process died. NULL: nothing beside the message. */
    void (*lost)(void* ctx, const char* file);
    struct cli_Handover* handover; /* of a worker; set by cli_each_file() */
} cli_Work;

/* Runs the work for every file, with a progress bar on standard error when that is a terminal and
 * the work takes long; returns the worst status. Changes that `run` makes to `ctx` stay in its
 * process: results leave it by cli_hand_over() alone. */
int cli_each_file(const cli_Args* args, cli_Work* work);

/* From `run`, at most once for each file. */
void cli_hand_over(const cli_Work* work, const char* file, const void* bytes, size_t size);

/* --jobs N, for the table of a command: an entry that fills `args`. */
cli_Option cli_jobs_option(cli_Args* args);

#endif
