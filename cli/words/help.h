/* SPDX-License-Identifier: MIT */
/* `vrm help COMMAND`, made of the command's table of options. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "words/command.h"

void cli_print_help(FILE* out, const cli_Command* command);

/* "-o, --output OUT" */
enum { CLI_TERM_ROOM = 64 };
void cli_format_term(const cli_Option* option, char out[CLI_TERM_ROOM]);

#endif
