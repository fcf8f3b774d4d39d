/* SPDX-License-Identifier: MIT */
/* First person, gaze and expressions in the form of 0.x, which refers to meshes where 1.0 refers to
 * nodes, and to materials by name. */
#include "migrate/down.h"

#include "model/color.h"
#include "model/emission.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- First person and gaze ---- */

static void put_degree_map(vrm_JsonBuilder* b, const char* key, const vrm_RangeMap* map) {
    vrmi_open_object(b, key);
    vrmi_put_floats(b, "curve", (float[]){0, 0, 0, 1, 1, 1, 1, 0}, 8);
    vrmi_put_float(b, "xRange", map->input_max_degrees);
    vrmi_put_float(b, "yRange", map->output_scale);
    vrm_json_end_object(b);
}

/* An avatar without gaze control gets eyes that turn by 0. */
static void put_look_at(const vrmi_Descent* descent, vrm_JsonBuilder* b) {
    static const vrm_LookAt still = {.offset_from_head = {0.0f, 0.06f, 0.0f},
                                     .horizontal_inner = {.input_max_degrees = 90.0f},
                                     .horizontal_outer = {.input_max_degrees = 90.0f},
                                     .vertical_down = {.input_max_degrees = 90.0f},
                                     .vertical_up = {.input_max_degrees = 90.0f}};
    const vrm_LookAt* look_at = descent->migration.model->avatar->look_at;
    if (look_at == NULL) look_at = &still;
    vrmi_put_unity(b, "firstPersonBoneOffset", look_at->offset_from_head);
    vrmi_put_string(b, "lookAtTypeName", look_at->type == VRM_LOOK_AT_BONE ? "Bone" : "BlendShape");
    put_degree_map(b, "lookAtHorizontalInner", &look_at->horizontal_inner);
    put_degree_map(b, "lookAtHorizontalOuter", &look_at->horizontal_outer);
    put_degree_map(b, "lookAtVerticalDown", &look_at->vertical_down);
    put_degree_map(b, "lookAtVerticalUp", &look_at->vertical_up);
}

void vrmi_descent_first_person(vrmi_Descent* descent, vrm_JsonBuilder* b) {
    static const char* const flags[] = {"Auto", "Both", "ThirdPersonOnly", "FirstPersonOnly"};
    const vrm_Model* model = descent->migration.model;
    const vrm_Gltf* gltf = descent->migration.gltf;
    uint8_t* seen = vrmi_migrate_alloc(&descent->migration, (size_t)gltf->mesh_count, 1);
    if (seen == NULL) return;
    vrmi_open_object(b, "firstPerson");
    vrmi_put_integer(b, "firstPersonBone", model->avatar->bones[VRM_BONE_HEAD]);
    put_look_at(descent, b);
    vrmi_open_array(b, "meshAnnotations");
    for (int32_t i = 0; i < gltf->node_count; i++) {
        int32_t mesh = gltf->nodes[i].mesh, type = (int32_t)vrm_model_first_person(model, i);
        if (mesh < 0) continue;
        if (seen[mesh] != 0) {
            if (seen[mesh] != type + 1)
                vrmi_descent_report(descent, VRMI_RULE_DOWNGRADE_FIRST_PERSON_SHARED,
                                    gltf->nodes[i].json);
            continue;
        }
        seen[mesh] = (uint8_t)(type + 1);
        vrm_json_begin_object(b);
        vrmi_put_integer(b, "mesh", mesh);
        vrmi_put_string(b, "firstPersonFlag", flags[type]);
        vrm_json_end_object(b);
    }
    vrm_json_end_array(b);
    vrm_json_end_object(b);
}

/* ---- Names ---- */

/* In the order of vrm_ExpressionPreset; 0.x has no preset for surprise, and identifies it by its
 * name. */
static const struct {
    const char *name, *preset;
} presets[VRM_EXPRESSION_PRESET_COUNT] = {{"Joy", "joy"},
                                          {"Angry", "angry"},
                                          {"Sorrow", "sorrow"},
                                          {"Fun", "fun"},
                                          {"Surprised", "unknown"},
                                          {"A", "a"},
                                          {"I", "i"},
                                          {"U", "u"},
                                          {"E", "e"},
                                          {"O", "o"},
                                          {"Blink", "blink"},
                                          {"Blink_L", "blink_l"},
                                          {"Blink_R", "blink_r"},
                                          {"LookUp", "lookup"},
                                          {"LookDown", "lookdown"},
                                          {"LookLeft", "lookleft"},
                                          {"LookRight", "lookright"},
                                          {"Neutral", "neutral"}};

static int by_name(const void* a, const void* b) {
    const vrm_Expression* x = *(vrm_Expression* const*)a;
    const vrm_Expression* y = *(vrm_Expression* const*)b;
    int order = vrmi_compare_text(x->name, y->name, VRMI_ANY_CASE);
    return order != 0 ? order : (x > y) - (x < y); /* both are of one array */
}

