/* SPDX-License-Identifier: MIT */
/* JSON tree + tables -> findings. The walk keeps its own stack of frames, one per open object,
 * array of objects, map or "extensions"; plain values and arrays of plain values are checked
 * without a frame. The stack is as deep as the tables nest, which is known before any file is
 * read. */
#include "validate/schema/schema.h"

#include "gltf/read.h"
#include "validate/schema/schema_names.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define FRAMES 32

const char* const vrmi_target_pointers[VRMI_TARGET_COUNT] = {
    [VRMI_ACCESSORS] = "/accessors",
    [VRMI_ANIMATIONS] = "/animations",
    [VRMI_BUFFERS] = "/buffers",
    [VRMI_BUFFER_VIEWS] = "/bufferViews",
    [VRMI_CAMERAS] = "/cameras",
    [VRMI_IMAGES] = "/images",
    [VRMI_MATERIALS] = "/materials",
    [VRMI_MESHES] = "/meshes",
    [VRMI_NODES] = "/nodes",
    [VRMI_SAMPLERS] = "/samplers",
    [VRMI_SCENES] = "/scenes",
    [VRMI_SKINS] = "/skins",
    [VRMI_TEXTURES] = "/textures",
    [VRMI_LIGHTS] = "/extensions/KHR_lights_punctual/lights",
    [VRMI_VARIANTS] = "/extensions/KHR_materials_variants/variants",
    [VRMI_SPRING_COLLIDERS] = "/extensions/VRMC_springBone/colliders",
    [VRMI_SPRING_COLLIDER_GROUPS] = "/extensions/VRMC_springBone/colliderGroups",
    [VRMI_VRM0_COLLIDER_GROUPS] = "/extensions/VRM/secondaryAnimation/colliderGroups",
};

const vrmi_SchemaRange vrmi_range_0_1 = {0, 1};
const vrmi_SchemaRange vrmi_range_from_1 = {.min = 1};

static const vrmi_RuleId default_rules[VRMI_PROBLEM_COUNT] = {
    [VRMI_PROBLEM_MISSING] = VRMI_RULE_UNDEFINED_PROPERTY,
    [VRMI_PROBLEM_TYPE] = VRMI_RULE_TYPE_MISMATCH,
    [VRMI_PROBLEM_ELEMENT_TYPE] = VRMI_RULE_ARRAY_TYPE_MISMATCH,
    [VRMI_PROBLEM_LENGTH] = VRMI_RULE_ARRAY_LENGTH_NOT_IN_LIST,
    [VRMI_PROBLEM_EMPTY] = VRMI_RULE_EMPTY_ENTITY,
    [VRMI_PROBLEM_RANGE] = VRMI_RULE_VALUE_NOT_IN_RANGE,
    [VRMI_PROBLEM_LIST] = VRMI_RULE_VALUE_NOT_IN_LIST,
    [VRMI_PROBLEM_DUPLICATE] = VRMI_RULE_DUPLICATE_ELEMENTS,
    [VRMI_PROBLEM_INDEX] = VRMI_RULE_INVALID_INDEX,
    [VRMI_PROBLEM_REFERENCE] = VRMI_RULE_UNRESOLVED_REFERENCE,
    [VRMI_PROBLEM_DEPENDENCY] = VRMI_RULE_UNSATISFIED_DEPENDENCY,
    [VRMI_PROBLEM_ONE_OF] = VRMI_RULE_ONE_OF_MISMATCH,
    [VRMI_PROBLEM_UNEXPECTED] = VRMI_RULE_UNEXPECTED_PROPERTY,
};

/* An open container. One of the first three members is set: `type` for an object, `element` for an
 * array or a map, `place` for "extensions", where it is the type of the object around them. */
struct vrmi_SchemaFrame {
    const vrmi_SchemaType* type;
    const vrmi_SchemaValue* element;
    const vrmi_SchemaType* place;
    vrm_JsonRef at;
    vrm_JsonIter it;
    uint64_t present; /* the rows that the object has, valid or not */
    uint64_t right;   /* the valid ones; an index that points at nothing counts as valid here */
    uint32_t next_row;
    vrm_JsonRef members[VRMI_SCHEMA_MEMBERS];
};

