/* SPDX-License-Identifier: MIT */
#include "words/option.h"

#include <ctype.h>
#include <string.h>

const cli_Option* cli_find_option(const cli_Option* options, const char* name, size_t length) {
    for (const cli_Option* option = options; !cli_is_end(option); option++)
        if (option->name != NULL && strlen(option->name) == length &&
            strncmp(option->name, name, length) == 0)
            return option;
    return NULL;
}

int cli_name_index(const cli_Option* option, const char* word) {
    const char* name;
    for (int i = 0; (name = option->name_at(option->names, i)) != NULL; i++)
        if (strcmp(name, word) == 0) return i;
    return -1;
}

void cli_explain_names(const cli_Option* option, const char* word, char* out, size_t size) {
    char hint[CLI_HINT_ROOM];
    const char* name;
    size_t used = (size_t)snprintf(out, size, "%s is ", option->name);
    for (int i = 0; (name = option->name_at(option->names, i)) != NULL && used < size; i++) {
        bool is_last = option->name_at(option->names, i + 1) == NULL;
        const char* gap = i == 0 ? "" : is_last ? " or " : ", ";
        used += (size_t)snprintf(out + used, size - used, "%s%s", gap, name);
    }
    (void)cli_did_you_mean(word, option->name_at, option->names, hint);
    if (isdigit((unsigned char)word[0])) hint[0] = 0; /* another number is no slip of the finger */
    if (used < size)
        snprintf(out + used, size - used, ", not %s%s", word[0] != 0 ? word : "empty", hint);
}

bool cli_names_file(const cli_Option* option) {
    static const char* const words[] = {"OUT",    "FILE",   "FOLDER", "PICTURE", "CLIP",
                                        "SCRIPT", "MOTION", "AVATAR", "SOUND"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (option->value != NULL && strcmp(option->value, words[i]) == 0) return true;
    return false;
}
