/* SPDX-License-Identifier: MIT */
/* Files that appear whole or not at all: they are written beside their target, flushed and renamed.
 * What is written is never readable by more people than the file that it replaces, a link is
 * followed even where it leads to nothing yet, and a run that is interrupted leaves nothing behind.
 * "-" is standard output; a pipe or device is written as it is. errno says why it failed. */
#ifndef CLI_WHOLE_FILE_H
#define CLI_WHOLE_FILE_H

#include "vrm/vrm.h"

#include <stdio.h>

typedef struct cli_Output {
    FILE* file;
    char *target, *part; /* NULL: written as it is */
} cli_Output;

vrm_Result cli_output_begin(const char* path, cli_Output* out);
/* `is_sound` false leaves the target as it was. */
vrm_Result cli_output_end(cli_Output* output, bool is_sound);
/* Where a path leads once its links are followed, also when nothing is there yet. From malloc();
 * NULL: errno says why. */
char* cli_follow_links(const char* path);
/* Whether a file could be written there, asked before work that cannot be done twice. Leaves
 * nothing behind. Pipes and devices are not tried. */
vrm_Result cli_output_probe(const char* path);

/* All of that with one block of bytes. */
vrm_Result cli_write_file(const char* path, const void* data, size_t size);

#endif
