/* SPDX-License-Identifier: MIT */
/* vrm serve --mcp: a child process whose output is read to its end. */
#ifndef CLI_SERVE_CHILD_H
#define CLI_SERVE_CHILD_H

#include "words/command.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct serve_Child {
    int status;            /* as a shell has it: 128 + the signal that ended it */
    bool is_late;          /* ended because it took too long */
    bool is_cut;           /* it wrote more than is kept */
    char *output, *errors; /* terminated; the first SERVE_CHILD_ROOM bytes of each */
} serve_Child;

#define SERVE_CHILD_ROOM ((size_t)4 << 20)

/* Runs a command of this program in a child process, standard input empty, and waits. The first
 * word is the command's name; NULL ends them. False when it did not start. */
bool serve_child_run(const cli_Command* command, char** words, int timeout_s, serve_Child* out);
void serve_child_release(serve_Child* child);

#endif
