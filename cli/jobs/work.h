/* SPDX-License-Identifier: MIT */
/* What is done with each of many files. */
#ifndef CLI_WORK_H
#define CLI_WORK_H

#include <stdbool.h>
#include <stddef.h>

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

#endif
