/* SPDX-License-Identifier: MIT */
/* Manual pages, made of the commands' tables of options. */
#ifndef CLI_MANUAL_H
#define CLI_MANUAL_H

#include "words/command.h"

#include <stdio.h>

/* The manual page of a command as roff, or for NULL that of vrm itself with its list of commands,
 * which ends with NULL. */
void cli_print_man(FILE* out, const cli_Command* const* commands, const cli_Command* command);

#endif
