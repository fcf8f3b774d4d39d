/* SPDX-License-Identifier: MIT */
/* Expressions that two dialects would name alike, each with a name of its own. */
#include "migrate/migrate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Names {
    vrmi_Migration* migration;
    const char** sorted; /* of the customs that keep theirs */
    size_t count;
} Names;

static int by_text(const void* a, const void* b) {
    return strcmp(*(const char* const*)a, *(const char* const*)b);
}

static bool is_taken(const Names* names, const char* name) {
    return vrm_expression_preset_by_name(name) != VRM_EXPRESSION_CUSTOM ||
           bsearch(&name, names->sorted, names->count, sizeof *names->sorted, by_text) != NULL;
}

/* An expression whose name is taken. The new name of each is its wish, or the wish with a number,
 * which counts upwards among those with the same wish: so no two get the same one. */
typedef struct Wish {
    char* name;
    vrm_Expression* expression;
} Wish;

static int by_wish(const void* a, const void* b) {
    const Wish *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order != 0 ? order : (x->expression > y->expression) - (x->expression < y->expression);
}

/* The expression's own name; with "_custom" behind that of a preset. */
static char* wish_of(vrmi_Migration* migration, const vrm_Expression* expression) {
    const char* name = expression->name;
    bool is_preset = vrm_expression_preset_by_name(name) != VRM_EXPRESSION_CUSTOM;
    size_t size = strlen(name) + sizeof "_custom";
    char* wish = vrmi_migrate_alloc(migration, size, 1);
    if (wish != NULL) snprintf(wish, size, "%s%s", name, is_preset ? "_custom" : "");
    return wish;
}

static void grant(const Names* names, Wish* wishes, size_t count) {
    int number = 1;
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || strcmp(wishes[i].name, wishes[i - 1].name) != 0) number = 1;
        size_t size = strlen(wishes[i].name) + 16;
        char* name = vrmi_migrate_alloc(names->migration, size, 1);
        if (name == NULL) return;
        do {
            if (number == 1)
                snprintf(name, size, "%s", wishes[i].name);
            else
                snprintf(name, size, "%s_%d", wishes[i].name, number);
            number++;
        } while (is_taken(names, name));
        wishes[i].expression->name = name;
    }
}

static void report(const vrmi_Migration* migration, const vrm_Expression* expression,
                   bool is_spare) {
    if (is_spare)
        vrmi_report(
            migration->report, VRMI_RULE_MIGRATE_EXPRESSION_CUSTOM, migration->json,
            expression->json,
            "Another expression has this preset or name already, or there is no such preset; "
            "this one became the custom expression \"%s\".",
            expression->name);
    else
        vrmi_report(migration->report, VRMI_RULE_MIGRATE_EXPRESSION_RENAMED, migration->json,
                    expression->json, NULL);
}

const vrm_Expression* vrmi_migrate_expressions(vrmi_Migration* migration, int32_t* out_count) {
    const vrmi_VrmContent* avatar = migration->model->avatar;
    size_t own = (size_t)avatar->expression_count, wish_count = 0;
    size_t count = own + (size_t)avatar->spare_expression_count;
    *out_count = 0;
    if (count == 0) return NULL;
    vrm_Expression* all = vrmi_migrate_alloc(migration, count, sizeof *all);
    Wish* wishes = vrmi_migrate_alloc(migration, count, sizeof *wishes);
    Names names = {.migration = migration,
                   .sorted = vrmi_migrate_alloc(migration, count, sizeof *names.sorted)};
    if (all == NULL || wishes == NULL || names.sorted == NULL) return NULL;
    for (size_t i = 0; i < count; i++) {
        all[i] = i < own ? avatar->expressions[i] : avatar->spare_expressions[i - own];
        if (all[i].preset != VRM_EXPRESSION_CUSTOM) continue;
        if (i < own && vrm_expression_preset_by_name(all[i].name) == VRM_EXPRESSION_CUSTOM) {
            names.sorted[names.count++] = all[i].name;
            continue;
        }
        wishes[wish_count] = (Wish){wish_of(migration, &all[i]), &all[i]};
        if (wishes[wish_count++].name == NULL) return NULL;
    }
    qsort(names.sorted, names.count, sizeof *names.sorted, by_text);
    qsort(wishes, wish_count, sizeof *wishes, by_wish);
    grant(&names, wishes, wish_count);
    if (migration->edit->result != VRM_OK) return NULL;
    for (size_t i = 0; i < count; i++) {
        bool is_renamed = i >= own || (all[i].preset == VRM_EXPRESSION_CUSTOM &&
                                       all[i].name != avatar->expressions[i].name);
        if (is_renamed) report(migration, &all[i], i >= own);
    }
    *out_count = (int32_t)count;
    return all;
}
