/* SPDX-License-Identifier: MIT */
/* Manual pages and completions, generated from the text that `vrm help` prints. */
#ifndef CLI_MANUAL_H
#define CLI_MANUAL_H

#include "cli.h"

/* The manual page of a command as roff, or for NULL that of vrm itself with its list of commands.
 */
void cli_print_man(FILE* out, const cli_Command* const* commands, int count,
                   const cli_Command* command);

/* What a shell needs to complete commands and options: "bash", "zsh" or "fish". False for any
 * other. */
bool cli_print_completion(FILE* out, const cli_Command* const* commands, int count,
                          const char* shell);

#endif
