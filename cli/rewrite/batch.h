/* SPDX-License-Identifier: MIT */
/* One input file or many, and the paths of their results: FILE -o OUT, FILE... -o FOLDER/, or each
 * result beside its file. A folder among the inputs stands for the files in it. */
#ifndef CLI_BATCH_H
#define CLI_BATCH_H

#include "files/folders.h"
#include "files/output_name.h"
#include "jobs/jobs.h"
#include "rewrite/inputs.h"
#include "words/args.h"

#define CLI_PATH_ROOM 4096

/* Inputs beside the files. A command with many has a static assertion that there is room. */
enum { CLI_OTHER_INPUTS = 24 };

typedef struct cli_Batch {
    const cli_Args* args;
    const char* output; /* a file, a folder, or a pattern of numbered frames; NULL: none */
    const char* option; /* that names it: "-o" */
    cli_Product product;
    const char* extension;                /* of results in a folder; NULL: as the file's own */
    const char* others[CLI_OTHER_INPUTS]; /* further inputs; NULL: none */
    int32_t frame_count;                  /* of a pattern of numbers; 0: it is none */
    bool makes_glb; /* of glTF text too, which is then called .vrm in a folder */
    bool is_joint;  /* all files make one result: several go to one file, and none to a folder */
    bool is_json;
    bool is_in_place;  /* the files themselves are replaced; then there is no output */
    bool has_in_place; /* the command has a word for that */
    bool is_confined;  /* the sandbox is entered before a file is opened */
    bool is_sound;     /* the files are sounds: nothing beside them is read */
    bool draws;        /* in it, too */
    bool is_folder;    /* set by cli_batch_check() */
    /* Called right before the sandbox is entered, for what it forbids; returns a status. NULL:
     * nothing. */
    int (*prepare)(void* ctx);
    void* ctx;
} cli_Batch;

/* Enters the sandbox for what the batch reads and writes. cli_batch_check() does so by itself; this
 * is for a command line without an output. CLI_OK, or the status after printing the error. */
int cli_batch_confine(const cli_Batch* batch);

/* Checks that all outputs can be written without overwriting an input or one another; creates the
 * folder. Returns CLI_OK, or the status after printing the error. */
int cli_batch_check(cli_Batch* batch);

/* A result of a file that makes several. */
typedef struct cli_FileOutput {
    char* path;
    const char* file;
} cli_FileOutput;

/* Checks what cli_batch_check() cannot know: results whose names are known only when their files
 * have been looked into. CLI_OK, or the status after printing the error. */
int cli_batch_check_outputs(const cli_Batch* batch, const cli_FileOutput* outputs, size_t count);

/* The path for the result of a file. False when it is too long. */
bool cli_batch_output(const cli_Batch* batch, const char* file, char out[CLI_PATH_ROOM]);

/* Where it goes instead when the file is called .gltf and the result is a GLB. False when that is
 * no other place. */
bool cli_batch_glb_output(const cli_Batch* batch, const char* file, char out[CLI_PATH_ROOM]);

#endif
