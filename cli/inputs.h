/* SPDX-License-Identifier: MIT */
/* The files that a command reads, including the side files of glTF: none of them is ever
 * overwritten. */
#ifndef CLI_INPUTS_H
#define CLI_INPUTS_H

#include "cli.h"

typedef struct cli_Inputs {
    struct cli_InputFile* files;
    size_t count, capacity;
    bool is_sorted;
    vrm_Result result; /* not VRM_OK: the machine failed, and not every input is known */
} cli_Inputs;

/* Adds a file and the files that it refers to. No-op for NULL and "-". */
void cli_inputs_add(cli_Inputs* inputs, const char* path);

/* The path of the input that is the same file as `output`; NULL when there is none. The result says
 * afterwards whether that is known. */
const char* cli_inputs_find(cli_Inputs* inputs, const char* output);

void cli_inputs_release(cli_Inputs* inputs);

#endif
