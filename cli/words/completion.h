/* SPDX-License-Identifier: MIT */
/* What shells need to complete words of vrm: commands, options and their values. */
#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

#include "words/command.h"

#include <stdbool.h>
#include <stdio.h>

/* For "bash", "zsh" or "fish"; false for any other. The list ends with NULL. */
bool cli_print_completion(FILE* out, const cli_Command* const* commands, const char* shell);

#endif