typedef struct vrmi_SchemaFrame Frame;

/* ---- Rows ---- */

static const vrmi_SchemaMember common_rows[] = {{"extensions", {.kind = VRMI_EXTENSIONS}},
                                                {"extras", {.kind = VRMI_EXTRAS}}};

uint32_t vrmi_schema_row_count(const vrmi_SchemaType* type) {
    uint32_t common = sizeof common_rows / sizeof *common_rows;
    return type->member_count + (type->is_bare ? 0 : common);
}

const vrmi_SchemaMember* vrmi_schema_row(const vrmi_SchemaType* type, uint32_t row) {
    return row < type->member_count ? &type->members[row] : &common_rows[row - type->member_count];
}

/* ---- Findings ---- */

static const char* const kind_names[] = {
    [VRMI_ANY] = "anything",         [VRMI_BOOL] = "true or false", [VRMI_INTEGER] = "an integer",
    [VRMI_NUMBER] = "a number",      [VRMI_STRING] = "a string",    [VRMI_INDEX] = "an integer",
    [VRMI_ARRAY] = "an array",       [VRMI_OBJECT] = "an object",   [VRMI_MAP] = "an object",
    [VRMI_EXTENSIONS] = "an object", [VRMI_EXTRAS] = "an object",
};

static vrmi_RuleId rule_for(const vrmi_SchemaCode* value_codes, const vrmi_SchemaCode* type_codes,
                            vrmi_SchemaProblem problem) {
    const vrmi_SchemaCode* lists[2] = {value_codes, type_codes};
    for (int i = 0; i < 2; i++)
        for (const vrmi_SchemaCode* code = lists[i]; code != NULL && code->problem != 0; code++)
            if (code->problem == problem) return (vrmi_RuleId)code->rule;
    return default_rules[problem];
}

/* The type whose codes apply at this point: that of the innermost open object. */
static const vrmi_SchemaType* open_type(const vrmi_SchemaWalk* walk) {
    for (int32_t i = walk->depth - 1; i >= 0; i--)
        if (walk->frames[i].type != NULL) return walk->frames[i].type;
    return NULL;
}

static vrmi_RuleId value_rule(const vrmi_SchemaWalk* walk, const vrmi_SchemaValue* value,
                              vrmi_SchemaProblem problem) {
    const vrmi_SchemaType* type = open_type(walk);
    return rule_for(value->codes, type != NULL ? type->codes : NULL, problem);
}

/* ---- Plain values ---- */

static bool is_type(const vrm_Json* json, vrm_JsonRef ref, vrm_JsonType type) {
    return vrm_json_type(json, ref) == type;
}

/* The words of a list for a message: 'a', 'b', 'c'. */
static void list_words(const vrmi_SchemaValue* value, char* out, size_t size) {
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; used + 1 < size; i++) {
        int n;
        if (value->kind == VRMI_STRING) {
            if (value->strings[i] == NULL) break;
            n = snprintf(out + used, size - used, "%s'%s'", i > 0 ? ", " : "", value->strings[i]);
        } else {
            if (value->integers[i] < 0) break;
            n = snprintf(out + used, size - used, "%s%d", i > 0 ? ", " : "",
                         (int)value->integers[i]);
        }
        if (n < 0) break;
        used += (size_t)n;
    }
}

static bool in_list(const vrm_Json* json, const vrmi_SchemaValue* value, vrm_JsonRef ref,
                    int64_t integer) {
    if (value->kind == VRMI_STRING) {
        for (int i = 0; value->strings[i] != NULL; i++)
            if (vrm_json_equals(json, ref, value->strings[i])) return true;
        return false;
    }
    for (int i = 0; value->integers[i] >= 0; i++)
        if (value->integers[i] == integer) return true;
    return false;
}

static bool report_list(vrmi_SchemaWalk* walk, const vrmi_SchemaValue* value, vrm_JsonRef ref) {
    char words[512];
    list_words(value, words, sizeof words);
    vrmi_report(walk->report, value_rule(walk, value, VRMI_PROBLEM_LIST), walk->json, ref,
                "The value must be one of %s.", words);
    return false;
}

