/* SPDX-License-Identifier: MIT */
/* The help of a command is read as it is laid out: usage lines, paragraphs, and options, which are
 * indented by two blanks and begin with a dash; what they mean stands two blanks behind, or in the
 * lines below, indented further. */
#ifndef CLI_HELP_TEXT_H
#define CLI_HELP_TEXT_H

#include "cli.h"

typedef struct help_Line {
    const char* text;
    int length, indent;
} help_Line;

/* The next line; false at the end. */
bool help_next_line(const char** at, help_Line* out);
bool help_is_option(const help_Line* line);
/* Where the words about an option begin: behind two blanks. */
int help_term_length(const help_Line* line);

/* What the help says of an option: "--output", 'o' or 0, and the words about it. "--a, --b" are
 * two. */
typedef struct help_Option {
    const char* command;
    char name[32];
    char letter;
    char value[32]; /* what stands for the value, as FILE; "" where none follows */
    const char* words;
    int words_length;
} help_Option;

typedef void help_OptionFn(FILE* out, const help_Option* option);
void help_each_option(FILE* out, const cli_Command* command, help_OptionFn* put);

#endif
