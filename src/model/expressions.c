/* SPDX-License-Identifier: MIT */
/* Expressions of 1.0 and the beta: two objects, preset and custom, whose keys are the names. The
 * drafts of 2020 and 2021 have one array of the same things with their name inside. */
#include "model/expressions.h"

#include "json/tree.h"

#include <string.h>

static void read_presets(vrmi_ModelReader* reader, vrm_JsonRef presets, vrmi_ExpressionSet* set) {
    vrm_JsonIter it = vrm_json_iter(reader->base.json, presets);
    while (vrmi_json_next_member(&it)) {
        int32_t preset = vrmi_model_find_name(reader->base.json, it.key, vrmi_preset_names,
                                              VRM_EXPRESSION_PRESET_COUNT, VRMI_EXACT);
        if (preset < 0) {
            vrmi_read_find(&reader->base, VRMI_RULE_EXPRESSION_PRESET_UNKNOWN, it.value, NULL);
            continue;
        }
        vrm_JsonRef json = vrmi_read_as_object(&reader->base, it.value);
        if (json == VRM_JSON_MISSING || set->has_preset[preset]) continue;
        vrmi_read_expression(reader, json, &set->presets[preset]);
        set->has_preset[preset] = true;
    }
}

static void read_customs(vrmi_ModelReader* reader, vrm_JsonRef customs, vrmi_ExpressionSet* set) {
    vrm_JsonIter it = vrm_json_iter(reader->base.json, customs);
    while (vrmi_json_next_member(&it)) {
        if (vrmi_model_find_name(reader->base.json, it.key, vrmi_preset_names,
                                 VRM_EXPRESSION_PRESET_COUNT, VRMI_EXACT) >= 0) {
            vrmi_read_find(&reader->base, VRMI_RULE_EXPRESSION_CUSTOM_NAME_IS_PRESET, it.value,
                           NULL);
            continue;
        }
        vrm_JsonRef json = vrmi_read_as_object(&reader->base, it.value);
        if (json == VRM_JSON_MISSING) continue;
        vrm_Expression* expression = &set->all[set->custom_count++];
        vrmi_read_expression(reader, json, expression);
        expression->name = vrmi_read_text(&reader->base, it.key);
    }
}

/* Presets in the order of their enumeration, then customs in the order of the file. */
static void keep(vrmi_ModelReader* reader, vrmi_ExpressionSet* set) {
    vrm_Expression *all = set->all, *customs = all;
    for (int preset = 0; preset < VRM_EXPRESSION_PRESET_COUNT; preset++)
        customs += set->has_preset[preset];
    const char** names = vrmi_model_scratch(reader, (size_t)set->custom_count, sizeof *names);
    if (names == NULL && set->custom_count > 0) return;
    memmove(customs, all, (size_t)set->custom_count * sizeof *all);
    int32_t count = 0;
    for (int preset = 0; preset < VRM_EXPRESSION_PRESET_COUNT; preset++) {
        if (!set->has_preset[preset]) continue;
        all[count] = set->presets[preset];
        all[count].preset = (vrm_ExpressionPreset)preset;
        all[count++].name = vrmi_preset_names[preset];
    }
    for (int32_t i = 0; i < set->custom_count; i++) names[i] = customs[i].name;
    vrmi_Names sorted = vrmi_names_sort(reader, names, set->custom_count, set->compare);
    for (int32_t i = 0; i < sorted.count; i++) {
        if (vrmi_names_find(&sorted, names[i]) == i)
            all[count++] = customs[i];
        else if (set->is_list) /* the parser has reported a key that is there twice */
            vrmi_read_find(&reader->base, VRMI_RULE_EXPRESSION_DUPLICATED, customs[i].json, NULL);
    }
    reader->avatar->expressions = all;
    reader->avatar->expression_count = count;
}

void vrmi_read_expressions(vrmi_ModelReader* reader) {
    vrm_JsonRef vrm = reader->roots.vrm;
    if (vrm == VRM_JSON_MISSING) return;
    vrmi_ExpressionSet set = {.compare = VRMI_EXACT};
    vrm_JsonRef json = vrmi_read_member(&reader->base, vrm, "expressions");
    if (vrm_json_type(reader->base.json, json) == VRM_JSON_ARRAY ||
        reader->model->dialect == VRM_DIALECT_0 || json == VRM_JSON_MISSING) {
        vrmi_read_expression_list(reader, &set);
    } else {
        json = vrmi_read_object(&reader->base, vrm, "expressions");
        vrm_JsonRef presets = vrmi_read_object(&reader->base, json, "preset");
        vrm_JsonRef customs = vrmi_read_object(&reader->base, json, "custom");
        size_t count = (size_t)vrmi_read_length(&reader->base, presets) +
                       vrmi_read_length(&reader->base, customs);
        if (!vrmi_begin_expressions(reader, count, &set)) return;
        read_presets(reader, presets, &set);
        read_customs(reader, customs, &set);
    }
    if (set.all != NULL) keep(reader, &set);
}
