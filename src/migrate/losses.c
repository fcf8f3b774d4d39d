/* SPDX-License-Identifier: MIT */
#include "migrate/losses.h"

#include <stdlib.h>

/* ---- The list ---- */

static void add(vrmi_Migration* migration, vrm_JsonRef value, vrmi_RuleId rule, bool is_read) {
    if (value == VRM_JSON_MISSING) return;
    vrmi_Loss* loss = vrmi_migrate_alloc(migration, 1, sizeof *loss);
    if (loss == NULL) return;
    *loss = (vrmi_Loss){.next = migration->first_loss,
                        .offset = vrm_json_offset(migration->json, value),
                        .value = value,
                        .rule = rule,
                        .is_read = is_read};
    migration->first_loss = loss;
    migration->loss_count++;
}

void vrmi_lose(vrmi_Migration* migration, vrm_JsonRef value, vrmi_RuleId rule) {
    add(migration, value, rule, false);
}

/* Findings of the reader about something that is missing, or that migration handles itself. */
static bool is_about_absence(vrmi_RuleId rule) {
    switch (rule) {
    case VRMI_RULE_META_MISSING:
    case VRMI_RULE_HUMANOID_MISSING:
    case VRMI_RULE_HUMANOID_BONE_MISSING:
    case VRMI_RULE_VRM_SPEC_VERSION_MISSING:
    case VRMI_RULE_VRM_EXTENSION_VERSION_MISSING:
    case VRMI_RULE_MATERIAL_PROPERTIES_COUNT:   /* losses0.c has those that are too many */
    case VRMI_RULE_SKIN_BINDS_CONTRADICT_NODES: /* MIGRATE_BINDS_REBUILT */
    case VRMI_RULE_COLLIDER_SHAPE_WITHOUT_KIND: return true; /* read all the same */
    default: return false;
    }
}

/* A spare expression (model.h) becomes a custom one: nothing of it is lost. */
static bool is_spare_expression(const vrmi_Migration* migration, const vrmi_LeftOut* left_out) {
    return vrm_json_type(migration->json, left_out->value) == VRM_JSON_OBJECT &&
           (left_out->rule == VRMI_RULE_EXPRESSION_DUPLICATED ||
            left_out->rule == VRMI_RULE_EXPRESSION_PRESET_UNKNOWN ||
            left_out->rule == VRMI_RULE_EXPRESSION_CUSTOM_NAME_IS_PRESET);
}

/* By place; of several losses of one value the first that was found comes first. */
static int by_offset(const void* a, const void* b) {
    const vrmi_Loss *x = a, *y = b;
    if (x->offset != y->offset) return x->offset < y->offset ? -1 : 1;
    bool is_x_quiet = x->rule == VRMI_RULE_COUNT, is_y_quiet = y->rule == VRMI_RULE_COUNT;
    if (is_x_quiet != is_y_quiet) return is_x_quiet ? 1 : -1;
    return (int)x->rule - (int)y->rule;
}

void vrmi_losses_sort(vrmi_Migration* migration) {
    const vrmi_LeftOut* left_out = migration->model->left_out;
    for (; left_out != NULL; left_out = left_out->before)
        if (!is_about_absence(left_out->rule) && !is_spare_expression(migration, left_out))
            add(migration, left_out->value, left_out->rule, true);
    vrmi_Losses* sorted = vrmi_migrate_alloc(migration, 1, sizeof *sorted);
    vrmi_Loss* losses = vrmi_migrate_alloc(migration, migration->loss_count + 1, sizeof *losses);
    if (sorted == NULL || losses == NULL) return;
    size_t count = 0;
    for (vrmi_Loss* loss = migration->first_loss; loss != NULL; loss = loss->next)
        losses[count++] = *loss;
    qsort(losses, count, sizeof *losses, by_offset);
    for (size_t i = 0; i < count; i++)
        if (sorted->count == 0 || losses[sorted->count - 1].offset != losses[i].offset)
            losses[sorted->count++] = losses[i];
    sorted->losses = losses;
    migration->losses = sorted;
}

size_t vrmi_losses_within(const vrmi_Migration* migration, vrm_JsonRef value,
                          const vrmi_Loss** out_first) {
    const vrmi_Losses* losses = migration->losses;
    *out_first = NULL;
    if (losses == NULL || losses->count == 0 || value == VRM_JSON_MISSING) return 0;
    uint64_t begin = vrm_json_offset(migration->json, value);
    uint64_t end = begin + vrm_json_text(migration->json, value).size;
    size_t low = 0, high = losses->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (losses->losses[middle].offset < begin)
            low = middle + 1;
        else
            high = middle;
    }
    *out_first = &losses->losses[low];
    size_t count = 0;
    while (low + count < losses->count && losses->losses[low + count].offset < end) count++;
    return count;
}

void vrmi_loss_report(const vrmi_Migration* migration, const vrmi_Loss* loss) {
    if (loss->rule == VRMI_RULE_COUNT) return;
    if (loss->is_read)
        vrmi_report(migration->report, VRMI_RULE_MIGRATE_LEFT_OUT, migration->json, loss->value,
                    "This was left out, and is kept in extras. %s", vrmi_rule_text(loss->rule));
    else
        vrmi_report(migration->report, loss->rule, migration->json, loss->value, NULL);
}
