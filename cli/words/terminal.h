/* SPDX-License-Identifier: MIT */
/* The terminal at standard error. */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <stdbool.h>

/* Whether a line can be drawn again in place. */
bool cli_terminal_redraws(void);

/* Characters in a line, now: a window may be resized. 80 where the terminal does not say. */
int cli_terminal_columns(void);

#endif
