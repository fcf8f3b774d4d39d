/* SPDX-License-Identifier: MIT */
#include "values.h"

#include "limit_option.h"
#include "meta_keys.h"

#include "vrm/diff.h"

#include <ctype.h>
#include <string.h>

static const char* rule_at(const void* ctx, int index) {
    (void)ctx;
    return index < vrm_rule_count() ? vrm_rule_get(index).code : NULL;
}

static const char* diff_part_at(const void* ctx, int index) {
    (void)ctx;
    return index < VRM_DIFF_PART_COUNT ? vrm_diff_part_name((vrm_DiffPart)index) : NULL;
}

/* ---- The table: the order is that of the enumerations which the commands make of them ---- */

#define LIST(...)                                                                                  \
    cli_name_of_list, (const char* const[]) {                                                      \
        __VA_ARGS__, NULL                                                                          \
    }

static const cli_Values table[] = {
    {NULL, "--color", CLI_VALUES_CLOSED, LIST("auto", "always", "never")},
    {NULL, "--limit", CLI_VALUES_KEYS, cli_limit_name_at, NULL},
    {NULL, "--set", CLI_VALUES_KEYS, cli_meta_key_at, NULL},
    {"validate", "--severity", CLI_VALUES_CLOSED, cli_name_of_list, cli_severity_names},
    {"validate", "--format", CLI_VALUES_CLOSED, LIST("sarif", "junit")},
    {"validate", "--ignore", CLI_VALUES_OPEN, rule_at, NULL},
    {"diff", "--ignore", CLI_VALUES_OPEN, diff_part_at, NULL},
    {"migrate", "--to", CLI_VALUES_CLOSED, LIST("1.0", "0.x")},
    {"convert-motion", "--rest", CLI_VALUES_CLOSED, LIST("auto", "t", "corrected", "first")},
    {"trace", "--vrm0", CLI_VALUES_CLOSED, LIST("native", "migrated")},
    {"render", "--camera", CLI_VALUES_CLOSED, LIST("full", "bust", "face", "first-person")},
    {"render", "--pose", CLI_VALUES_CLOSED, LIST("rest", "t", "a", "idle")},
    {"render", "--backend", CLI_VALUES_CLOSED, LIST("egl", "null")},
    {"render", "--background", CLI_VALUES_OPEN, LIST("transparent")},
    {"render", "--look-at", CLI_VALUES_OPEN, LIST("camera")},
    {"render", "--debug", CLI_VALUES_OPEN,
     LIST("bones", "springs", "colliders", "normals", "first-person")},
    {"crowd", "--device", CLI_VALUES_OPEN, LIST("cpu", "gpu")},
    {"serve", "--format", CLI_VALUES_CLOSED, LIST("json")},
};
#define COUNT (sizeof table / sizeof *table)

/* ---- Looking up ---- */

const cli_Values* cli_find_values(const char* command, const char* option) {
    for (size_t i = 0; i < COUNT; i++)
        if (strcmp(table[i].option, option) == 0 &&
            (table[i].command == NULL || strcmp(table[i].command, command) == 0))
            return &table[i];
    return NULL;
}

int cli_value_index(const char* command, const char* option, const char* word) {
    const cli_Values* values = cli_find_values(command, option);
    if (values == NULL || word == NULL) return 0;
    for (int i = 0; values->name_at(values->names, i) != NULL; i++)
        if (strcmp(values->name_at(values->names, i), word) == 0) return i;
    return -1;
}

bool cli_takes_value(const char* command, const char* option, const char* word, char* out_why,
                     size_t size) {
    const cli_Values* values = cli_find_values(command, option);
    if (values == NULL || values->kind != CLI_VALUES_CLOSED) return true;
    if (cli_value_index(command, option, word) >= 0) return true;
    char hint[CLI_HINT_ROOM];
    const char* name;
    size_t used = (size_t)snprintf(out_why, size, "%s is ", option);
    for (int i = 0; (name = values->name_at(values->names, i)) != NULL && used < size; i++) {
        bool is_last = values->name_at(values->names, i + 1) == NULL;
        used += (size_t)snprintf(out_why + used, size - used, "%s%s",
                                 i == 0    ? ""
                                 : is_last ? " or "
                                           : ", ",
                                 name);
    }
    (void)cli_did_you_mean(word, values->name_at, values->names, hint);
    if (isdigit((unsigned char)word[0])) hint[0] = 0; /* another number is no slip of the finger */
    if (used < size)
        snprintf(out_why + used, size - used, ", not %s%s", word[0] != 0 ? word : "empty", hint);
    return false;
}
