/* SPDX-License-Identifier: MIT */
#include "words/help.h"

#include <string.h>

#define WIDTH 88 /* columns of a line */

/* A longer term stands on a line of its own, and the text about it begins below. */
#define TERM_MAX 22

void cli_format_term(const cli_Option* option, char out[CLI_TERM_ROOM]) {
    char letter[] = "-x, ";
    letter[1] = option->letter;
    snprintf(out, CLI_TERM_ROOM, "%s%s%s%s", option->letter != 0 ? letter : "", option->name,
             option->value != NULL ? " " : "", option->value != NULL ? option->value : "");
}

/* Words of a text in lines that begin at `column`; the first begins at `at`. */
static void put_filled(FILE* out, const char* text, int at, int column) {
    bool is_first = true;
    while (*text != 0) {
        int length = (int)strcspn(text, " ");
        if (!is_first && at + 1 + length > WIDTH) {
            fprintf(out, "\n%*s", column, "");
            at = column;
        } else if (!is_first) {
            fputc(' ', out);
            at++;
        }
        fprintf(out, "%.*s", length, text);
        at += length;
        text += length;
        text += strspn(text, " ");
        is_first = false;
    }
    fputc('\n', out);
}

static int find_column(const cli_Option* options) {
    char term[CLI_TERM_ROOM];
    int longest = 0;
    for (const cli_Option* option = options; !cli_is_end(option); option++) {
        if (option->help == NULL) continue;
        cli_format_term(option, term);
        int length = (int)strlen(term);
        if (length > longest && length <= TERM_MAX) longest = length;
    }
    return 2 + longest + 2;
}

static void put_option(FILE* out, const cli_Option* option, int column) {
    char term[CLI_TERM_ROOM];
    cli_format_term(option, term);
    if ((int)strlen(term) <= TERM_MAX)
        fprintf(out, "  %-*s", column - 2, term);
    else
        fprintf(out, "  %s\n%*s", term, column, "");
    put_filled(out, option->help, column, column);
}

static void put_usage(FILE* out, const char* usage) {
    const char* begin = "usage: ";
    for (const char* line = usage; *line != 0; begin = "       ") {
        int length = (int)strcspn(line, "\n");
        fprintf(out, "%s%.*s\n", begin, length, line);
        line += length + (line[length] != 0);
    }
}

void cli_print_help(FILE* out, const cli_Command* command) {
    int column = find_column(command->options);
    put_usage(out, command->usage);
    fprintf(out, "\n%s", command->about);
    if (command->options->heading == NULL) fputc('\n', out);
    for (const cli_Option* option = command->options; !cli_is_end(option); option++) {
        if (option->heading != NULL)
            fprintf(out, "\n%s\n", option->heading);
        else if (option->help != NULL)
            put_option(out, option, column);
    }
    if (command->notes != NULL) fprintf(out, "\n%s", command->notes);
    if (command->status == NULL) return;
    fputs(command->notes == NULL ? "\nExit status: " : "Exit status: ", out);
    put_filled(out, command->status, (int)strlen("Exit status: "), 0);
}
