/* SPDX-License-Identifier: MIT */
/* Which paths a command needs: everything else is refused from then on (sandbox.h). */
#ifndef CLI_CONFINE_H
#define CLI_CONFINE_H

#include "confine/sandbox.h"
#include "words/args.h"

#include "vrm/vrm.h"

#include <stdio.h>

typedef struct cli_Needs {
    const cli_Args* args;      /* its files, and folders, are read */
    bool is_sound;             /* its files are sounds or speech marks: no side files */
    const char* const* inputs; /* further ones; NULL and "-" among them are skipped */
    int input_count;
    const char* output;    /* a file, a folder, or a pattern of frames; NULL: none */
    bool is_output_folder; /* it exists */
    char* const* links;    /* outputs in that folder that lead elsewhere */
    int link_count;
    bool is_in_place;     /* files are replaced by their results */
    char* const* folders; /* read and written below; they exist */
    int folder_count;
    bool draws;
    bool shows;  /* what is drawn, in a window: it is connected to the desktop already */
    bool forks;  /* whatever --jobs says */
    bool serves; /* to a browser: files are replaced meanwhile, so all that is in their folders is
                  * read */
    bool tells;  /* a server: says on standard error which part of the sandbox is missing */
} cli_Needs;

/* Before the first file of a stranger is opened. What the environment says in VRM_SANDBOX:
 *   off      no-op, as with --no-sandbox: for tools that look into the process or write files from
 *            inside it
 *   require  fails where a part of the sandbox is missing, or --no-sandbox is given
 * CLI_OK, or another status after saying why. */
int cli_confine(const cli_Needs* needs);

/* Whether VRM_SANDBOX says so; --no-sandbox is not asked. */
bool cli_is_sandbox_off(void);

/* For a message after something failed that a driver does: "" or a hint at --no-sandbox. */
const char* cli_sandbox_hint(void);

/* Says so where findings are about side files that only the sandbox keeps from being read. */
void cli_explain_side_files(const char* command, const char* file, const vrm_Report* report);

/* "Landlock ABI 7, seccomp", or what is missing and why. Enters a sandbox in which nothing can be
 * opened. */
void cli_print_sandbox(FILE* out);

#endif