static bool has_range(const vrmi_SchemaValue* value) {
    return (value->flags & (VRMI_HAS_MIN | VRMI_HAS_MAX | VRMI_ABOVE_MIN | VRMI_BELOW_MAX)) != 0;
}

static bool in_range(const vrmi_SchemaValue* value, double number) {
    if (!has_range(value)) return true;
    uint32_t flags = value->flags;
    double min = value->range->min, max = value->range->max;
    if ((flags & VRMI_HAS_MIN) != 0 && !(number >= min)) return false;
    if ((flags & VRMI_HAS_MAX) != 0 && !(number <= max)) return false;
    if ((flags & VRMI_ABOVE_MIN) != 0 && !(number > min)) return false;
    if ((flags & VRMI_BELOW_MAX) != 0 && !(number < max)) return false;
    return true;
}

static bool report_range(vrmi_SchemaWalk* walk, const vrmi_SchemaValue* value, vrm_JsonRef ref) {
    vrmi_RuleId rule = value_rule(walk, value, VRMI_PROBLEM_RANGE);
    uint32_t flags = value->flags;
    bool has_low = (flags & (VRMI_HAS_MIN | VRMI_ABOVE_MIN)) != 0;
    bool has_high = (flags & (VRMI_HAS_MAX | VRMI_BELOW_MAX)) != 0;
    const char* low = (flags & VRMI_ABOVE_MIN) != 0 ? "greater than" : "at least";
    const char* high = (flags & VRMI_BELOW_MAX) != 0 ? "less than" : "at most";
    if (has_low && has_high)
        vrmi_report(walk->report, rule, walk->json, ref, "The value must be %s %g and %s %g.", low,
                    value->range->min, high, value->range->max);
    else if (has_low)
        vrmi_report(walk->report, rule, walk->json, ref, "The value must be %s %g.", low,
                    value->range->min);
    else if (has_high)
        vrmi_report(walk->report, rule, walk->json, ref, "The value must be %s %g.", high,
                    value->range->max);
    else
        vrmi_report(walk->report, rule, walk->json, ref, "The value must be a finite number.");
    return false;
}

/* An element of the wrong type is reported at itself or, on demand, at its array. */
static bool report_type(vrmi_SchemaWalk* walk, const vrmi_SchemaValue* value, vrm_JsonRef ref,
                        vrm_JsonRef array) {
    if (array == VRM_JSON_MISSING) {
        vrmi_report(walk->report, value_rule(walk, value, VRMI_PROBLEM_TYPE), walk->json, ref,
                    "The value must be %s.", kind_names[value->kind]);
    } else {
        vrmi_report(walk->report, value_rule(walk, value, VRMI_PROBLEM_ELEMENT_TYPE), walk->json,
                    (value->flags & VRMI_AT_ARRAY) != 0 ? array : ref,
                    "Every element of the array must be %s.", kind_names[value->kind]);
    }
    return false;
}

static bool check_integer(vrmi_SchemaWalk* walk, const vrmi_SchemaValue* value, vrm_JsonRef ref,
                          vrm_JsonRef array) {
    if (!is_type(walk->json, ref, VRM_JSON_NUMBER)) return report_type(walk, value, ref, array);
    int64_t integer = 0;
    if (!vrmi_read_whole(walk->json, ref, &integer)) return report_type(walk, value, ref, array);
    if (!has_range(value) && value->integers != NULL && !in_list(walk->json, value, ref, integer))
        return report_list(walk, value, ref);
    if (!in_range(value, (double)integer)) return report_range(walk, value, ref);
    return true;
}

static bool check_number(vrmi_SchemaWalk* walk, const vrmi_SchemaValue* value, vrm_JsonRef ref,
                         vrm_JsonRef array) {
    if (!is_type(walk->json, ref, VRM_JSON_NUMBER)) return report_type(walk, value, ref, array);
    double number = vrm_json_number(walk->json, ref, (double)NAN);
    if (!isfinite(number) || !in_range(value, number)) return report_range(walk, value, ref);
    return true;
}

