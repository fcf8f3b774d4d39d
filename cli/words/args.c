/* SPDX-License-Identifier: MIT */
#include "words/args.h"

#include "words/cores.h"
#include "words/output.h"
#include "words/terminal_color.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* An option that stands on the command line. Flags are kept once. */
typedef struct cli_Given {
    const cli_Option* option;
    const char* word; /* NULL for a flag */
} cli_Given;

int cli_usage_error(const char* command, const char* format, ...) {
    va_list args;
    va_start(args, format);
    cli_put_message(stderr, command, NULL, format, args);
    va_end(args);
    fprintf(stderr, "Try `vrm help %s`.\n", command);
    return CLI_USAGE;
}

/* ---- What was given ---- */

static const cli_Option* find(const cli_Args* args, const char* name) {
    return cli_find_option(args->options, name, strlen(name));
}

static const cli_Given* next_given(const cli_Args* args, const cli_Option* option,
                                   const cli_Given* before) {
    const cli_Given* end = args->given + args->given_count;
    for (const cli_Given* given = before == NULL ? args->given : before + 1; given < end; given++)
        if (given->option == option) return given;
    return NULL;
}

const cli_Option* cli_option(const cli_Args* args, const char* name) {
    const cli_Option* option = find(args, name);
    assert(option != NULL);
    return option;
}

bool cli_has(const cli_Args* args, const char* option) {
    return next_given(args, cli_option(args, option), NULL) != NULL;
}

const char* cli_word(const cli_Args* args, const char* option) {
    assert(cli_option(args, option)->value != NULL);
    const cli_Given* given = next_given(args, cli_option(args, option), NULL);
    return given != NULL ? given->word : NULL;
}

int cli_words(const cli_Args* args, const char* option, const char** out) {
    int count = 0;
    const cli_Option* row = cli_option(args, option);
    assert(row->most > 0);
    for (const cli_Given* g = NULL; (g = next_given(args, row, g)) != NULL;) out[count++] = g->word;
    return count;
}

int cli_choice(const cli_Args* args, const char* option) {
    const char* word = cli_word(args, option);
    return word != NULL ? cli_name_index(cli_option(args, option), word) : 0;
}

/* ---- Reading ---- */

typedef struct Words {
    char** list;
    int count, at;
} Words;

static int count_given(const cli_Args* args, const cli_Option* option) {
    int count = 0;
    for (const cli_Given* g = NULL; (g = next_given(args, option, g)) != NULL;) count++;
    return count;
}

static void keep(cli_Args* args, const cli_Option* option, const char* word) {
    args->given[args->given_count++] = (cli_Given){option, word};
}

