/* SPDX-License-Identifier: MIT */
/* What the commands that write an avatar share: where it goes (-o, --in-place), the promise not to
 * write a file that has errors which its source did not have (--force), and reporting what was
 * done. The input is never overwritten unless --in-place says so; an output appears whole or not at
 * all.
 */
#ifndef CLI_WRITE_H
#define CLI_WRITE_H

#include "rewrite/batch.h"
#include "words/args.h"

#include <stdio.h>

typedef struct cli_Writing {
    bool is_json, is_quiet, is_in_place, is_forced;
    bool is_dry;              /* --dry-run: all is done but writing */
    bool is_deep;             /* --recursive */
    const char* output;       /* NULL: none was given */
    cli_Batch batch;          /* set by cli_check_writing() */
    bool has_glb;             /* the result for the file at hand is a GLB */
    char path[CLI_PATH_ROOM]; /* of the file at hand */
} cli_Writing;

/* What --json, -q, -o, --in-place, --force, --dry-run and --recursive say: the command's table has
 * all that it takes. */
void cli_take_writing(const cli_Args* args, cli_Writing* writing);

/* Returns true if it says where to write, so that the command does not only show. */
static inline bool cli_writes(const cli_Writing* writing) {
    return writing->output != NULL || writing->is_in_place;
}

/* How a command writes. */
typedef struct cli_WritingRules {
    bool must_write;   /* a command line without an output is refused */
    bool makes_glb;    /* of glTF text too: see cli_Batch */
    bool draws;        /* graphics drivers are loaded */
    bool has_in_place; /* --in-place is taken */
    cli_Product product;
    const char* extension;                /* of results in a folder; NULL: as the file's own */
    const char* others[CLI_OTHER_INPUTS]; /* inputs beside the files */
} cli_WritingRules;

/* Whether the command line says clearly what to write where, and that can be done. Folders among
 * the files are expanded, and the sandbox is entered. CLI_OK, or the status after saying what is
 * wrong. */
int cli_check_writing(cli_Args* args, cli_Writing* writing, const cli_WritingRules* rules);

/* Runs a command's function for each file, after cli_check_writing(). */
int cli_write_each(const cli_Args* args, const cli_Writing* writing, cli_FileFn* run, void* ctx);

/* Where the result for a file goes; valid until the next call. */
const char* cli_output_of(cli_Writing* writing, const char* file);

/* Where messages go: standard error if the file was written to standard output. */
FILE* cli_message_stream(const cli_Writing* writing, bool is_written);

/* How errors of two files are matched: edited files keep their pointers, rewritten ones do not. */
typedef enum cli_Match { CLI_MATCH_PLACES, CLI_MATCH_CODES } cli_Match;

/* Works on a loaded model. CLI_OK, or the status after saying on standard error what is wrong. */
typedef int cli_ChangeFn(const char* file, vrm_Model* model, vrm_Report* report, void* ctx);

/* Loads a file for a function, even if its meshes or pictures cannot be read. Returns the
 * function's status, or that of a failure after saying it. */
int cli_with_model(const char* command, const cli_Writing* writing, const char* file,
                   cli_ChangeFn* work, void* ctx);

/* Changes a model and saves it where the command line says, unless it then has errors that it did
 * not have before. CLI_OK, or the status after saying on standard error, and with --json on
 * standard output too, what is wrong. */
int cli_write_changed(const char* command, cli_Writing* writing, const char* file, vrm_Model* model,
                      vrm_Report* report, cli_Match match, cli_ChangeFn* change, void* ctx);

/* Accessors as most readers want them, before a changed model is saved: none sparse, none without
 * data, as far as that does not make the file many times as large. CLI_OK, or the status after
 * saying what is wrong. --compact leaves it out. */
int cli_write_plainly(const char* command, const char* file, vrm_Model* model);

/* A command that makes one file of another and reports it. */
typedef struct cli_Rewriting {
    cli_WritingRules rules;
    /* In the sandbox, before the first file. NULL: there is nothing to prepare. */
    int (*begin)(const cli_Args* args, void* ctx);
    cli_ChangeFn* change;
    /* What was done, in a few words after the file's name; and as members of the open object. */
    void (*print)(FILE* out, void* ctx);
    void (*put_json)(vrm_JsonBuilder* builder, void* ctx);
    void* ctx;
    /* Terms that FILE states twice are reported, and refused without --force: nothing is written.
     */
    bool decides_terms;
    const char* command; /* set by cli_rewrite_files(), as what follows */
    cli_Writing writing;
} cli_Rewriting;

/* Loads, changes and writes each file, and reports the findings of the change. Returns the exit
 * status. */
int cli_rewrite_files(cli_Args* args, cli_Rewriting* rewriting);

#endif
