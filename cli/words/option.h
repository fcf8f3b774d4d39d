/* SPDX-License-Identifier: MIT */
/* Options of a command. Each command has one table of options; the parser, the help, the manual
 * page, the shell completions and the schema of its tool (serve_mcp.c) are generated from it. */
#ifndef CLI_OPTION_H
#define CLI_OPTION_H

#include "words/limit_option.h"
#include "words/suggest.h"

#include <stdbool.h>
#include <stdio.h>

/* How the names of an option's values are used. */
typedef enum cli_NamesKind {
    CLI_NAMES_NONE,
    CLI_NAMES_CLOSED, /* other values are refused */
    CLI_NAMES_OPEN,   /* other values are accepted, or refused by the command itself */
    CLI_NAMES_KEYS    /* keys: each is followed by =VALUE */
} cli_NamesKind;

typedef struct cli_Option {
    const char* name;  /* "--json" */
    char letter;       /* 'q' for -q; 0 for none */
    const char* value; /* name of the value in the help, as FILE; NULL for a flag */
    const char* help;  /* NULL: accepted, but not listed */
    int most;          /* how often it may be given; 0 means once */
    cli_NamesKind kind;
    cli_NameFn* name_at;
    const void* names;   /* first argument of name_at */
    const char* heading; /* set: the row is not an option but the title of the rows after it */
    const char* advice;  /* set: the option is refused, with this advice */
} cli_Option;

/* A table ends with {0}. */
static inline bool cli_is_end(const cli_Option* option) {
    return option->name == NULL && option->heading == NULL;
}

/* The option of that name, without regard to what follows `length`; NULL for none. */
const cli_Option* cli_find_option(const cli_Option* options, const char* name, size_t length);

/* The place of a word among the names of an option's values; -1 for none. */
int cli_name_index(const cli_Option* option, const char* word);

/* "--rest is auto, t, corrected or first, not T; did you mean t?" */
void cli_explain_names(const cli_Option* option, const char* word, char* out, size_t size);

/* Whether its value is the name of a file or folder, by what stands for it in the help. */
bool cli_names_file(const cli_Option* option);

/* ---- Names ---- */

#define CLI_LIST(...)                                                                              \
    .name_at = cli_name_of_list, .names = (const char* const[]) {                                  \
        __VA_ARGS__, NULL                                                                          \
    }
/* The index of a name is what cli_choice() returns. */
#define CLI_ONE_OF(...)  .kind = CLI_NAMES_CLOSED, CLI_LIST(__VA_ARGS__)
#define CLI_SUCH_AS(...) .kind = CLI_NAMES_OPEN, CLI_LIST(__VA_ARGS__)

/* ---- Rows: of any option, then those that several commands have ---- */

#define CLI_FLAG(option, text)                                                                     \
    { .name = option, .help = text }
#define CLI_VALUE(option, shown, text)                                                             \
    { .name = option, .value = shown, .help = text }
#define CLI_REPEATED(option, shown, times, text)                                                   \
    { .name = option, .value = shown, .help = text, .most = times }

#define CLI_OUTPUT_HELP                                                                            \
    "Output file, written atomically; - for standard output. The report then goes to standard "    \
    "error, as text even with --json."
#define CLI_OUTPUT_OPTION(text)                                                                    \
    { .name = "--output", .letter = 'o', .value = "OUT", .help = text }
#define CLI_IN_PLACE_OPTION                                                                        \
    CLI_FLAG("--in-place", "Overwrite FILE. Not for a .gltf file that becomes a GLB.")
#define CLI_FORCE_OPTION                                                                           \
    CLI_FLAG("--force", "Write the file even if it has errors that FILE does not have.")
#define CLI_JSON_OPTION CLI_FLAG("--json", "Print one JSON object per file, each on one line.")
#define CLI_QUIET_OPTION                                                                           \
    { .name = "--quiet", .letter = 'q', .help = "Suppress text output; --json still prints." }
#define CLI_RECURSIVE_OPTION_AND(more)                                                             \
    { .name = "--recursive", .letter = 'r', .help = "Include subfolders of folders." more }
#define CLI_RECURSIVE_OPTION        CLI_RECURSIVE_OPTION_AND("")
#define CLI_RECURSIVE_OUTPUT_OPTION CLI_RECURSIVE_OPTION_AND(" All results go to one FOLDER.")
#define CLI_JOBS_OPTION                                                                            \
    {                                                                                              \
        .name = "--jobs", .letter = 'j', .value = "N",                                             \
        .help = "Number of files to process at a time, each in its own process, so that a crash "  \
                "affects one file only. 0: one per core. Default: one after the other."            \
    }
#define CLI_COMPACT_OPTION                                                                         \
    {                                                                                              \
        .name = "--compact",                                                                       \
        .help = "Keep sparse accessors and accessors without data: smaller, but fewer programs "   \
                "read them."                                                                       \
    }

/* In every table. */
#define CLI_COMMON_OPTIONS                                                                         \
    {.name = "--no-sandbox", .help = "Turn the sandbox off (docs/reference/trust.md)."},           \
        {.name = "--limit",                                                                        \
         .value = "NAME=VALUE",                                                                    \
         .help = "Raise a limit for trusted files (docs/reference/trust.md). May be repeated.",    \
         .most = CLI_LIMITS_MAX,                                                                   \
         .kind = CLI_NAMES_KEYS,                                                                   \
         .name_at = cli_limit_name_at},                                                            \
    {                                                                                              \
        .name = "--color", .value = "WHEN",                                                        \
        .help = "Colours: auto (default), always or never. NO_COLOR is honoured.",                 \
        CLI_ONE_OF("auto", "always", "never")                                                      \
    }

/* Of a command that makes a file of each of its files. */
#define CLI_BATCH_OPTIONS                                                                          \
    CLI_JSON_OPTION, CLI_QUIET_OPTION, CLI_RECURSIVE_OUTPUT_OPTION, CLI_JOBS_OPTION,               \
        CLI_COMMON_OPTIONS

#endif
