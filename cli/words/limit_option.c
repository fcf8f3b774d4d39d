/* SPDX-License-Identifier: MIT */
#include "words/limit_option.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    const char* name;
    uint64_t value; /* 0: not chosen */
} chosen[] = {
    {"file_bytes", 0}, {"decoded_bytes", 0}, {"json_depth", 0}, {"json_values", 0},
    {"elements", 0},   {"memory", 0},        {"written", 0},    {"work", 0},
    {"pixels", 0},     {"geometry", 0},      {"triangles", 0},
};
#define COUNT (sizeof chosen / sizeof *chosen)

/* A number with k, M or G behind it, which stand for 2^10, 2^20 and 2^30. */
static bool parse(const char* text, uint64_t* out) {
    static const char units[] = "kMG";
    char* end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (end == text || text[0] == '-' || errno != 0 || value == 0) return false;
    const char* unit = *end != 0 ? strchr(units, *end) : NULL;
    unsigned shift = unit != NULL ? 10u * (unsigned)(unit - units + 1) : 0;
    if (unit != NULL) end++;
    if (*end != 0 || value > UINT64_MAX >> shift) return false;
    *out = (uint64_t)value << shift;
    return true;
}

const char* cli_limit_name_at(const void* ctx, int index) {
    (void)ctx;
    return index < (int)COUNT ? chosen[index].name : NULL;
}

bool cli_choose_limit(const char* word, const char** why) {
    static char names[320];
    char asked[64], hint[CLI_HINT_ROOM];
    const char* equals = strchr(word, '=');
    size_t length = equals != NULL ? (size_t)(equals - word) : 0;
    snprintf(asked, sizeof asked, "%.*s", (int)length, word);
    snprintf(names, sizeof names,
             "NAME=VALUE, where NAME is file_bytes, decoded_bytes, json_depth, json_values, "
             "elements, memory, written, work, pixels, geometry or triangles%s",
             cli_did_you_mean(asked, cli_limit_name_at, NULL, hint));
    *why = names;
    for (size_t i = 0; i < COUNT && length > 0; i++) {
        if (strlen(chosen[i].name) != length || strncmp(chosen[i].name, word, length) != 0)
            continue;
        *why = "VALUE is a number above 0, which may end in k, M or G";
        return parse(equals + 1, &chosen[i].value);
    }
    return false;
}

uint64_t cli_limit(const char* name) {
    for (size_t i = 0; i < COUNT; i++)
        if (strcmp(chosen[i].name, name) == 0) return chosen[i].value;
    return 0;
}

void cli_apply_allowance(const char* name, vrm_Allowance* allowance) {
    if (cli_limit(name) > 0) allowance->base = cli_limit(name);
}

static void apply_number(const char* name, uint64_t* limit) {
    if (cli_limit(name) > 0) *limit = cli_limit(name);
}

static void apply_count(const char* name, uint32_t* limit) {
    uint64_t value = cli_limit(name);
    if (value > 0) *limit = value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
}

void cli_apply_limits(vrm_Limits* limits) {
    apply_number("file_bytes", &limits->file_bytes);
    apply_number("decoded_bytes", &limits->decoded_bytes);
    apply_count("json_depth", &limits->json_depth);
    apply_count("json_values", &limits->json_values);
    apply_count("elements", &limits->elements);
    cli_apply_allowance("memory", &limits->memory);
    cli_apply_allowance("written", &limits->written);
    cli_apply_allowance("work", &limits->work);
}
