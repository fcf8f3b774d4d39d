/* SPDX-License-Identifier: MIT */
/* What shells need to complete words of vrm: commands, options as the help has them, values. */
#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

#include "cli.h"

/* "bash", "zsh" or "fish". False for any other. */
bool cli_print_completion(FILE* out, const cli_Command* const* commands, int count,
                          const char* shell);

#endif