static bool is_preset_name(const char* name) {
    for (int i = 0; i < VRM_EXPRESSION_PRESET_COUNT; i++)
        if (vrmi_compare_text(name, presets[i].name, VRMI_ANY_CASE) == 0 ||
            vrmi_compare_text(name, vrm_expression_preset_name((vrm_ExpressionPreset)i),
                              VRMI_ANY_CASE) == 0)
            return true;
    return false;
}

/* 0.x takes a group with either name of a preset, ignoring case, for the preset. It ignores case
 * among the other names too: the first expression keeps its name. Returns one flag for each
 * expression; NULL when there is no memory. */
static bool* find_taken_names(vrmi_Descent* descent, const vrm_Expression* expressions,
                              size_t count) {
    size_t custom_count = 0;
    bool* is_taken = vrmi_migrate_alloc(&descent->migration, count, sizeof *is_taken);
    const vrm_Expression** customs =
        vrmi_migrate_alloc(&descent->migration, count, sizeof *customs);
    if (is_taken == NULL || customs == NULL) return NULL;
    for (size_t i = 0; i < count; i++)
        if (expressions[i].preset == VRM_EXPRESSION_CUSTOM)
            customs[custom_count++] = &expressions[i];
    qsort(customs, custom_count, sizeof *customs, by_name);
    for (size_t i = 0; i < custom_count; i++)
        is_taken[customs[i] - expressions] =
            (i > 0 &&
             vrmi_compare_text(customs[i]->name, customs[i - 1]->name, VRMI_ANY_CASE) == 0) ||
            is_preset_name(customs[i]->name);
    return is_taken;
}

static void put_names(vrmi_Descent* descent, vrm_JsonBuilder* b, const vrm_Expression* expression,
                      int32_t index, bool is_taken) {
    if (expression->preset != VRM_EXPRESSION_CUSTOM) {
        vrmi_put_string(b, "name", presets[expression->preset].name);
        vrmi_put_string(b, "presetName", presets[expression->preset].preset);
        return;
    }
    const char* name = expression->name;
    if (is_taken) {
        size_t size = strlen(name) + 32;
        char* other = vrmi_migrate_alloc(&descent->migration, size, 1);
        if (other == NULL) return;
        snprintf(other, size, "%s_custom%d", name, (int)index);
        name = other;
        vrmi_descent_report(descent, VRMI_RULE_DOWNGRADE_EXPRESSION_RENAMED, expression->json);
    }
    vrmi_put_string(b, "name", name);
    vrmi_put_string(b, "presetName", "unknown");
}

/* ---- Binds ---- */

typedef struct Bind {
    int32_t mesh, index, node, place;
    float weight;
} Bind;

