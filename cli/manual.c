/* SPDX-License-Identifier: MIT */
#include "manual.h"

#include "help_text.h"

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

static void put_option(FILE* out, const help_Line* line) {
    int term = help_term_length(line), words = term;
    while (words < line->length && line->text[words] == ' ') words++;
    fputs(".TP\n.B ", out);
    put_roff(out, line->text + line->indent, term - line->indent);
    fputc('\n', out);
    if (words < line->length) {
        put_roff(out, line->text + words, line->length - words);
        fputc('\n', out);
    }
}

#define STATUS "Exit status: "

/* Returns whether the help says what the exit statuses mean. */
static bool put_body(FILE* out, const char* help) {
    help_Line line;
    bool is_in_option = false, is_usage = true, is_parted = false, has_status = false;
    fputs(".SH SYNOPSIS\n.nf\n", out);
    while (help_next_line(&help, &line)) {
        if (is_usage && line.length == 0) {
            fputs(".fi\n.SH DESCRIPTION\n", out);
            is_usage = false;
        } else if (is_usage) {
            int skip = strncmp(line.text, "usage: ", 7) == 0 ? 7 : line.indent;
            put_roff(out, line.text + skip, line.length - skip);
            fputc('\n', out);
        } else if (line.length == 0) {
            is_parted = true;
            is_in_option = false;
        } else if (help_is_option(&line)) {
            put_option(out, &line);
            is_parted = false;
            is_in_option = true;
        } else if (strncmp(line.text, STATUS, strlen(STATUS)) == 0) {
            int skip = (int)strlen(STATUS);
            fputs(".SH EXIT STATUS\n", out);
            put_roff(out, line.text + skip, line.length - skip);
            fputc('\n', out);
            has_status = true;
            is_parted = false;
        } else {
            const char* below = help;
            help_Line next = {0};
            bool is_heading =
                line.indent == 0 && help_next_line(&below, &next) && help_is_option(&next);
            is_parted |= is_in_option && line.indent < 3;
            if (is_heading)
                fputs(".SS ", out);
            else if (is_parted)
                fputs(".PP\n", out);
            is_parted = false;
            if (line.indent < 3) is_in_option = false;
            put_roff(out, line.text + line.indent, line.length - line.indent);
            fputc('\n', out);
        }
    }
    return has_status;
}

static void put_status(FILE* out) {
    fputs(".SH EXIT STATUS\n.TP\n.B 0\nall went well\n.TP\n.B 1\na file is invalid or could not be "
          "used\n.TP\n.B 2\nwrong usage\n.TP\n.B 3\ninput/output or memory failed\n",
          out);
}

static void put_title(FILE* out, const char* name) {
    fputs(".TH VRM", out);
    for (; name != NULL && *name != 0; name++) fputc(toupper((unsigned char)(name[0])), out);
    fputs(" 1 \"\" \"libvrm " VRM_VERSION_TEXT "\" \"User commands\"\n.SH NAME\n", out);
}

void cli_print_man(FILE* out, const cli_Command* const* commands, int count,
                   const cli_Command* command) {
    char title[64] = "";
    if (command != NULL) {
        snprintf(title, sizeof title, "-%s", command->name);
        put_title(out, title);
        fprintf(out, "vrm\\-");
        put_roff(out, command->name, (int)strlen(command->name));
        fprintf(out, " \\- %s\n", command->summary);
        if (!put_body(out, command->help)) put_status(out);
        fputs(".SH SEE ALSO\n.BR vrm (1)\n", out);
        return;
    }
    put_title(out, NULL);
    fputs("vrm \\- VRM avatars on the command line\n.SH SYNOPSIS\n.B vrm\nCOMMAND [options] "
          "FILE...\n.br\n.B vrm help\nCOMMAND\n.SH DESCRIPTION\nLoads, validates, changes, "
          "animates and draws VRM avatars of every dialect. A folder in place of a FILE stands "
          "for the files in it; \\-o FOLDER/ takes the results of many. \\- is standard input, "
          "and after \\-o standard output.\n.SH COMMANDS\n",
          out);
    for (int i = 0; i < count; i++) {
        fputs(".TP\n.BR vrm\\-", out);
        put_roff(out, commands[i]->name, (int)strlen(commands[i]->name));
        fprintf(out, " (1)\n%s\n", commands[i]->summary);
    }
    put_status(out);
    fputs(
        ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nset and not empty: no colours\n.TP\n.B CLICOLOR\n0: no "
        "colours\n.TP\n.B CLICOLOR_FORCE\nset and not 0: colours also where no terminal is\n",
        out);
}
