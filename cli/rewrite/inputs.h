/* SPDX-License-Identifier: MIT */
/* The files that a command reads, including the side files of glTF, so that it can refuse to
 * overwrite one of them. A zeroed cli_Inputs is an empty list. */
#ifndef CLI_INPUTS_H
#define CLI_INPUTS_H

#include "vrm/vrm.h"

typedef struct cli_Inputs {
    struct cli_InputFile* files;
    size_t count, capacity;
    bool is_sorted;
    vrm_Result result; /* not VRM_OK: reading or memory failed, and the list is incomplete */
} cli_Inputs;

/* Adds a file and the files that it refers to. No-op for NULL and "-". */
void cli_inputs_add(cli_Inputs* inputs, const char* path);

/* The path of the input that is the same file as `output`, whatever its name; NULL when there is
 * none. NULL is certain only if `inputs->result` is VRM_OK afterwards. */
const char* cli_inputs_find(cli_Inputs* inputs, const char* output);

void cli_inputs_release(cli_Inputs* inputs);

#endif
