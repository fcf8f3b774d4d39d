/* SPDX-License-Identifier: MIT */
/* The help of a command is read as it is laid out: usage lines, paragraphs, and options, which are
 * indented by two blanks and begin with a dash; what they mean stands two blanks behind, or in the
 * lines below, indented further. */
#include "manual.h"

#include <ctype.h>
#include <string.h>

/* ---- Lines ---- */

typedef struct Line {
    const char* text;
    int length, indent;
} Line;

/* The next line; false at the end. */
static bool next_line(const char** at, Line* out) {
    if (**at == 0) return false;
    const char* end = strchr(*at, '\n');
    *out = (Line){.text = *at, .length = (int)(end != NULL ? end - *at : (long)strlen(*at))};
    *at += out->length + (end != NULL);
    while (out->indent < out->length && out->text[out->indent] == ' ') out->indent++;
    return true;
}

static bool is_option(const Line* line) {
    return line->indent == 2 && line->length > 3 && line->text[2] == '-' &&
           (line->text[3] == '-' || isalpha((unsigned char)line->text[3]));
}

/* Where the words about an option begin: behind two blanks. */
static int term_length(const Line* line) {
    for (int i = line->indent; i + 1 < line->length; i++)
        if (line->text[i] == ' ' && line->text[i + 1] == ' ') return i;
    return line->length;
}

/* ---- Manual pages ---- */

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

static void put_option(FILE* out, const Line* line) {
    int term = term_length(line), words = term;
    while (words < line->length && line->text[words] == ' ') words++;
    fputs(".TP\n.B ", out);
    put_roff(out, line->text + line->indent, term - line->indent);
    fputc('\n', out);
    if (words < line->length) {
        put_roff(out, line->text + words, line->length - words);
        fputc('\n', out);
    }
}

static void put_body(FILE* out, const char* help) {
    Line line;
    bool is_in_option = false, is_usage = true;
    fputs(".SH SYNOPSIS\n.nf\n", out);
    while (next_line(&help, &line)) {
        if (is_usage && line.length == 0) {
            fputs(".fi\n.SH DESCRIPTION\n", out);
            is_usage = false;
        } else if (is_usage) {
            int skip = strncmp(line.text, "usage: ", 7) == 0 ? 7 : line.indent;
            put_roff(out, line.text + skip, line.length - skip);
            fputc('\n', out);
        } else if (line.length == 0) {
            fputs(".PP\n", out);
            is_in_option = false;
        } else if (is_option(&line)) {
            put_option(out, &line);
            is_in_option = true;
        } else {
            const char* below = help;
            Line next = {0};
            bool is_heading = line.indent == 0 && next_line(&below, &next) && is_option(&next);
            if (is_heading) fputs(".SS ", out);
            if (is_in_option && line.indent < 3) fputs(".PP\n", out);
            if (line.indent < 3) is_in_option = false;
            put_roff(out, line.text + line.indent, line.length - line.indent);
            fputc('\n', out);
        }
    }
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
        put_body(out, command->help);
        put_status(out);
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
}

/* ---- Completions ---- */

/* What the help says of an option: "--output", 'o' or 0, whether a value follows, and the words
 * about it. "--a, --b" are two. */
typedef struct Option {
    const char* command;
    const char* name;
    int length;
    char letter;
    bool has_value;
    const char* words;
    int words_length;
} Option;

typedef void PutOption(FILE* out, const Option* option);

static void each_option(FILE* out, const cli_Command* command, PutOption* put) {
    const char* help = command->help;
    Line line;
    while (next_line(&help, &line)) {
        if (!is_option(&line)) continue;
        int term = term_length(&line), words = term;
        while (words < line.length && line.text[words] == ' ') words++;
        char letter = 0;
        for (int i = line.indent; i < term; i++) {
            bool begins = line.text[i] == '-' && (i == line.indent || line.text[i - 1] == ' ');
            if (!begins) continue;
            if (line.text[i + 1] != '-') {
                letter = line.text[i + 1];
                continue;
            }
            int end = i;
            while (end < term && line.text[end] != ' ' && line.text[end] != ',') end++;
            bool has_value = end + 1 < term && line.text[end] == ' ' && line.text[end + 1] != '-';
            Option option = {.command = command->name,
                             .name = line.text + i,
                             .length = end - i,
                             .letter = letter,
                             .has_value = has_value,
                             .words = line.text + words,
                             .words_length = line.length - words};
            put(out, &option);
            letter = 0;
            i = end;
        }
    }
}

static void put_word(FILE* out, const Option* option) {
    if (option->letter != 0) fprintf(out, " -%c", option->letter);
    fprintf(out, " %.*s", option->length, option->name);
}