static int by_morph(const void* a, const void* b) {
    const Bind *x = a, *y = b;
    if (x->mesh != y->mesh) return x->mesh < y->mesh ? -1 : 1;
    if (x->index != y->index) return x->index < y->index ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

static int by_node(const void* a, const void* b) {
    const Bind *x = a, *y = b;
    if (x->mesh != y->mesh) return x->mesh < y->mesh ? -1 : 1;
    if (x->index != y->index) return x->index < y->index ? -1 : 1;
    if (x->node != y->node) return x->node < y->node ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

static bool are_of_one_morph(const Bind* a, const Bind* b) {
    return a->mesh == b->mesh && a->index == b->index;
}

/* Flags binds of a morph that an earlier bind sets on another node with the same mesh: 0.x
 * expresses both in one. */
static void find_said(Bind* binds, size_t count, bool* is_said) {
    qsort(binds, count, sizeof *binds, by_morph);
    const Bind* first = binds; /* of those of the same morph */
    for (const Bind* bind = binds; bind < binds + count; bind++) {
        if (!are_of_one_morph(bind, first)) first = bind;
        is_said[bind->place] = bind->node != first->node;
    }
}

/* Whether 0.x, which binds meshes, moves all nodes as far as 1.0 does: every node that shows the
 * mesh of a morph is bound to it, with the same weight in all. `users` is the number of nodes that
 * use each mesh. */
static bool move_alike(Bind* binds, size_t count, const int32_t* users) {
    qsort(binds, count, sizeof *binds, by_node);
    for (size_t begin = 0, end; begin < count; begin = end) {
        int32_t nodes = 0;
        float first = 0.0f, weight = 0.0f;
        for (end = begin; end < count && are_of_one_morph(&binds[begin], &binds[end]); end++) {
            bool is_last = end + 1 == count || !are_of_one_morph(&binds[end], &binds[end + 1]) ||
                           binds[end].node != binds[end + 1].node;
            weight += binds[end].weight;
            if (!is_last) continue;
            if (nodes++ == 0) first = weight;
            if (weight != first) return false;
            weight = 0.0f;
        }
        if (nodes != users[binds[begin].mesh]) return false;
    }
    return true;
}

/* `users` is the number of nodes that use each mesh. */
static void put_morph_binds(vrmi_Descent* descent, vrm_JsonBuilder* b, const int32_t* users,
                            const vrm_Expression* expression) {
    const vrm_Gltf* gltf = descent->migration.gltf;
    size_t count = (size_t)expression->morph_bind_count;
    bool* is_said = vrmi_migrate_alloc(&descent->migration, count, sizeof *is_said);
    Bind* binds = vrmi_migrate_alloc(&descent->migration, count, sizeof *binds);
    if (is_said == NULL || binds == NULL) return;
    for (size_t i = 0; i < count; i++) { /* the reader takes binds of nodes with a mesh only */
        const vrm_MorphBind* bind = &expression->morph_binds[i];
        binds[i] =
            (Bind){gltf->nodes[bind->node].mesh, bind->index, bind->node, (int32_t)i, bind->weight};
    }
    find_said(binds, count, is_said);
    vrmi_open_array(b, "binds");
    for (int32_t i = 0; i < expression->morph_bind_count; i++) {
        const vrm_MorphBind* bind = &expression->morph_binds[i];
        int32_t mesh = gltf->nodes[bind->node].mesh;
        if (is_said[i]) continue;
        vrm_json_begin_object(b);
        vrmi_put_integer(b, "mesh", mesh);
        vrmi_put_integer(b, "index", bind->index);
        vrmi_put_float(b, "weight", bind->weight * 100.0f);
        vrm_json_end_object(b);
    }
    vrm_json_end_array(b);
    if (!move_alike(binds, count, users))
        vrmi_descent_report(descent, VRMI_RULE_DOWNGRADE_BIND_SHARED, expression->json);
}

static void put_material_value(const vrmi_Descent* descent, vrm_JsonBuilder* b, int32_t material,
                               const char* property, vrm_Vec4 v) {
    vrm_json_begin_object(b);
    vrmi_put_string(b, "materialName", descent->material_names[material]);
    vrmi_put_string(b, "propertyName", property);
    vrmi_put_floats(b, "targetValue", (float[]){v.x, v.y, v.z, v.w}, 4);
    vrm_json_end_object(b);
}

static void put_material_values(const vrmi_Descent* descent, vrm_JsonBuilder* b,
                                const vrm_Expression* expression) {
    static const char* const properties[] = {"_Color", "_EmissionColor", "_ShadeColor",
                                             NULL,     "_RimColor",      "_OutlineColor"};
    const vrm_Surface* surfaces = descent->migration.model->surfaces;
    vrmi_open_array(b, "materialValues");
    for (int32_t i = 0; i < expression->color_bind_count; i++) {
        const vrm_ColorBind* bind = &expression->color_binds[i];
        vrm_Vec4 value = bind->value;
        if (properties[bind->target] == NULL) {
            vrmi_descent_report(descent, VRMI_RULE_DOWNGRADE_BIND_LOST, expression->json);
            continue;
        }
        if (bind->target != VRM_COLOR_EMISSION)
            value = vrmi_color_to_srgb(value);
        else if (surfaces != NULL)
            value = vrmi_emission_from_factor(surfaces[bind->material].material, value);
        put_material_value(descent, b, bind->material, properties[bind->target], value);
    }
    for (int32_t i = 0; i < expression->texture_bind_count; i++) {
        const vrm_TextureBind* bind = &expression->texture_binds[i];
        vrm_Vec4 st = {bind->scale.x, bind->scale.y, bind->offset.x,
                       1.0f - bind->offset.y - bind->scale.y};
        put_material_value(descent, b, bind->material, "_MainTex_ST", st);
    }
    vrm_json_end_array(b);
}

void vrmi_descent_expressions(vrmi_Descent* descent, vrm_JsonBuilder* b) {
    const vrm_Gltf* gltf = descent->migration.gltf;
    int32_t count;
    const vrm_Expression* expressions = vrmi_migrate_expressions(&descent->migration, &count);
    int32_t* users =
        vrmi_migrate_alloc(&descent->migration, (size_t)gltf->mesh_count, sizeof *users);
    bool* is_taken = find_taken_names(descent, expressions, (size_t)count);
    if (users == NULL || is_taken == NULL) return;
    for (int32_t i = 0; i < gltf->node_count; i++)
        if (gltf->nodes[i].mesh >= 0) users[gltf->nodes[i].mesh]++;
    vrmi_open_object(b, "blendShapeMaster");
    vrmi_open_array(b, "blendShapeGroups");
    for (int32_t i = 0; i < count; i++) {
        const vrm_Expression* expression = &expressions[i];
        bool overrides = expression->override_blink != VRM_OVERRIDE_NONE ||
                         expression->override_look_at != VRM_OVERRIDE_NONE ||
                         expression->override_mouth != VRM_OVERRIDE_NONE;
        vrm_json_begin_object(b);
        put_names(descent, b, expression, i, is_taken[i]);
        put_morph_binds(descent, b, users, expression);
        put_material_values(descent, b, expression);
        vrmi_put_bool(b, "isBinary", expression->binary != VRM_BINARY_NOT);
        vrm_json_end_object(b);
        if (overrides)
            vrmi_descent_report(descent, VRMI_RULE_DOWNGRADE_OVERRIDE_LOST, expression->json);
    }
    vrm_json_end_array(b);
    vrm_json_end_object(b);
}