static bool check_string(vrmi_SchemaWalk* walk, const vrmi_SchemaValue* value, vrm_JsonRef ref,
                         vrm_JsonRef array) {
    if (!is_type(walk->json, ref, VRM_JSON_STRING)) return report_type(walk, value, ref, array);
    if (value->strings != NULL && !in_list(walk->json, value, ref, 0))
        return report_list(walk, value, ref);
    if (value->length_min > 0 && vrm_json_string(walk->json, ref, NULL, 0) < value->length_min) {
        vrmi_report(walk->report, value_rule(walk, value, VRMI_PROBLEM_EMPTY), walk->json, ref,
                    "The text must not be empty.");
        return false;
    }
    return true;
}

static bool check_index(vrmi_SchemaWalk* walk, const vrmi_SchemaValue* value, vrm_JsonRef ref,
                        vrm_JsonRef array) {
    int64_t index = -1;
    bool is_number = is_type(walk->json, ref, VRM_JSON_NUMBER);
    bool is_integer = is_number && vrmi_read_whole(walk->json, ref, &index);
    /* As in Khronos's validator: a list of indices reports any other value as INVALID_INDEX. */
    if (!is_integer && array == VRM_JSON_MISSING) return report_type(walk, value, ref, array);
    if (!is_integer || index < 0) {
        vrmi_report(walk->report, value_rule(walk, value, VRMI_PROBLEM_INDEX), walk->json, ref,
                    "An index must be an integer that is 0 or more.");
        return false;
    }
    if (value->target == VRMI_NOWHERE) return true;
    if (index >= (int64_t)walk->target_counts[value->target] ||
        (walk->used[value->target][index] & VRMI_NO_OBJECT) != 0) {
        vrmi_report(walk->report, value_rule(walk, value, VRMI_PROBLEM_REFERENCE), walk->json, ref,
                    "The index %lld points at nothing: %s has %u element%s.", (long long)index,
                    vrmi_target_pointers[value->target],
                    (unsigned)walk->target_counts[value->target],
                    vrmi_s(walk->target_counts[value->target]));
        walk->is_unresolved = true;
        return false;
    }
    if ((value->flags & VRMI_NO_USE) == 0) vrmi_schema_use(walk, (vrmi_Target)value->target, index);
    return true;
}

/* Values that need no frame. `array` is the array around an element, else VRM_JSON_MISSING. */
static bool check_plain(vrmi_SchemaWalk* walk, const vrmi_SchemaValue* value, vrm_JsonRef ref,
                        vrm_JsonRef array) {
    bool is_right = true;
    switch (value->kind) {
    case VRMI_BOOL:
        is_right = is_type(walk->json, ref, VRM_JSON_BOOL) || report_type(walk, value, ref, array);
        break;
    case VRMI_INTEGER: is_right = check_integer(walk, value, ref, array); break;
    case VRMI_NUMBER: is_right = check_number(walk, value, ref, array); break;
    case VRMI_STRING: is_right = check_string(walk, value, ref, array); break;
    case VRMI_INDEX: is_right = check_index(walk, value, ref, array); break;
    case VRMI_EXTRAS:
        if (!is_type(walk->json, ref, VRM_JSON_OBJECT))
            vrmi_report(walk->report, VRMI_RULE_NON_OBJECT_EXTRAS, walk->json, ref, NULL);
        break;
    default: break;
    }
    if (is_right && value->check != NULL) value->check(walk, ref);
    return is_right;
}

/* ---- Arrays and maps ---- */

static bool needs_frame(const vrmi_SchemaValue* value) {
    return value->kind == VRMI_OBJECT || value->kind == VRMI_MAP || value->kind == VRMI_ARRAY ||
           value->kind == VRMI_EXTENSIONS;
}

