/* SPDX-License-Identifier: MIT */
/* Expressions of 1.0 and the beta: two objects, preset and custom, whose keys are the names. The
 * drafts of 2020 and 2021 have one array of the same things with their name inside. */
#include "model/expressions.h"

#include "json/tree.h"

#include <string.h>

static void read_custom(vrmi_ModelReader* reader, const vrm_JsonIter* it, vrmi_ExpressionSet* set,
                        bool is_spare) {
    vrm_Expression* expression = vrmi_add_custom(set, is_spare);
    vrmi_read_expression(reader, it->value, expression);
    expression->name = vrmi_read_text(&reader->base, it->key);
}

static void read_presets(vrmi_ModelReader* reader, vrm_JsonRef presets, vrmi_ExpressionSet* set) {
    vrm_JsonIter it = vrm_json_iter(reader->base.json, presets);
    while (vrmi_json_next_member(&it)) {
        int32_t preset = vrmi_model_find_name(reader->base.json, it.key, vrmi_preset_names,
                                              VRM_EXPRESSION_PRESET_COUNT, VRMI_EXACT);
        if (preset < 0)
            vrmi_read_report(&reader->base, VRMI_RULE_EXPRESSION_PRESET_UNKNOWN, it.value, NULL);
        vrm_JsonRef json = vrmi_read_as_object(&reader->base, it.value);
        if (json == VRM_JSON_MISSING) continue;
        if (preset < 0) {
            read_custom(reader, &it, set, true);
        } else if (!set->has_preset[preset]) {
            vrmi_read_expression(reader, json, &set->presets[preset]);
            set->has_preset[preset] = true;
        }
    }
}

static void read_customs(vrmi_ModelReader* reader, vrm_JsonRef customs, vrmi_ExpressionSet* set) {
    vrm_JsonIter it = vrm_json_iter(reader->base.json, customs);
    while (vrmi_json_next_member(&it)) {
        bool is_preset = vrmi_model_find_name(reader->base.json, it.key, vrmi_preset_names,
                                              VRM_EXPRESSION_PRESET_COUNT, VRMI_EXACT) >= 0;
        if (is_preset)
            vrmi_read_report(&reader->base, VRMI_RULE_EXPRESSION_CUSTOM_NAME_IS_PRESET, it.value,
                             NULL);
        if (vrmi_read_as_object(&reader->base, it.value) != VRM_JSON_MISSING)
            read_custom(reader, &it, set, is_preset);
    }
}

/* Marks the customs whose name an earlier one has. */
static void mark_repeated(vrmi_ModelReader* reader, vrmi_ExpressionSet* set) {
    const char** names = vrmi_model_scratch(reader, (size_t)set->custom_count, sizeof *names);
    int32_t count = 0;
    if (names == NULL) return;
    /* Spare ones first become none, so that they take no name from one that counts. */
    for (int32_t i = 0; i < set->custom_count; i++)
        if (!set->is_spare[i]) names[count++] = set->all[i].name;
    vrmi_Names sorted = vrmi_names_sort(reader, names, count, set->compare);
    if (reader->base.result != VRM_OK) return;
    for (int32_t i = 0, place = 0; i < set->custom_count; i++) {
        if (set->is_spare[i]) continue;
        if (vrmi_names_find(&sorted, names[place]) != place) {
            set->is_spare[i] = true;
            if (set->is_list) /* the parser has reported a key that is there twice */
                vrmi_read_report(&reader->base, VRMI_RULE_EXPRESSION_DUPLICATED, set->all[i].json,
                                 NULL);
        }
        place++;
    }
}

/* Presets in the order of their enumeration, then customs in the order of the file; behind them the
 * spare ones. */
static void keep(vrmi_ModelReader* reader, vrmi_ExpressionSet* set) {
    size_t custom_count = (size_t)set->custom_count;
    vrm_Expression *all = set->all,
                   *customs = vrmi_model_scratch(reader, custom_count, sizeof *customs);
    if (customs == NULL && custom_count > 0) return;
    mark_repeated(reader, set);
    if (custom_count > 0) memcpy(customs, all, custom_count * sizeof *all);
    int32_t count = 0;
    for (int preset = 0; preset < VRM_EXPRESSION_PRESET_COUNT; preset++) {
        if (!set->has_preset[preset]) continue;
        all[count] = set->presets[preset];
        all[count].preset = (vrm_ExpressionPreset)preset;
        all[count++].name = vrmi_preset_names[preset];
    }
    for (size_t i = 0; i < custom_count; i++)
        if (!set->is_spare[i]) all[count++] = customs[i];
    reader->avatar->expressions = all;
    reader->avatar->expression_count = count;
    for (size_t i = 0; i < custom_count; i++)
        if (set->is_spare[i]) all[count++] = customs[i];
    reader->avatar->spare_expressions = all + reader->avatar->expression_count;
    reader->avatar->spare_expression_count = count - reader->avatar->expression_count;
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
