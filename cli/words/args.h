/* SPDX-License-Identifier: MIT */
/* The command line of a command: its options, and the files that it names. */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include "words/option.h"
#include "words/status.h"

#include "vrm/base.h"

/* More than the cores of any usual machine; each job has three pipes open. */
enum { CLI_JOBS_MAX = 256 };

typedef struct cli_Args {
    const char* command;                       /* its name */
    const struct cli_Command* const* commands; /* all there are, for one that runs others */
    const cli_Option* options;
    struct cli_Given* given; /* the options that stand on the command line, in order */
    int given_count;
    char** files; /* positional arguments */
    int file_count;
    char** owned;       /* those of `files` that were found in a folder (folders.h) */
    bool has_folder;    /* one of them was a folder */
    int status;         /* CLI_INVALID when a folder had nothing that fits */
    bool is_unconfined; /* --no-sandbox; see confine.h */
    int jobs;           /* --jobs: files worked on at a time; 0: in this process */
} cli_Args;

/* Sorts argv[1..] into options and files; argv[0] is the command's name, "--" ends the options, "-"
 * is a file. CLI_OK, or the status after printing the error to standard error. The caller calls
 * cli_args_release() in either case. */
int cli_parse(int argc, char** argv, const cli_Option* options, cli_Args* out);
void cli_args_release(cli_Args* args);

/* The row of the command's table. */
const cli_Option* cli_option(const cli_Args* args, const char* name);

/* What stands on the command line. The option has to be one of the command's table. */
bool cli_has(const cli_Args* args, const char* option);
/* The value of an option that takes one; NULL when it was not given. */
const char* cli_word(const cli_Args* args, const char* option);
/* All values of an option that may be repeated, at most as many as its row allows. Returns how
 * many. */
int cli_words(const cli_Args* args, const char* option, const char** out);
/* The index of the value among its names (CLI_ONE_OF); 0, the default, when it was not given. */
int cli_choice(const cli_Args* args, const char* option);

/* Prints "vrm COMMAND: ..." and how to get help to standard error; returns CLI_USAGE. */
int cli_usage_error(const char* command, const char* format, ...) VRM_PRINTF(2, 3);

/* A number of a range; false when it is none. NULL leaves `out` as it is. */
bool cli_parse_between(const char* text, double least, double most, double* out);
/* A decimal number >= 0; false when it is not one. */
bool cli_parse_count(const char* text, int32_t* out);

#endif
