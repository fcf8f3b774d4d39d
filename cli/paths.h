/* SPDX-License-Identifier: MIT */
/* Names of outputs: one file, a folder for many, numbers for frames. */
#ifndef CLI_PATHS_H
#define CLI_PATHS_H

#include "cli.h"

/* An existing folder, or a name that ends in a slash. */
bool cli_is_folder(const char* path);

/* FILE's own name without its extension; not terminated. */
const char* cli_stem(const char* file, size_t* out_length);

/* Where the result for FILE goes: `output` itself, or in the folder `output` under FILE's own name
 * with another extension. False when it does not fit. */
bool cli_output_path(const char* output, bool is_folder, const char* file, const char* extension,
                     char* out, size_t out_size);

/* True when the path holds exactly one %d or %04d and no other %. */
bool cli_is_number_pattern(const char* path);

/* The path with the number in its place. */
void cli_number_path(const char* pattern, int32_t number, char* out, size_t out_size);

#endif
