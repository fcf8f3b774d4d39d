/* SPDX-License-Identifier: MIT */
#include "words/limit_option.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Each limit once: a member of vrm_Limits and its kind, or a limit of another definition. */
typedef enum Kind { NUMBER, COUNT_OF, ALLOWANCE, ELSEWHERE } Kind;

static struct {
    const char* name;
    Kind kind;
    size_t offset;  /* in vrm_Limits */
    uint64_t value; /* 0: not chosen */
} limits[] = {
#define MEMBER(kind, name)                                                                         \
    { #name, kind, offsetof(vrm_Limits, name), 0 }
    MEMBER(NUMBER, file_bytes),    MEMBER(NUMBER, decoded_bytes),  MEMBER(COUNT_OF, json_depth),
    MEMBER(COUNT_OF, json_values), MEMBER(COUNT_OF, elements),     MEMBER(ALLOWANCE, memory),
    MEMBER(ALLOWANCE, written),    MEMBER(ALLOWANCE, work),        {"pixels", ELSEWHERE, 0, 0},
    {"geometry", ELSEWHERE, 0, 0}, {"triangles", ELSEWHERE, 0, 0},
#undef MEMBER
};
enum { COUNT = sizeof limits / sizeof *limits };

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
    return index < COUNT ? limits[index].name : NULL;
}

/* "a, b or c" */
static void list_names(char* out, size_t size) {
    size_t length = 0;
    for (int i = 0; i < COUNT && length < size; i++)
        length += (size_t)snprintf(out + length, size - length, "%s%s",
                                   i == 0           ? ""
                                   : i == COUNT - 1 ? " or "
                                                    : ", ",
                                   limits[i].name);
}

bool cli_choose_limit(const char* word, const char** why) {
    static char message[320];
    char asked[64], hint[CLI_HINT_ROOM], names[192];
    const char* equals = strchr(word, '=');
    size_t length = equals != NULL ? (size_t)(equals - word) : 0;
    snprintf(asked, sizeof asked, "%.*s", (int)length, word);
    list_names(names, sizeof names);
    snprintf(message, sizeof message, "NAME=VALUE, where NAME is %s%s", names,
             cli_did_you_mean(asked, cli_limit_name_at, NULL, hint));
    *why = message;
    for (int i = 0; i < COUNT && length > 0; i++) {
        if (strlen(limits[i].name) != length || strncmp(limits[i].name, word, length) != 0)
            continue;
        *why = "VALUE must be a number above 0, which may end in k, M or G";
        return parse(equals + 1, &limits[i].value);
    }
    return false;
}

uint64_t cli_limit(const char* name) {
    for (int i = 0; i < COUNT; i++)
        if (strcmp(limits[i].name, name) == 0) return limits[i].value;
    return 0;
}

void cli_apply_allowance(const char* name, vrm_Allowance* allowance) {
    if (cli_limit(name) > 0) allowance->base = cli_limit(name);
}

void cli_apply_limits(vrm_Limits* out) {
    for (int i = 0; i < COUNT; i++) {
        void* member = (char*)out + limits[i].offset;
        uint64_t value = limits[i].value;
        if (value == 0) continue;
        switch (limits[i].kind) {
        case NUMBER: *(uint64_t*)member = value; break;
        case COUNT_OF:
            *(uint32_t*)member = value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
            break;
        case ALLOWANCE: ((vrm_Allowance*)member)->base = value; break;
        case ELSEWHERE: break;
        }
    }
}