static bool check_length(vrmi_SchemaWalk* walk, const vrmi_SchemaValue* value, vrm_JsonRef ref) {
    uint32_t count = vrm_json_count(walk->json, ref);
    bool is_fixed = value->length_min == value->length_max && value->length_min > 0;
    if (count >= value->length_min && (value->length_max == 0 || count <= value->length_max))
        return true;
    if (count == 0) {
        vrmi_report(walk->report, value_rule(walk, value, VRMI_PROBLEM_EMPTY), walk->json, ref,
                    NULL);
        return false;
    }
    vrmi_RuleId rule = value_rule(walk, value, VRMI_PROBLEM_LENGTH);
    if (is_fixed)
        vrmi_report(walk->report, rule, walk->json, ref, "The array needs %u element%s and has %u.",
                    (unsigned)value->length_min, vrmi_s(value->length_min), (unsigned)count);
    else
        vrmi_report(walk->report, rule, walk->json, ref,
                    "The array has %u element%s; from %u to %u are allowed.", (unsigned)count,
                    vrmi_s(count), (unsigned)value->length_min,
                    (unsigned)(value->length_max == 0 ? UINT32_MAX : value->length_max));
    return false;
}

typedef struct Duplicates {
    vrmi_SchemaWalk* walk;
    vrmi_RuleId rule;
} Duplicates;

static void report_duplicate(void* ctx, vrm_JsonRef element) {
    const Duplicates* duplicates = ctx;
    vrmi_report(duplicates->walk->report, duplicates->rule, duplicates->walk->json, element, NULL);
}

static void check_unique(vrmi_SchemaWalk* walk, const vrmi_SchemaValue* value, vrm_JsonRef array) {
    if (vrm_json_count(walk->json, array) < 2) return;
    Duplicates duplicates = {walk, value_rule(walk, value, VRMI_PROBLEM_DUPLICATE)};
    if (!vrmi_seen_duplicates(walk->seen, walk->json, array, walk->arena, report_duplicate,
                              &duplicates))
        walk->result = VRM_ERR_MEMORY;
}

/* Checks an array of plain values without a frame; false when any element is wrong. */
static bool check_plain_array(vrmi_SchemaWalk* walk, const vrmi_SchemaValue* value,
                              vrm_JsonRef array) {
    bool is_right = true;
    vrm_JsonIter it = vrm_json_iter(walk->json, array);
    while (vrm_json_next(&it))
        if (!check_plain(walk, value->element, it.value, array)) is_right = false;
    return is_right;
}

/* ---- Frames ---- */

static void push(vrmi_SchemaWalk* walk, vrm_JsonRef at, const vrmi_SchemaType* type,
                 const vrmi_SchemaValue* element, const vrmi_SchemaType* place) {
    VRM_ASSERT(walk->depth < FRAMES); /* the tables bound the depth, not the file */
    if (walk->depth >= FRAMES) return;
    Frame* frame = &walk->frames[walk->depth++];
    frame->type = type;
    frame->element = element;
    frame->place = place;
    frame->at = at;
    frame->it = vrm_json_iter(walk->json, at);
    frame->present = frame->right = 0;
    frame->next_row = 0;
    if (type != NULL)
        for (uint32_t i = 0; i < vrmi_schema_row_count(type); i++)
            frame->members[i] = VRM_JSON_MISSING;
}

/* Checks any value; opens a frame for a value with members to check. False when it is wrong. */
static bool enter(vrmi_SchemaWalk* walk, const vrmi_SchemaValue* value, vrm_JsonRef ref,
                  vrm_JsonRef array, const vrmi_SchemaType* place) {
    if (!needs_frame(value)) return check_plain(walk, value, ref, array);
    vrm_JsonType wanted = value->kind == VRMI_ARRAY ? VRM_JSON_ARRAY : VRM_JSON_OBJECT;
    if (!is_type(walk->json, ref, wanted)) return report_type(walk, value, ref, array);
    if (value->kind == VRMI_OBJECT) {
        push(walk, ref, value->type, NULL, NULL);
        return true;
    }
    if (value->kind == VRMI_EXTENSIONS) {
        push(walk, ref, NULL, NULL, place);
        return true;
    }
    if (!check_length(walk, value, ref)) return false;
    if (value->element == NULL) return true;
    bool is_right = true;
    if (value->kind == VRMI_ARRAY && !needs_frame(value->element)) {
        is_right = check_plain_array(walk, value, ref);
        if ((value->flags & VRMI_UNIQUE) != 0) check_unique(walk, value, ref);
        if (is_right && value->check != NULL) value->check(walk, ref);
        return is_right;
    }
    if (value->check != NULL) value->check(walk, ref);
    push(walk, ref, NULL, value->element, NULL);
    return true;
}

