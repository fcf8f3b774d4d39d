/* SPDX-License-Identifier: MIT */
/* Writes docs/reference/rules.md to standard output: every finding that libvrm can make, from the
 * same table that the library is built of. tools/generate/update_rules runs it; a test compares. */
#include "vrm/report.h"

#include <stdio.h>

typedef struct Rule {
    const char* code;
    vrm_Severity severity;
    const char *place, *text;
} Rule;

#define X(code, severity, place, text) {#code, severity, place, text},

static const Rule container[] = {
#include "base/rules/container.def"
};
static const Rule json[] = {
#include "base/rules/json.def"
};
static const Rule limits[] = {
#include "base/rules/limits.def"
};
static const Rule gltf[] = {
#include "base/rules/gltf.def"
};
static const Rule gltf_validate[] = {
#include "base/rules/gltf_validate.def"
};
static const Rule vrm[] = {
#include "base/rules/vrm.def"
};
static const Rule vrm_validate[] = {
#include "base/rules/vrm_validate.def"
};
static const Rule migrate[] = {
#include "base/rules/migrate.def"
};
static const Rule normalize[] = {
#include "base/rules/normalize.def"
};
static const Rule create[] = {
#include "base/rules/create.def"
};
static const Rule optimize[] = {
#include "base/rules/optimize.def"
};
static const Rule render[] = {
#include "base/rules/render.def"
};
static const Rule pictures[] = {
#include "base/rules/optimize_pictures.def"
};
static const Rule export_rules[] = {
#include "base/rules/export.def"
};
static const Rule motion[] = {
#include "base/rules/mmd.def"
#include "base/rules/motion.def"
};
static const Rule gpu[] = {
#include "base/rules/gpu.def"
};
static const Rule policy[] = {
#include "base/rules/policy.def"
};

#undef X

#define GROUP(title, words, rules)                                                                 \
    { title, words, rules, sizeof(rules) / sizeof((rules)[0]) }

static const struct {
    const char *title, *words;
    const Rule* rules;
    size_t count;
} groups[] = {
    GROUP("GLB container", "The pointer is empty; the byte offset is that in the file.", container),
    GROUP("JSON text", "The byte offset is that in the JSON text.", json),
    GROUP("Limits", "What `vrm_Limits` allows a file to ask for.", limits),
    GROUP("glTF 2.0, while reading",
          "Codes and severities are those of the Khronos glTF validator where it has the rule;\n"
          "[validator.md](validator.md) says how well both agree.",
          gltf),
    GROUP("glTF 2.0, on validating", "Made by `vrm validate` and `vrm_validate()` alone.",
          gltf_validate),
    GROUP("VRM, while reading", "Made whenever a file is loaded, validated or migrated.", vrm),
    GROUP("VRM, on validating", "Made by `vrm validate` and `vrm_validate()` alone.", vrm_validate),
    GROUP("Migration",
          "Made by `vrm migrate` and `vrm_migrate()`; the pointer is that in the old file.",
          migrate),
    GROUP("Normalization",
          "Made by `vrm normalize` and `vrm_normalize()`; the pointer is that in the old file.",
          normalize),
    GROUP("Making avatars",
          "Made by `vrm create`, `vrm_avatar_proposal_create()` and\n"
          "`vrm_avatar_proposal_apply()`; the pointer is empty.",
          create),
    GROUP("Optimizing",
          "Made by `vrm optimize` and `vrm_optimize()`; the pointer is that in the old file.",
          optimize),
    GROUP("Drawing",
          "Made by `vrm render` and libvrm_render; what is wrong is drawn with a substitute.",
          render),
    GROUP("Smaller pictures",
          "Made by `vrm_optimize_pictures()` and `vrm_optimize_atlas()` of libvrm_render; the\n"
          "picture keeps its bytes, the material stays as it is.",
          pictures),
    GROUP("Baking",
          "Made by `vrm bake` and `vrm_baker_finish()`; the pointer is that in the avatar.",
          export_rules),
    GROUP("Motion", "Made by `vrm convert-motion` and `vrm_capture_read()`.", motion),
    GROUP("Crowds on a graphics card", "Made by libvrm_gpu; the pointer is empty.", gpu),
    GROUP("Policies",
          "Made by `vrm validate --policy`; the policy can give them another severity\n"
          "([policy.md](../guide/policy.md)).",
          policy),
};

/* The text of a table cell: a bar would end it. */
static void put_cell(const char* text) {
    for (; *text != '\0'; text++) {
        if (*text == '|') putchar('\\');
        putchar(*text);
    }
}

int main(void) {
    static const char* const severities[VRM_SEVERITY_COUNT] = {"error", "warning", "info", "hint"};
    size_t total = 0;
    for (size_t g = 0; g < sizeof groups / sizeof groups[0]; g++) total += groups[g].count;
    printf("# Rules\n\n"
           "Every finding that libvrm can make: %zu rules. `tools/generate/update_rules` writes "
           "this page\nfrom `src/base/rules/*.def`. Codes are stable: programs may rely on them. "
           "The message of a\nfinding may say more than the sentence here, and a dialect may give "
           "a rule another severity.\n\n"
           "- error: breaks a \"must\" of the specification; the file cannot be used as intended.\n"
           "- warning: breaks a rule, but has a harmless fallback.\n"
           "- info: unusual.\n"
           "- hint: could be better.\n",
           total);
    for (size_t g = 0; g < sizeof groups / sizeof groups[0]; g++) {
        printf("\n## %s\n\n%s\n\n| code | severity | what it means, and what to do | where the "
               "specification says so |\n|---|---|---|---|\n",
               groups[g].title, groups[g].words);
        for (size_t i = 0; i < groups[g].count; i++) {
            const Rule* rule = &groups[g].rules[i];
            printf("| `%s` | %s | ", rule->code, severities[rule->severity]);
            put_cell(rule->text);
            printf(" | ");
            put_cell(rule->place);
            printf(" |\n");
        }
    }
    return 0;
}
