/* SPDX-License-Identifier: MIT */
/* JSON that commands print with --json: members with their keys. */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include "vrm/vrm.h"

#include <stdio.h>

/* A builder; NULL, after printing an error, when there is no memory. */
vrm_JsonBuilder* cli_json_create(void);

/* Prints JSON. Characters of strings that a terminal would obey (DEL, C1, changes of the writing
 * direction) become escapes of JSON. */
void cli_put_json_text(FILE* out, vrm_Span text);

/* Prints one JSON object as one line to standard output; destroys the builder. CLI_OK, or
 * CLI_FAILED after printing an error when there was no memory; a failed write is reported at the
 * end of the command. */
int cli_put_json(vrm_JsonBuilder* builder);

void cli_json_string(vrm_JsonBuilder* builder, const char* key, const char* text); /* NULL: null */
void cli_json_integer(vrm_JsonBuilder* builder, const char* key, int64_t value);
void cli_json_bool(vrm_JsonBuilder* builder, const char* key, bool value);
void cli_json_number(vrm_JsonBuilder* builder, const char* key, double value);
void cli_json_float(vrm_JsonBuilder* builder, const char* key, float value);
void cli_json_floats(vrm_JsonBuilder* builder, const char* key, const float* values, int count);
/* The words of a list with one space between them, as an array of strings. */
void cli_json_words(vrm_JsonBuilder* builder, const char* key, const char* words);
/* "minimum" and "maximum" of a schema; no-op for 0 and 0. */
void cli_json_range(vrm_JsonBuilder* builder, double low, double high);

#endif
