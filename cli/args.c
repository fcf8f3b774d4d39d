/* SPDX-License-Identifier: MIT */
#include "cli.h"
#include "color.h"
#include "jobs_workers.h"
#include "limit_option.h"
#include "suggest.h"
#include "values.h"

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

/* Standard output under another name is the same: what is printed must not go into the file. */
static const char* plain_value(const char* value) {
    static const char* const names[] = {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(value, names[i]) == 0) return "-";
    return value;
}

/* An option that is not a list may be given once: which of two values was meant would be
 * unclear. */
static bool take_value(const cli_Args* args, const cli_Option* option, const char* value) {
    char why[512];
    value = plain_value(value);
    if (!cli_takes_value(args->command, option->name, value, why, sizeof why)) {
        cli_usage_error(args->command, "%s", why);
        return false;
    }
    if (option->value != NULL) {
        if (*option->value != NULL) {
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

/* Those of the command, then those that all have. */
static const char* option_name_at(const void* ctx, int index) {
    const OptionList* list = ctx;
    if (index < list->count) return list->options[index].name;
    static const char* const common[] = {"--color", "--limit", NULL};
    return common[index - list->count];
}

static bool refuse_option(const cli_Args* args, const OptionList* list, const char* word) {
    char hint[CLI_HINT_ROOM];
    cli_usage_error(args->command, "unknown option %s%s", word,
                    cli_did_you_mean(word, option_name_at, list, hint));
    return false;
}

typedef struct Words {
    char** list;
    int count, at;
    const char* color;
} Words;

/* The value of an option: what is attached to it, else the next word. */
static bool take_option_value(const cli_Args* args, const cli_Option* option, const char* name,
                              const char* attached, Words* words) {
    if (attached == NULL && words->at + 1 >= words->count) {
        cli_usage_error(args->command, "%s needs a value", name);
        return false;
    }
    return take_value(args, option, attached != NULL ? attached : words->list[++words->at]);
}

/* --name, --name VALUE or --name=VALUE */
static bool take_long(const cli_Args* args, const OptionList* list, Words* words) {
    const char* word = words->list[words->at];
    const char* equals = strchr(word, '=');
    size_t length = equals != NULL ? (size_t)(equals - word) : strlen(word);
    const char *limit = NULL, *why; /* each names a limit of its own: it may be repeated */
    const cli_Option common[] = {{.name = "--color", .value = &words->color},
                                 {.name = "--limit", .value = &limit}};
    const cli_Option* option = find_long(list->options, list->count, word, length);
    if (option == NULL) option = find_long(common, 2, word, length);
    if (option == NULL) return refuse_option(args, list, word);
    if (option->flag != NULL) {
        *option->flag = true;
        if (equals == NULL) return true;
        cli_usage_error(args->command, "%s takes no value", option->name);
        return false;
    }
    if (!take_option_value(args, option, word, equals != NULL ? equals + 1 : NULL, words))
        return false;
    bool is_color = option == &common[0], is_limit = option == &common[1];
    if (is_color)
        cli_choose_colors((cli_ColorMode)cli_value_index(args->command, "--color", words->color));
    if (is_limit && !cli_choose_limit(limit, &why)) {
        cli_usage_error(args->command, "--limit %s: %s", limit, why);
        return false;
    }
    return true;
}

/* -q, -qr (several flags), -j 4 or -j4 */
static bool take_letters(const cli_Args* args, const OptionList* list, Words* words) {
    const char* word = words->list[words->at];
    for (const char* letter = word + 1; *letter != 0; letter++) {
        const cli_Option* option = find_short(list->options, list->count, *letter);
        if (option == NULL) return refuse_option(args, list, word);
        if (option->flag == NULL)
            return take_option_value(args, option, word, letter[1] != 0 ? letter + 1 : NULL, words);
        *option->flag = true;
    }
    return true;
}

/* The number of jobs that a word asks for; false when it is no such number. */
static bool parse_jobs(const char* word, int* out) {
    int32_t count;
    if (!cli_parse_count(word, &count) || count > CLI_JOBS_MAX) return false;
    *out = count > 0 ? count : jobs_core_count();
    return true;
}

bool cli_parse(int argc, char** argv, const cli_Option* options, int option_count, cli_Args* out) {
    *out = (cli_Args){.command = argv[0], .files = argv + 1};
    const OptionList list = {options, option_count};
    Words words = {.list = argv, .count = argc, .at = 1};
    bool options_ended = false;
    for (; words.at < argc; words.at++) {
        char* word = argv[words.at];
        if (!options_ended && strcmp(word, "--") == 0) {
            options_ended = true;
        } else if (options_ended || word[0] != '-' || word[1] == 0) {
            out->files[out->file_count++] = word; /* never past `at`: files only move down */
        } else if (!(word[1] == '-' ? take_long(out, &list, &words)
                                    : take_letters(out, &list, &words))) {
            return false;
        }
    }
    if (out->jobs_word == NULL || parse_jobs(out->jobs_word, &out->jobs)) return true;
    cli_usage_error(out->command, "--jobs takes a number up to %d; 0 is one for each core",
                    CLI_JOBS_MAX);
    return false;
}

bool cli_parse_count(const char* text, int32_t* out) {
    char* end;
    long long value = strtoll(text, &end, 10); /* a long of Windows ends where the count does */
    if (end == text || *end != 0 || value < 0 || value > INT32_MAX) return false;
    *out = (int32_t)value;
    return true;
}