static void put_quoted(FILE* out, const char* text, int length, const char* escaped) {
    for (int i = 0; i < length; i++) {
        if (text[i] == '\'')
            fputs("'\\''", out);
        else if (strchr(escaped, text[i]) != NULL)
            fprintf(out, "\\%c", text[i]);
        else
            fputc(text[i], out);
    }
}

static void put_zsh(FILE* out, const Option* option) {
    const char* value = option->has_value ? ":value:_files" : "";
    for (int form = option->letter != 0 ? 0 : 1; form < 2; form++) {
        fputs(" '", out);
        if (form == 0) fprintf(out, "*-%c", option->letter);
        if (form == 1) fprintf(out, "*%.*s", option->length, option->name);
        fputc('[', out);
        put_quoted(out, option->words, option->words_length, "[]:");
        fprintf(out, "]%s'", value);
    }
}

static void put_fish(FILE* out, const Option* option) {
    fprintf(out, "complete -c vrm -n '__fish_seen_subcommand_from %s' -l %.*s", option->command,
            option->length - 2, option->name + 2);
    if (option->letter != 0) fprintf(out, " -s %c", option->letter);
    if (option->has_value) fputs(" -r", out);
    fputs(" -d '", out);
    for (int i = 0; i < option->words_length; i++) {
        if (strchr("'\\", option->words[i]) != NULL) fputc('\\', out);
        fputc(option->words[i], out);
    }
    fputs("'\n", out);
}

static void put_names(FILE* out, const cli_Command* const* commands, int count) {
    for (int i = 0; i < count; i++) fprintf(out, " %s", commands[i]->name);
    fputs(" help version", out);
}

static void print_bash(FILE* out, const cli_Command* const* commands, int count) {
    fputs("# bash completion for vrm\n_vrm() {\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} words=\n"
          "    COMPREPLY=()\n"
          "    if [ \"$COMP_CWORD\" -eq 1 ] || [ \"$command\" = help ]; then\n"
          "        words='",
          out);
    put_names(out, commands, count);
    fputs("'\n    elif [ \"${word#-}\" != \"$word\" ]; then\n        case $command in\n", out);
    for (int i = 0; i < count; i++) {
        fprintf(out, "        %s) words='", commands[i]->name);
        each_option(out, commands[i], put_word);
        fputs(" --help' ;;\n", out);
    }
    fputs("        esac\n    else\n        COMPREPLY=($(compgen -f -- \"$word\"))\n"
          "        return\n    fi\n    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n}\n"
          "complete -o filenames -F _vrm vrm\n",
          out);
}

static void print_zsh(FILE* out, const cli_Command* const* commands, int count) {
    fputs("#compdef vrm\n_vrm() {\n    local -a commands\n    commands=(\n", out);
    for (int i = 0; i < count; i++) {
        fprintf(out, "        '%s:", commands[i]->name);
        put_quoted(out, commands[i]->summary, (int)strlen(commands[i]->summary), ":");
        fputs("'\n", out);
    }
    fputs("        'help:say all about a command'\n        'version:say which one it is'\n    )\n"
          "    if (( CURRENT == 2 )); then\n        _describe command commands\n        return\n"
          "    fi\n    local command=$words[2]\n    shift words\n    (( CURRENT-- ))\n"
          "    case $command in\n    help) _describe command commands ;;\n",
          out);
    for (int i = 0; i < count; i++) {
        fprintf(out, "    %s) _arguments", commands[i]->name);
        each_option(out, commands[i], put_zsh);
        fputs(" '*:file:_files' ;;\n", out);
    }
    fputs("    esac\n}\n_vrm \"$@\"\n", out);
}

static void print_fish(FILE* out, const cli_Command* const* commands, int count) {
    fputs("# fish completion for vrm\n", out);
    for (int i = 0; i < count; i++) {
        fprintf(out, "complete -c vrm -f -n __fish_use_subcommand -a %s -d '", commands[i]->name);
        put_quoted(out, commands[i]->summary, (int)strlen(commands[i]->summary), "");
        fputs("'\n", out);
    }
    fputs("complete -c vrm -f -n __fish_use_subcommand -a 'help version'\n"
          "complete -c vrm -f -n '__fish_seen_subcommand_from help' -a '",
          out);
    put_names(out, commands, count);
    fputs("'\n", out);
    for (int i = 0; i < count; i++) {
        each_option(out, commands[i], put_fish);
    }
}

bool cli_print_completion(FILE* out, const cli_Command* const* commands, int count,
                          const char* shell) {
    if (strcmp(shell, "bash") == 0)
        print_bash(out, commands, count);
    else if (strcmp(shell, "zsh") == 0)
        print_zsh(out, commands, count);
    else if (strcmp(shell, "fish") == 0)
        print_fish(out, commands, count);
    else
        return false;
    return true;
}
