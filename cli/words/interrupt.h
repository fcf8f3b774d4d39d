/* SPDX-License-Identifier: MIT */
/* Commands that run until Ctrl-C: a request to end is remembered, and obeyed between two frames. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <stdbool.h>

typedef enum cli_Interrupt {
    CLI_INTERRUPT_SAVES, /* a file is written at the end: calls go on, a second request is ignored
                          */
    CLI_INTERRUPT_STOPS  /* calls that wait return at once; a second request ends the program */
} cli_Interrupt;

/* From now on Ctrl-C, kill and closing the terminal only set what cli_is_interrupted() says. */
void cli_catch_interrupts(cli_Interrupt how);
bool cli_is_interrupted(void);

#endif