/* Members mostly have the order of the last object of the type, so the search begins behind the row
 * that matched last. */
static int32_t find_row(vrmi_SchemaWalk* walk, Frame* frame, vrm_JsonRef key) {
    char buffer[64];
    vrm_Span name = vrmi_key_text(walk->json, key, buffer, sizeof buffer);
    uint32_t count = vrmi_schema_row_count(frame->type);
    for (uint32_t i = 0, row = frame->next_row; i < count; i++, row++) {
        if (row >= count) row = 0;
        const char* candidate = vrmi_schema_row(frame->type, row)->name;
        if (candidate[0] == (name.size > 0 ? name.data[0] : '\0') &&
            strncmp(candidate, name.data, name.size) == 0 && candidate[name.size] == '\0') {
            frame->next_row = row + 1;
            return (int32_t)row;
        }
    }
    return -1;
}

static void step_object(vrmi_SchemaWalk* walk, Frame* frame) {
    const vrmi_SchemaType* type = frame->type;
    vrm_JsonRef ref = frame->it.value;
    int32_t row = find_row(walk, frame, frame->it.key);
    if (row < 0) {
        if (!type->allows_unknown)
            vrmi_report(walk->report, rule_for(NULL, type->codes, VRMI_PROBLEM_UNEXPECTED),
                        walk->json, ref, NULL);
        return;
    }
    const vrmi_SchemaValue* value = &vrmi_schema_row(type, (uint32_t)row)->value;
    if (is_type(walk->json, ref, VRM_JSON_NULL)) {
        /* As in Khronos's validator: null is a wrong type, and a required property is also
         * missing. */
        if (!type->null_is_absent && value->kind != VRMI_ANY && value->kind != VRMI_EXTRAS)
            report_type(walk, value, ref, VRM_JSON_MISSING);
        return;
    }
    frame->present |= VRMI_BIT(row);
    walk->is_unresolved = false;
    /* The frame array does not move, but `frame` is no longer the top after enter(). */
    bool is_right = enter(walk, value, ref, VRM_JSON_MISSING, type);
    if (is_right) frame->members[row] = ref;
    if (is_right || walk->is_unresolved) frame->right |= VRMI_BIT(row);
}

static void list_rows(const vrmi_SchemaType* type, uint64_t rows, char* out, size_t size) {
    size_t used = 0;
    out[0] = '\0';
    for (uint32_t i = 0; i < type->member_count && used + 1 < size; i++) {
        if ((rows & VRMI_BIT(i)) == 0) continue;
        int n = snprintf(out + used, size - used, "%s'%s'", used > 0 ? ", " : "",
                         type->members[i].name);
        if (n < 0) break;
        used += (size_t)n;
    }
}

static int bit_count(uint64_t bits) {
    int count = 0;
    for (; bits != 0; bits &= bits - 1) count++;
    return count;
}

static void check_one_of(vrmi_SchemaWalk* walk, const Frame* frame) {
    const vrmi_SchemaType* type = frame->type;
    const struct {
        uint64_t rows, has;
        int min, max;
        const char* words;
    } groups[] = {{type->exactly_one_of, frame->right, 1, 1, "Exactly one"},
                  {type->at_most_one_of, frame->present, 0, 1, "At most one"},
                  {type->at_least_one_of, frame->present, 1, 64, "At least one"}};
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        int count = bit_count(groups[i].has & groups[i].rows);
        if (groups[i].rows == 0 || (count >= groups[i].min && count <= groups[i].max)) continue;
        char words[256];
        list_rows(type, groups[i].rows, words, sizeof words);
        vrmi_report(walk->report, rule_for(NULL, type->codes, VRMI_PROBLEM_ONE_OF), walk->json,
                    frame->at, "%s of %s must be there.", groups[i].words, words);
    }
}