static void keep_flag(cli_Args* args, const cli_Option* option) {
    if (next_given(args, option, NULL) == NULL) keep(args, option, NULL);
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
static int keep_value(cli_Args* args, const cli_Option* option, const char* value) {
    char why[512];
    const cli_Given* before = next_given(args, option, NULL);
    value = plain_value(value);
    if (option->kind == CLI_NAMES_CLOSED && cli_name_index(option, value) < 0) {
        cli_explain_names(option, value, why, sizeof why);
        return cli_usage_error(args->command, "%s", why);
    }
    if (option->most == 0 && before != NULL)
        return cli_usage_error(args->command, "%s is given twice: %s and %s", option->name,
                               before->word, value);
    if (option->most > 0 && count_given(args, option) == option->most)
        return cli_usage_error(args->command, "%s may be given at most %d time%s", option->name,
                               (int)option->most, cli_s((uint64_t)option->most));
    keep(args, option, value);
    return CLI_OK;
}

static const char* shown_name_at(const void* options, int index) {
    for (const cli_Option* option = options; !cli_is_end(option); option++)
        if (option->name != NULL && index-- == 0) return option->name;
    return NULL;
}

static int refuse_option(const cli_Args* args, const char* word) {
    char hint[CLI_HINT_ROOM];
    return cli_usage_error(args->command, "unknown option %s%s", word,
                           cli_did_you_mean(word, shown_name_at, args->options, hint));
}

/* The value of an option: what is attached to it, else the next word. */
static int take_value(cli_Args* args, const cli_Option* option, const char* name,
                      const char* attached, Words* words) {
    if (attached == NULL && words->at + 1 >= words->count)
        return cli_usage_error(args->command, "%s needs a value", name);
    return keep_value(args, option, attached != NULL ? attached : words->list[++words->at]);
}

/* --name, --name VALUE or --name=VALUE */
static int take_long(cli_Args* args, Words* words) {
    const char* word = words->list[words->at];
    const char* equals = strchr(word, '=');
    size_t length = equals != NULL ? (size_t)(equals - word) : strlen(word);
    const cli_Option* option = cli_find_option(args->options, word, length);
    if (option == NULL) return refuse_option(args, word);
    if (option->advice != NULL)
        return cli_usage_error(args->command, "unknown option %s; %s", option->name,
                               option->advice);
    if (option->value != NULL)
        return take_value(args, option, word, equals != NULL ? equals + 1 : NULL, words);
    if (equals != NULL) return cli_usage_error(args->command, "%s takes no value", option->name);
    keep_flag(args, option);
    return CLI_OK;
}

static const cli_Option* find_letter(const cli_Option* options, char letter) {
    for (const cli_Option* option = options; !cli_is_end(option); option++)
        if (option->letter == letter) return option;
    return NULL;
}

/* -q, -qr (several flags), -j 4 or -j4 */
static int take_letters(cli_Args* args, Words* words) {
    const char* word = words->list[words->at];
    for (const char* letter = word + 1; *letter != 0; letter++) {
        const cli_Option* option = find_letter(args->options, *letter);
        if (option == NULL) return refuse_option(args, word);
        if (option->value != NULL)
            return take_value(args, option, word, letter[1] != 0 ? letter + 1 : NULL, words);
        keep_flag(args, option);
    }
    return CLI_OK;
}

/* ---- Options that act on all commands alike ---- */

static int take_limits(const cli_Args* args) {
    const char *words[CLI_LIMITS_MAX], *why;
    int count = cli_words(args, "--limit", words);
    for (int i = 0; i < count; i++)
        if (!cli_choose_limit(words[i], &why))
            return cli_usage_error(args->command, "--limit %s: %s", words[i], why);
    return CLI_OK;
}

static int take_jobs(cli_Args* args) {
    const char* word = find(args, "--jobs") != NULL ? cli_word(args, "--jobs") : NULL;
    int32_t count;
    if (word == NULL) return CLI_OK;
    if (!cli_parse_count(word, &count) || count > CLI_JOBS_MAX)
        return cli_usage_error(
            args->command, "--jobs takes a number up to %d; 0 is one for each core", CLI_JOBS_MAX);
    if (count == 0) count = cli_core_count();
    args->jobs = count < CLI_JOBS_MAX ? count : CLI_JOBS_MAX;
    return CLI_OK;
}

static int take_common(cli_Args* args) {
    if (cli_has(args, "--color")) cli_choose_colors((cli_ColorMode)cli_choice(args, "--color"));
    args->is_unconfined = cli_has(args, "--no-sandbox");
    int status = take_limits(args);
    return status == CLI_OK ? take_jobs(args) : status;
}

static size_t count_options(const cli_Option* options) {
    size_t count = 0;
    while (!cli_is_end(&options[count])) count++;
    return count;
}

int cli_parse(int argc, char** argv, const cli_Option* options, cli_Args* out) {
    *out = (cli_Args){.command = argv[0], .options = options, .files = argv + 1};
    /* Flags are kept once, and each value takes a word. */
    out->given = calloc((size_t)argc + count_options(options), sizeof *out->given);
    if (out->given == NULL) return cli_result_error(argv[0], "memory", VRM_ERR_MEMORY, NULL);
    Words words = {.list = argv, .count = argc, .at = 1};
    bool options_ended = false;
    for (; words.at < argc; words.at++) {
        char* word = argv[words.at];
        int status = CLI_OK;
        if (!options_ended && strcmp(word, "--") == 0)
            options_ended = true;
        else if (options_ended || word[0] != '-' || word[1] == 0)
            out->files[out->file_count++] = word; /* never past `at`: files only move down */
        else
            status = word[1] == '-' ? take_long(out, &words) : take_letters(out, &words);
        if (status != CLI_OK) return status;
    }
    return take_common(out);
}

void cli_args_release(cli_Args* args) {
    free(args->given);
    for (int i = 0; args->owned != NULL && i < args->file_count; i++) free(args->owned[i]);
    if (args->owned != NULL) free(args->files);
    free(args->owned);
}

bool cli_parse_between(const char* text, double least, double most, double* out) {
    char* end;
    if (text == NULL) return true;
    double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value >= least && value <= most)) return false;
    *out = value;
    return true;
}

bool cli_parse_count(const char* text, int32_t* out) {
    char* end;
    long long value = strtoll(text, &end, 10); /* a long of Windows ends where the count does */
    if (end == text || *end != 0 || value < 0 || value > INT32_MAX) return false;
    *out = (int32_t)value;
    return true;
}
