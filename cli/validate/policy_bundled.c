/* SPDX-License-Identifier: MIT */
/* The policies that are part of the command. */
#include "validate/policy_parts.h"

#include <policies.inc> /* bundled_policies[]: names and texts of policies/ and examples/policies */
#include <string.h>

enum { COUNT = sizeof bundled_policies / sizeof bundled_policies[0] };

const char* cli_policy_name_at(const void* ctx, int index) {
    (void)ctx;
    return index < COUNT ? bundled_policies[index].name : NULL;
}

const char* policy_bundled_text(const char* name) {
    for (int i = 0; i < COUNT; i++)
        if (strcmp(name, bundled_policies[i].name) == 0) return bundled_policies[i].text;
    return NULL;
}