/* Called when all members were read: checks for missing members and invalid combinations. */
static void finish_object(vrmi_SchemaWalk* walk, Frame* frame) {
    const vrmi_SchemaType* type = frame->type;
    for (uint32_t i = 0; i < type->member_count; i++) {
        const vrmi_SchemaMember* member = &type->members[i];
        if ((frame->present & VRMI_BIT(i)) == 0) {
            if ((member->value.flags & VRMI_REQUIRED) != 0)
                vrmi_report(walk->report,
                            rule_for(member->value.codes, type->codes, VRMI_PROBLEM_MISSING),
                            walk->json, frame->at, "The property '%s' is missing.", member->name);
        } else if ((frame->right & VRMI_BIT(i)) != 0 && member->value.needs != 0 &&
                   (frame->right & VRMI_BIT(member->value.needs - 1)) == 0) {
            vrm_JsonRef at = vrm_json_member(walk->json, frame->at, member->name);
            vrmi_report(walk->report,
                        rule_for(member->value.codes, type->codes, VRMI_PROBLEM_DEPENDENCY),
                        walk->json, at, "This needs the property '%s' beside it.",
                        type->members[member->value.needs - 1].name);
        }
    }
    check_one_of(walk, frame);
    if (type->check != NULL) type->check(walk, frame->at, frame->members);
}

/* ---- Extensions ---- */

static const vrmi_SchemaExtension* find_extension(const vrmi_SchemaWalk* walk, vrm_Span name,
                                                  const vrmi_SchemaType* place, bool* out_known) {
    *out_known = false;
    for (uint32_t s = 0; s < walk->extension_count; s++) {
        for (uint32_t i = 0; i < walk->extensions[s]->row_count; i++) {
            const vrmi_SchemaExtension* row = &walk->extensions[s]->rows[i];
            if (strncmp(row->name, name.data, name.size) != 0 || row->name[name.size] != '\0')
                continue;
            *out_known = true;
            if (place != NULL && row->place != NULL &&
                (row->place == place || row->place == place->like))
                return row;
        }
    }
    return NULL;
}

static bool is_of_vrm(vrm_Span name) {
    return name.size >= 5 && memcmp(name.data, "VRMC_", 5) == 0;
}

/* DEVIATION from Khronos: VRM requires KHR_materials_unlit beside VRMC_materials_mtoon, so VRM's
 * own extensions do not exclude others. */
static bool has_rivals(const vrmi_SchemaWalk* walk, const Frame* frame) {
    int count = 0;
    vrm_JsonIter it = vrm_json_iter(walk->json, frame->at);
    while (count < 2 && vrm_json_next(&it)) {
        char buffer[16];
        vrm_Span name = vrmi_key_text(walk->json, it.key, buffer, sizeof buffer);
        count += !is_of_vrm(name);
    }
    return count > 1;
}

static void step_extension(vrmi_SchemaWalk* walk, Frame* frame) {
    vrm_JsonRef ref = frame->it.value;
    char buffer[128];
    vrm_Span name = vrmi_key_text(walk->json, frame->it.key, buffer, sizeof buffer);
    if (!is_type(walk->json, ref, VRM_JSON_OBJECT))
        vrmi_report(walk->report, VRMI_RULE_TYPE_MISMATCH, walk->json, ref,
                    "An extension must be an object.");
    bool is_known;
    const vrmi_SchemaExtension* row = find_extension(walk, name, frame->place, &is_known);
    if (!vrmi_names_have(walk->declared, name)) {
        vrmi_report(walk->report, VRMI_RULE_UNDECLARED_EXTENSION, walk->json, ref, NULL);
        if (row == NULL || !row->even_undeclared) return;
    }
    if (!is_known) return;
    if (row == NULL) {
        vrmi_report(walk->report,
                    is_of_vrm(name) ? VRMI_RULE_VRM_EXTENSION_MISPLACED
                                    : VRMI_RULE_UNEXPECTED_EXTENSION_OBJECT,
                    walk->json, ref, NULL);
        return;
    }
    if (row->is_exclusive && has_rivals(walk, frame))
        vrmi_report(walk->report, VRMI_RULE_MULTIPLE_EXTENSIONS, walk->json, ref, NULL);
    const vrmi_SchemaType* type = row->type;
    if (type == NULL || !is_type(walk->json, ref, VRM_JSON_OBJECT)) return;
    push(walk, ref, type->choose != NULL ? type->choose(walk, ref) : type, NULL, NULL);
}

