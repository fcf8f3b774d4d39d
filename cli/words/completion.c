/* SPDX-License-Identifier: MIT */
#include "words/completion.h"

#include "words/command.h"

#include <string.h>

#define SHELLS "bash zsh fish"

/* ---- Values ---- */

/* With blanks between them; a key is followed by "=". */
static void put_values(FILE* out, const cli_Option* option) {
    const char *name, *end = option->kind == CLI_NAMES_KEYS ? "=" : "";
    for (int i = 0; (name = option->name_at(option->names, i)) != NULL; i++)
        fprintf(out, "%s%s%s", i > 0 ? " " : "", name, end);
}

static void put_names(FILE* out, const cli_Command* const* commands) {
    for (; *commands != NULL; commands++) fprintf(out, " %s", (*commands)->name);
    fputs(" help version", out);
}

/* Within quotes. */
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

/* The length of the first clause of a text: completions have one line. */
static int first_clause(const char* text) {
    for (int i = 0; text[i] != 0; i++)
        if ((text[i] == ';' || text[i] == '.') && (text[i + 1] == ' ' || text[i + 1] == 0))
            return i;
    return (int)strlen(text);
}

typedef void OptionFn(FILE* out, const cli_Command* command, const cli_Option* option);

static void each_option(FILE* out, const cli_Command* command, OptionFn* put) {
    for (const cli_Option* option = command->options; !cli_is_end(option); option++)
        if (option->help != NULL) put(out, command, option);
}

/* ---- bash ---- */

static void put_bash_word(FILE* out, const cli_Command* command, const cli_Option* option) {
    (void)command;
    if (option->letter != 0) fprintf(out, " -%c", option->letter);
    fprintf(out, " %s", option->name);
}

/* A branch for the word behind an option. */
static void put_bash_value(FILE* out, const cli_Command* command, const cli_Option* option) {
    if (option->value == NULL) return;
    fprintf(out, "    %s:%s", command->name, option->name);
    if (option->letter != 0) fprintf(out, " | %s:-%c", command->name, option->letter);
    if (option->kind != CLI_NAMES_NONE) {
        fprintf(out, ") kind=%s words='", option->kind == CLI_NAMES_KEYS ? "keys" : "words");
        put_values(out, option);
        fputs("' ;;\n", out);
    } else {
        fprintf(out, ") kind=%s ;;\n", cli_names_file(option) ? "files" : "none");
    }
}

/* "--option=word" comes as three words. Names of files may hold blanks: they are read line by line.
 * compopt works only within a completion. */
static void print_bash(FILE* out, const cli_Command* const* commands) {
    fputs("# bash completion for vrm\n"
          "_vrm_reply() {\n"
          "    local line\n"
          "    COMPREPLY=()\n"
          "    while IFS= read -r line; do COMPREPLY+=(\"$line\"); done\n"
          "}\n"
          "_vrm() {\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
          "    local command=${COMP_WORDS[1]} kind= words=\n"
          "    if [ \"$word\" = = ]; then\n"
          "        word=\n"
          "    elif [ \"$before\" = = ]; then\n"
          "        before=${COMP_WORDS[COMP_CWORD-2]}\n"
          "    fi\n"
          "    case $command:$before in\n"
          "    help:--completion) kind=words words='" SHELLS "' ;;\n",
          out);
    for (int i = 0; commands[i] != NULL; i++) each_option(out, commands[i], put_bash_value);
    fputs("    esac\n"
          "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
          "        kind=words words='",
          out);
    put_names(out, commands);
    fputs("'\n"
          "    elif [ -z \"$kind\" ] && [ \"$command\" = help ]; then\n"
          "        kind=words words='--man --completion",
          out);
    put_names(out, commands);
    fputs("'\n"
          "    elif [ -z \"$kind\" ] && [ \"${word#-}\" != \"$word\" ]; then\n"
          "        kind=words\n"
          "        case $command in\n"
          "        version) words=--verbose ;;\n",
          out);
    for (int i = 0; commands[i] != NULL; i++) {
        fprintf(out, "        %s) words='", commands[i]->name);
        each_option(out, commands[i], put_bash_word);
        fputs(" --help' ;;\n", out);
    }
    fputs("        esac\n"
          "    fi\n"
          "    COMPREPLY=()\n"
          "    case $kind in\n"
          "    none) ;;\n"
          "    words) _vrm_reply < <(compgen -W \"$words\" -- \"$word\") ;;\n"
          "    keys)\n"
          "        compopt -o nospace 2>/dev/null\n"
          "        _vrm_reply < <(compgen -W \"$words\" -- \"$word\")\n"
          "        ;;\n"
          "    *)\n"
          "        compopt -o filenames 2>/dev/null\n"
          "        _vrm_reply < <(compgen -f -- \"$word\")\n"
          "        ;;\n"
          "    esac\n"
          "}\n"
          "complete -F _vrm vrm\n",
          out);
}

/* ---- zsh ---- */

