/* SPDX-License-Identifier: MIT */
/* Values of options that have names: one table for reading them, for "did you mean", and for the
 * completions of shells. */
#ifndef CLI_VALUES_H
#define CLI_VALUES_H

#include "cli.h"
#include "suggest.h"

typedef enum cli_ValueKind {
    CLI_VALUES_CLOSED, /* nothing else is taken: cli_parse() refuses it */
    CLI_VALUES_OPEN,   /* other values are taken too, or the command has a message of its own */
    CLI_VALUES_KEYS    /* each is followed by =VALUE */
} cli_ValueKind;

typedef struct cli_Values {
    const char* command; /* NULL: of every command */
    const char* option;  /* "--color" */
    cli_ValueKind kind;
    cli_NameFn* name_at;
    const void* names; /* what name_at takes */
} cli_Values;

/* NULL where an option has none. */
const cli_Values* cli_find_values(const char* command, const char* option);

/* The place of a word among the values of an option; 0, the default, for NULL, and -1 for a word
 * that is none of them. */
int cli_value_index(const char* command, const char* option, const char* word);

/* False when the option takes no such value; the text then says what it takes. */
bool cli_takes_value(const char* command, const char* option, const char* word, char* out_why,
                     size_t size);

#endif
