/* SPDX-License-Identifier: MIT */
/* Options of a command. One table of a command's options is what its command line is read by and
 * what its help, its manual page, the completions of shells and the schemas of its tool
 * (serve_mcp.c) are made of. */
#ifndef CLI_OPTION_H
#define CLI_OPTION_H

#include "words/limit_option.h"
#include "words/suggest.h"

#include <stdbool.h>
#include <stdio.h>

/* What the names of an option's values are. */
typedef enum cli_NamesKind {
    CLI_NAMES_NONE,
    CLI_NAMES_CLOSED, /* all that is taken; the command line is refused otherwise */
    CLI_NAMES_OPEN,   /* other values are taken too, or the command refuses them itself */
    CLI_NAMES_KEYS    /* each is followed by =VALUE */
} cli_NamesKind;

typedef struct cli_Option {
    const char* name;  /* "--json" */
    char letter;       /* 'q' for -q; 0 for none */
    const char* value; /* what stands for the value in the help, as FILE; NULL: it takes none */
    const char* help;  /* NULL: it is taken and not shown */
    int most;          /* how many values it may be given; 0 is 1 */
    cli_NamesKind kind;
    cli_NameFn* name_at;
    const void* names;   /* what name_at takes */
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

#define CLI_OUTPUT_OPTION(text)                                                                    \
    { .name = "--output", .letter = 'o', .value = "OUT", .help = text }
#define CLI_QUIET_OPTION                                                                           \
    {                                                                                              \
        .name = "--quiet", .letter = 'q',                                                          \
        .help = "print no text (--json still prints); see the exit status"                         \
    }
#define CLI_RECURSIVE_OPTION(more)                                                                 \
    { .name = "--recursive", .letter = 'r', .help = "folders with all their subfolders" more }
#define CLI_JOBS_OPTION                                                                            \
    {                                                                                              \
        .name = "--jobs", .letter = 'j', .value = "N",                                             \
        .help = "work on N files at a time, each in a process of its own: a crash costs one file " \
                "alone. 0: one for each core"                                                      \
    }
#define CLI_COMPACT_OPTION                                                                         \
    {                                                                                              \
        .name = "--compact",                                                                       \
        .help = "leave sparse accessors and those without data as they are: smaller, and fewer "   \
                "programs read them"                                                               \
    }

/* In every table. */
#define CLI_COMMON_OPTIONS                                                                         \
    {.name = "--no-sandbox", .help = "turn the sandbox off (docs/reference/trust.md)"},            \
        {.name = "--limit",                                                                        \
         .value = "NAME=VALUE",                                                                    \
         .help = "raise a limit for trusted files (docs/reference/trust.md)",                      \
         .most = CLI_LIMITS_MAX,                                                                   \
         .kind = CLI_NAMES_KEYS,                                                                   \
         .name_at = cli_limit_name_at},                                                            \
    {                                                                                              \
        .name = "--color", .value = "WHEN",                                                        \
        .help = "auto (default), always or never; NO_COLOR is honoured",                           \
        CLI_ONE_OF("auto", "always", "never")                                                      \
    }

#endif