/* The part behind the words about an option; a blank alone offers nothing. */
static void put_zsh_value(FILE* out, const cli_Option* option) {
    if (option->value == NULL) return;
    if (option->kind == CLI_NAMES_NONE) {
        fputs(cli_names_file(option) ? ":file:_files" : ":value: ", out);
    } else if (option->kind == CLI_NAMES_KEYS) {
        fputs(":value:{compadd -S \"\" -- ", out);
        put_values(out, option);
        fputc('}', out);
    } else {
        fputs(":value:(", out);
        put_values(out, option);
        fputc(')', out);
    }
}

/* The value of a long option follows it as a word or behind "=", that of a short one as a word or
 * at once. */
static void put_zsh(FILE* out, const cli_Command* command, const cli_Option* option) {
    (void)command;
    bool has_value = option->value != NULL;
    for (int form = option->letter != 0 ? 0 : 1; form < 2; form++) {
        fputs(" '*", out);
        if (form == 0) fprintf(out, "-%c%s", option->letter, has_value ? "+" : "");
        if (form == 1) fprintf(out, "%s%s", option->name, has_value ? "=" : "");
        fputc('[', out);
        put_quoted(out, option->help, first_clause(option->help), "[]:");
        fputc(']', out);
        put_zsh_value(out, option);
        fputc('\'', out);
    }
}

static void print_zsh(FILE* out, const cli_Command* const* commands) {
    fputs("#compdef vrm\n_vrm() {\n    local -a commands\n    commands=(\n", out);
    for (int i = 0; commands[i] != NULL; i++) {
        fprintf(out, "        '%s:", commands[i]->name);
        put_quoted(out, commands[i]->summary, (int)strlen(commands[i]->summary), ":");
        fputs("'\n", out);
    }
    fputs("        'help:say all about a command'\n        'version:say which one it is'\n    )\n"
          "    if (( CURRENT == 2 )); then\n        _describe command commands\n        return\n"
          "    fi\n    local command=$words[2]\n    shift words\n    (( CURRENT-- ))\n"
          "    case $command in\n"
          "    help) _arguments '--man[a manual page]' '--completion=[for a shell]:shell:(" SHELLS
          ")' '*:command:(",
          out);
    put_names(out, commands);
    fputs(")' ;;\n    version) _arguments '--verbose[kernels and sandbox too]' ;;\n", out);
    for (int i = 0; commands[i] != NULL; i++) {
        fprintf(out, "    %s) _arguments", commands[i]->name);
        each_option(out, commands[i], put_zsh);
        fputs(" '*:file:_files' ;;\n", out);
    }
    fputs("    esac\n}\n_vrm \"$@\"\n", out);
}

/* ---- fish ---- */

/* -r: a value is needed; -x: and no file is offered for it. */
static void put_fish(FILE* out, const cli_Command* command, const cli_Option* option) {
    fprintf(out, "complete -c vrm -n '__fish_seen_subcommand_from %s' -l %s", command->name,
            option->name + 2);
    if (option->letter != 0) fprintf(out, " -s %c", option->letter);
    if (option->value != NULL) fputs(cli_names_file(option) ? " -r" : " -x", out);
    if (option->kind != CLI_NAMES_NONE) {
        fputs(" -a '", out);
        put_values(out, option);
        fputc('\'', out);
    }
    fputs(" -d '", out);
    for (int i = 0; i < first_clause(option->help); i++) {
        if (strchr("'\\", option->help[i]) != NULL) fputc('\\', out);
        fputc(option->help[i], out);
    }
    fputs("'\n", out);
}

static void print_fish(FILE* out, const cli_Command* const* commands) {
    fputs("# fish completion for vrm\n", out);
    for (int i = 0; commands[i] != NULL; i++) {
        fprintf(out, "complete -c vrm -f -n __fish_use_subcommand -a %s -d '", commands[i]->name);
        put_quoted(out, commands[i]->summary, (int)strlen(commands[i]->summary), "");
        fputs("'\n", out);
    }
    fputs("complete -c vrm -f -n __fish_use_subcommand -a 'help version'\n"
          "complete -c vrm -f -n '__fish_seen_subcommand_from help' -a '",
          out);
    put_names(out, commands);
    fputs("'\n"
          "complete -c vrm -n '__fish_seen_subcommand_from help' -l man\n"
          "complete -c vrm -n '__fish_seen_subcommand_from help' -l completion -x -a '" SHELLS "'\n"
          "complete -c vrm -n '__fish_seen_subcommand_from version' -l verbose\n",
          out);
    for (int i = 0; commands[i] != NULL; i++) each_option(out, commands[i], put_fish);
}

bool cli_print_completion(FILE* out, const cli_Command* const* commands, const char* shell) {
    if (strcmp(shell, "bash") == 0)
        print_bash(out, commands);
    else if (strcmp(shell, "zsh") == 0)
        print_zsh(out, commands);
    else if (strcmp(shell, "fish") == 0)
        print_fish(out, commands);
    else
        return false;
    return true;
}
