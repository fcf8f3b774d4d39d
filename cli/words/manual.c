/* SPDX-License-Identifier: MIT */
#include "words/manual.h"

#include "words/command.h"
#include "words/help.h"

#include "vrm/vrm.h"

#include <ctype.h>
#include <string.h>

/* roff gives a special meaning to a backslash, a dash, and a dot or quote at the beginning of a
 * line. */
static void put_roff(FILE* out, const char* text, int length) {
    if (length > 0 && (text[0] == '.' || text[0] == '\'')) fputs("\\&", out);
    for (int i = 0; i < length; i++) {
        if (text[i] == '\\')
            fputs("\\e", out);
        else if (text[i] == '-')
            fputs("\\-", out);
        else
            fputc(text[i], out);
    }
}

/* A string is one line of roff; a blank line of the text parts paragraphs. */
static void put_lines(FILE* out, const char* text) {
    while (*text != 0) {
        int length = (int)strcspn(text, "\n");
        if (length == 0)
            fputs(".PP", out);
        else
            put_roff(out, text, length);
        fputc('\n', out);
        text += length + (text[length] != 0);
    }
}

static void put_option(FILE* out, const cli_Option* option) {
    char term[CLI_TERM_ROOM];
    cli_format_term(option, term);
    fputs(".TP\n.B ", out);
    put_roff(out, term, (int)strlen(term));
    fputc('\n', out);
    put_roff(out, option->help, (int)strlen(option->help));
    fputc('\n', out);
}

static void put_options(FILE* out, const cli_Option* options) {
    for (const cli_Option* option = options; !cli_is_end(option); option++) {
        if (option->heading != NULL)
            fprintf(out, ".SS %s\n", option->heading);
        else if (option->help != NULL)
            put_option(out, option);
    }
}

static void put_status(FILE* out) {
    fputs(".SH EXIT STATUS\n.TP\n.B 0\nsuccess\n.TP\n.B 1\na file is invalid or could not be "
          "used\n.TP\n.B 2\nwrong usage\n.TP\n.B 3\ninput, output or memory failed\n",
          out);
}

static void put_title(FILE* out, const char* name) {
    fputs(".TH VRM", out);
    for (; name != NULL && *name != 0; name++) fputc(toupper((unsigned char)(name[0])), out);
    fputs(" 1 \"\" \"libvrm " VRM_VERSION_TEXT "\" \"User commands\"\n.SH NAME\n", out);
}

static void put_command(FILE* out, const cli_Command* command) {
    char title[64];
    snprintf(title, sizeof title, "-%s", command->name);
    put_title(out, title);
    fprintf(out, "vrm\\-");
    put_roff(out, command->name, (int)strlen(command->name));
    fprintf(out, " \\- %s\n.SH SYNOPSIS\n.nf\n", command->summary);
    put_lines(out, command->usage);
    fputs(".fi\n.SH DESCRIPTION\n", out);
    put_lines(out, command->about);
    put_options(out, command->options);
    if (command->notes != NULL) fputs(".PP\n", out);
    if (command->notes != NULL) put_lines(out, command->notes);
    if (command->status != NULL) fputs(".SH EXIT STATUS\n", out);
    if (command->status != NULL) put_lines(out, command->status);
    if (command->status == NULL) put_status(out);
    fputs(".SH SEE ALSO\n.BR vrm (1)\n", out);
}

void cli_print_man(FILE* out, const cli_Command* const* commands, const cli_Command* command) {
    if (command != NULL) {
        put_command(out, command);
        return;
    }
    put_title(out, NULL);
    fputs("vrm \\- VRM avatars on the command line\n.SH SYNOPSIS\n.B vrm\nCOMMAND [options] "
          "FILE...\n.br\n.B vrm help\nCOMMAND\n.SH DESCRIPTION\nLoads, validates, changes, "
          "animates and draws VRM avatars of every dialect. A folder in place of a FILE stands "
          "for the files in it; \\-o FOLDER/ takes the results of many. \\- is standard input, "
          "and after \\-o standard output.\n.SH COMMANDS\n",
          out);
    for (; *commands != NULL; commands++) {
        fputs(".TP\n.BR vrm\\-", out);
        put_roff(out, (*commands)->name, (int)strlen((*commands)->name));
        fprintf(out, " (1)\n%s\n", (*commands)->summary);
    }
    put_status(out);
    fputs(
        ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nset and not empty: no colours\n.TP\n.B CLICOLOR\n0: no "
        "colours\n.TP\n.B CLICOLOR_FORCE\nset and not 0: colours also where no terminal is\n",
        out);
}
