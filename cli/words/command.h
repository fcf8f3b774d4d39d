/* SPDX-License-Identifier: MIT */
/* A command: commands/cmd_NAME.c fills one, main.c finds it by name. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "words/args.h"

typedef struct cli_Command {
    const char* name;
    const char* summary;       /* one line for the list of commands */
    const char* usage;         /* command lines, each on one line */
    const char* about;         /* paragraphs above the options; lines of at most 88 columns */
    const cli_Option* options; /* ends with {0} */
    const char* notes;         /* paragraphs below the options; NULL: none */
    const char* status;        /* what the exit statuses mean; NULL: as for most commands */
    int (*run)(cli_Args* args);
} cli_Command;

/* Reads the command line and runs the command; argv[0] is its name. `commands` are all there are
 * and end with NULL. Returns the exit status. */
int cli_run(const cli_Command* command, const cli_Command* const* commands, int argc, char** argv);

#endif
