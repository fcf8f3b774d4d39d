/* SPDX-License-Identifier: MIT */
/* The terminal at standard error, and whether there is one at standard output. */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <stdbool.h>

/* Whether a line can be drawn again in place. */
bool cli_terminal_redraws(void);

/* Characters in a line, now: a window may be resized. 80 where the terminal does not say. */
int cli_terminal_columns(void);

/* Whether standard output is a terminal, where bytes for programs do not belong. */
bool cli_is_output_terminal(void);

#endif
