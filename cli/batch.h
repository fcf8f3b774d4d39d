/* SPDX-License-Identifier: MIT */
/* One file or many, and where their results go: FILE -o OUT, FILE... -o FOLDER/, or each in its own
 * place. A folder among the files stands for the files in it. */
#ifndef CLI_BATCH_H
#define CLI_BATCH_H

#include "inputs.h"
#include "output_name.h"

#define CLI_PATH_ROOM 4096

/* Endings of the files that a folder stands for; they end with NULL. */
extern const char* const cli_avatar_endings[]; /* .vrm .glb .gltf */
extern const char* const cli_gltf_endings[];   /* .vrma too */
extern const char* const cli_motion_endings[]; /* .bvh .vrma .json .jsonl */

/* Puts the files of folders in place of the folders, by name. CLI_OK, or the status after saying
 * what is wrong; cli_args_release() in any case. */
int cli_expand_folders(cli_Args* args, const char* const* endings);
void cli_args_release(cli_Args* args);

enum { CLI_OTHER_INPUTS = 4 };

typedef struct cli_Batch {
    const cli_Args* args;
    const char* output; /* a file, a folder, or a pattern of numbered frames; NULL: none */
    const char* option; /* that names it: "-o" */
    cli_Product product;
    const char* extension;                /* of results in a folder; NULL: as the file's own */
    const char* others[CLI_OTHER_INPUTS]; /* further inputs; NULL: none */
    int32_t frame_count;                  /* of a pattern of numbers; 0: it is none */
    bool is_json;
    bool is_folder; /* set by cli_batch_check() */
} cli_Batch;

/* Whether all outputs can be written without touching an input or one another; makes the folder.
 * CLI_OK, or the status after saying what is wrong. */
int cli_batch_check(cli_Batch* batch);

/* Where the result of a file goes. False when the path is too long. */
bool cli_batch_output(const cli_Batch* batch, const char* file, char out[CLI_PATH_ROOM]);

#endif
