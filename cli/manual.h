/* SPDX-License-Identifier: MIT */
/* Manual pages, made from the text that `vrm help` prints. */
#ifndef CLI_MANUAL_H
#define CLI_MANUAL_H

#include "cli.h"

/* The manual page of a command as roff, or for NULL that of vrm itself with its list of commands.
 */
void cli_print_man(FILE* out, const cli_Command* const* commands, int count,
                   const cli_Command* command);

#endif