/* ---- The walk ---- */

static void step(vrmi_SchemaWalk* walk, Frame* frame) {
    if (frame->type != NULL)
        step_object(walk, frame);
    else if (frame->element != NULL)
        enter(walk, frame->element, frame->it.value, frame->at, NULL);
    else
        step_extension(walk, frame);
}

static bool prepare_target(vrmi_SchemaWalk* walk, vrmi_Target target) {
    vrm_JsonRef array = vrm_json_at(walk->json, vrmi_target_pointers[target]);
    if (!is_type(walk->json, array, VRM_JSON_ARRAY)) array = VRM_JSON_MISSING;
    walk->target_arrays[target] = array;
    walk->target_counts[target] = vrm_json_count(walk->json, array);
    uint8_t* used = vrmi_arena_alloc(walk->arena, (size_t)walk->target_counts[target] + 1, 1);
    walk->used[target] = used;
    if (used == NULL) return false;
    vrm_JsonIter it = vrm_json_iter(walk->json, array);
    while (vrm_json_next(&it))
        if (!is_type(walk->json, it.value, VRM_JSON_OBJECT)) used[it.index] = VRMI_NO_OBJECT;
    return true;
}

vrm_Result vrmi_schema_prepare(vrmi_SchemaWalk* walk) {
    walk->result = VRM_OK;
    walk->declared =
        vrmi_names_create(walk->json, vrm_json_at(walk->json, "/extensionsUsed"), walk->arena);
    if (walk->declared == NULL) walk->result = VRM_ERR_MEMORY;
    for (int i = 1; i < VRMI_TARGET_COUNT; i++)
        if (!prepare_target(walk, (vrmi_Target)i)) walk->result = VRM_ERR_MEMORY;
    return walk->result;
}

vrm_Result vrmi_schema_walk(vrmi_SchemaWalk* walk, vrm_JsonRef value, const vrmi_SchemaType* type) {
    Frame frames[FRAMES];
    vrmi_SchemaSeen seen = {0};
    walk->frames = frames;
    walk->depth = 0;
    walk->seen = &seen;
    const vrmi_SchemaValue start = {.kind = VRMI_OBJECT, .type = type};
    if (walk->result == VRM_OK) enter(walk, &start, value, VRM_JSON_MISSING, NULL);
    while (walk->depth > 0 && walk->result == VRM_OK) {
        Frame* frame = &walk->frames[walk->depth - 1];
        if (vrm_json_next(&frame->it)) {
            step(walk, frame);
            continue;
        }
        /* The object stays open during its check, so that findings there have the right place. */
        if (frame->type != NULL) finish_object(walk, frame);
        walk->depth--;
    }
    walk->frames = NULL;
    walk->depth = 0;
    walk->seen = NULL;
    return walk->result;
}

int64_t vrmi_schema_element(const vrmi_SchemaWalk* walk, vrmi_Target target) {
    if (walk->depth < 2 || walk->frames[1].at != walk->target_arrays[target]) return -1;
    return walk->frames[1].it.index;
}

bool vrmi_schema_is_declared(const vrmi_SchemaWalk* walk, const char* name) {
    return vrmi_names_have(walk->declared, (vrm_Span){name, strlen(name)});
}

bool vrmi_schema_is_known(const vrmi_SchemaWalk* walk, vrm_JsonRef name) {
    char buffer[128];
    bool is_known;
    vrm_Span text = vrmi_key_text(walk->json, name, buffer, sizeof buffer);
    find_extension(walk, text, NULL, &is_known);
    return is_known;
}

void vrmi_schema_use(vrmi_SchemaWalk* walk, vrmi_Target target, int64_t index) {
    if (index >= 0 && index < (int64_t)walk->target_counts[target])
        walk->used[target][index] |= VRMI_IS_USED;
}
