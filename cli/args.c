/* SPDX-License-Identifier: MIT */
#include "cli.h"
#include "suggest.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

int cli_usage_error(const char* command, const char* format, ...) {
    va_list args;
    va_start(args, format);
    cli_put_message(stderr, command, NULL, format, args);
    va_end(args);
    fprintf(stderr, "Try `vrm help %s`.\n", command);
    return CLI_USAGE;
}

static const cli_Option* find_long(const cli_Option* options, int count, const char* word,
                                   size_t length) {
    for (int i = 0; i < count; i++)
        if (strlen(options[i].name) == length && strncmp(options[i].name, word, length) == 0)
            return &options[i];
    return NULL;
}

static const cli_Option* find_short(const cli_Option* options, int count, char letter) {
    for (int i = 0; i < count; i++)
        if (options[i].letter == letter && letter != 0) return &options[i];
    return NULL;
}

static bool take_value(const cli_Args* args, const cli_Option* option, const char* value) {
    if (option->value != NULL) {
        if (option->is_single && *option->value != NULL) {
            cli_usage_error(args->command, "%s is given twice: %s and %s", option->name,
                            *option->value, value);
            return false;
        }
        *option->value = value;
        return true;
    }
    if (*option->value_count == option->value_capacity) {
        cli_usage_error(args->command, "too many %s", option->name);
        return false;
    }
    option->values[(*option->value_count)++] = value;
    return true;
}

typedef struct OptionList {
    const cli_Option* options;
    int count;
} OptionList;

static const char* option_name_at(const void* ctx, int index) {
    const OptionList* list = ctx;
    return index < list->count ? list->options[index].name : NULL;
}

/* One word that begins with '-'; *at moves on when the option takes the next word. */
static bool take_option(const cli_Args* args, const cli_Option* options, int option_count, int argc,
                        char** argv, int* at) {
    const char* word = argv[*at];
    const char* equals = strchr(word, '=');
    bool is_long = word[1] == '-';
    const cli_Option* option =
        is_long ? find_long(options, option_count, word,
                            equals != NULL ? (size_t)(equals - word) : strlen(word))
                : (word[2] == 0 ? find_short(options, option_count, word[1]) : NULL);
    if (option == NULL) {
        char hint[CLI_HINT_ROOM];
        OptionList list = {options, option_count};
        cli_usage_error(args->command, "unknown option %s%s", word,
                        cli_did_you_mean(word, option_name_at, &list, hint));
        return false;
    }
    if (option->flag != NULL) {
        if (is_long && equals != NULL) {
            cli_usage_error(args->command, "%s takes no value", option->name);
            return false;
        }
        *option->flag = true;
        return true;
    }
    if (is_long && equals != NULL) return take_value(args, option, equals + 1);
    if (*at + 1 >= argc) {
        cli_usage_error(args->command, "%s needs a value", word);
        return false;
    }
    return take_value(args, option, argv[++*at]);
}

bool cli_parse(int argc, char** argv, const cli_Option* options, int option_count, cli_Args* out) {
    *out = (cli_Args){.command = argv[0], .files = argv + 1};
    bool options_ended = false;
    for (int at = 1; at < argc; at++) {
        char* word = argv[at];
        if (!options_ended && strcmp(word, "--") == 0) {
            options_ended = true;
        } else if (options_ended || word[0] != '-' || word[1] == 0) {
            out->files[out->file_count++] = word; /* never past `at`: files only move down */
        } else if (!take_option(out, options, option_count, argc, argv, &at)) {
            return false;
        }
    }
    return true;
}

bool cli_parse_count(const char* text, int32_t* out) {
    char* end;
    long value = strtol(text, &end, 10);
    if (end == text || *end != 0 || value < 0 || value > INT32_MAX) return false;
    *out = (int32_t)value;
    return true;
}
