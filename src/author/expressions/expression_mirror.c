/* SPDX-License-Identifier: MIT */
/* Left and right. A morph target's counterpart is found by names: the other word for a side, in its
 * mesh or in the mesh of the other side's node; a target that is known to be of no side is its own.
 * Where names say nothing, the prints decide. Whatever was found counts only if it leads back. */
#include "author/expressions/expression_list.h"

#include "author/expressions/morph_expressions.h"
#include "base/report.h"
#include "model/model.h"
#include "motion/name_sides.h"
#include "vrm/face.h"

#include <string.h>

/* Prints that differ less are of counterparts. */
#define ALIKE 0.3f

/* A morph target; node -1: none. */
typedef struct Target {
    int32_t node, index;
} Target;

static const Target none = {-1, -1};

static const vrm_Mesh* mesh_of(const vrm_Gltf* gltf, int32_t node) {
    int32_t mesh = gltf->nodes[node].mesh;
    return mesh < 0 ? NULL : &gltf->meshes[mesh];
}

static const char* name_of(const vrm_Mesh* mesh, int32_t index) {
    return index < mesh->target_name_count ? mesh->target_names[index] : "";
}

/* ---- By name ---- */

static const char* meaning_text(int32_t meaning) {
    return meaning < VRM_EXPRESSION_PRESET_COUNT
               ? vrm_expression_preset_name((vrm_ExpressionPreset)meaning)
               : vrm_face_shape_name((vrm_FaceShape)(meaning - VRM_EXPRESSION_PRESET_COUNT));
}

/* Returns the meaning of the other side's targets; `meaning` itself if it has no side. */
static int32_t mirrored_meaning(int32_t meaning) {
    vrmi_NameSide side;
    char text[64];
    if (meaning == VRMI_MORPH_UNKNOWN || !vrmi_name_side(meaning_text(meaning), &side))
        return meaning;
    vrmi_mirror_name(meaning_text(meaning), &side, text);
    return vrmi_morph_meaning(text);
}

/* "eye_l_look_l" is no counterpart of "eye_l_look_r": what names mean has to fit too. */
static int32_t find_named(const vrm_Mesh* mesh, const char* name, int32_t wanted) {
    vrmi_NameSide side;
    if (!vrmi_name_side(name, &side)) return -1;
    for (int32_t t = 0; t < mesh->target_count && t < mesh->target_name_count; t++)
        if (vrmi_is_mirrored_name(name, &side, mesh->target_names[t]) &&
            vrmi_morph_meaning(mesh->target_names[t]) == wanted)
            return t;
    return -1;
}

static int32_t find_meaning(const vrm_Mesh* mesh, int32_t wanted) {
    for (int32_t t = 0; t < mesh->target_count && t < mesh->target_name_count; t++)
        if (vrmi_morph_meaning(mesh->target_names[t]) == wanted) return t;
    return -1;
}

static int32_t find_equal(const vrm_Mesh* mesh, const char* name) {
    for (int32_t t = 0; t < mesh->target_count && t < mesh->target_name_count; t++)
        if (strcmp(mesh->target_names[t], name) == 0) return t;
    return -1;
}

/* Returns the node with a mesh that has the name of the other side; -1: none. */
static int32_t other_node(const vrm_Gltf* gltf, int32_t node) {
    vrmi_NameSide side;
    const char* name = gltf->nodes[node].name;
    if (!vrmi_name_side(name, &side)) return -1;
    for (int32_t n = 0; n < gltf->node_count; n++)
        if (gltf->nodes[n].mesh >= 0 && vrmi_is_mirrored_name(name, &side, gltf->nodes[n].name))
            return n;
    return -1;
}

/* Returns false if names say nothing. */
static bool find_by_name(const vrm_Gltf* gltf, Target from, Target* out) {
    const vrm_Mesh* mesh = mesh_of(gltf, from.node);
    const char* name = name_of(mesh, from.index);
    int32_t meaning = vrmi_morph_meaning(name), wanted = mirrored_meaning(meaning);
    int32_t node = other_node(gltf, from.node), index = find_named(mesh, name, wanted);
    *out = (Target){from.node, index};
    if (index < 0 && wanted != meaning) out->index = find_meaning(mesh, wanted);
    if (out->index >= 0) return true;
    if (node >= 0 && name[0] != '\0') {
        const vrm_Mesh* other = mesh_of(gltf, node);
        index = find_named(other, name, wanted);
        if (index < 0) index = find_equal(other, name);
        if (index >= 0) *out = (Target){node, index};
        if (index >= 0) return true;
    }
    out->index = from.index;
    return node < 0 && meaning != VRMI_MORPH_UNKNOWN && wanted == meaning;
}

/* ---- By shape ---- */

static vrm_Result prints_of(vrm_ExpressionList* list, int32_t node, vrmi_MorphPrint** out) {
    vrm_Result result = VRM_OK;
    if (list->prints[node] == NULL)
        result = vrmi_morph_prints(vrm_model_gltf(list->model), node, &list->budget, &list->arena,
                                   &list->prints[node]);
    *out = list->prints[node];
    return result;
}

/* A target that does the same on both sides is its own counterpart, even if others are alike. */
static vrm_Result find_by_shape(vrm_ExpressionList* list, Target from, Target* out) {
    vrmi_MorphPrint* prints;
    vrm_Result result = prints_of(list, from.node, &prints);
    *out = from;
    if (result != VRM_OK) return result;
    float least = vrmi_mirrored_difference(&prints[from.index], &prints[from.index]);
    if (least < ALIKE) return VRM_OK;
    *out = none;
    least = ALIKE;
    int32_t count = mesh_of(vrm_model_gltf(list->model), from.node)->target_count;
    for (int32_t t = 0; t < count; t++) {
        float difference = vrmi_mirrored_difference(&prints[from.index], &prints[t]);
        if (t == from.index || !(difference < least)) continue;
        least = difference;
        *out = (Target){from.node, t};
    }
    return VRM_OK;
}

/* ---- Targets ---- */

/* Names of all targets and nodes are compared with one. */
static bool may_search(vrm_ExpressionList* list, int32_t node) {
    const vrm_Gltf* gltf = vrm_model_gltf(list->model);
    uint64_t targets = (uint64_t)mesh_of(gltf, node)->target_count;
    return vrmi_budget_work(&list->budget, "counterparts of morph targets",
                            64 * targets + (uint64_t)gltf->node_count);
}

static vrm_Result find_other(vrm_ExpressionList* list, Target from, Target* out) {
    *out = none;
    if (!may_search(list, from.node)) return VRM_ERR_LIMIT;
    if (find_by_name(vrm_model_gltf(list->model), from, out)) return VRM_OK;
    return find_by_shape(list, from, out);
}

static vrm_Result find_counterpart(vrm_ExpressionList* list, Target from, Target* out) {
    Target back = none;
    vrm_Result result = find_other(list, from, out);
    if (result == VRM_OK && out->node >= 0) result = find_other(list, *out, &back);
    if (back.node != from.node || back.index != from.index) *out = none;
    return result;
}

static void open_budget(vrm_ExpressionList* list) {
    const vrmi_Document* document = list->model->document;
    vrmi_budget_open(&list->budget, &document->def.limits, vrmi_document_source_bytes(document),
                     vrmi_budget_allocated(&list->budget), NULL);
}

vrm_Result vrm_expression_list_counterpart(vrm_ExpressionList* list, int32_t node, int32_t index,
                                           vrm_MorphBind* out_bind) {
    const vrm_Gltf* gltf = vrm_model_gltf(list->model);
    Target found = none;
    *out_bind = (vrm_MorphBind){-1, -1, 1.0f};
    if (node < 0 || node >= gltf->node_count || mesh_of(gltf, node) == NULL || index < 0 ||
        index >= mesh_of(gltf, node)->target_count)
        return VRM_ERR_ARGUMENT;
    open_budget(list);
    vrm_Result result = find_counterpart(list, (Target){node, index}, &found);
    result = vrmi_budget_close(&list->budget, result);
    if (result == VRM_OK) *out_bind = (vrm_MorphBind){found.node, found.index, 1.0f};
    return result;
}

/* ---- Materials ---- */

static int32_t named_material(const vrm_Gltf* gltf, int32_t material) {
    vrmi_NameSide side;
    const char* name = gltf->materials[material].name;
    if (!vrmi_name_side(name, &side)) return -1;
    for (int32_t m = 0; m < gltf->material_count; m++)
        if (vrmi_is_mirrored_name(name, &side, gltf->materials[m].name)) return m;
    return -1;
}

/* Materials of equal names: only a pair that leads back is swapped. */
static int32_t mirrored_material(const vrm_Gltf* gltf, int32_t material) {
    int32_t other = named_material(gltf, material);
    return other >= 0 && named_material(gltf, other) == material ? other : material;
}

/* ---- Expressions ---- */

static vrm_Result mirror_morphs(vrm_ExpressionList* list, vrm_Expression* expression) {
    size_t count = (size_t)expression->morph_bind_count;
    vrm_MorphBind* binds = vrmi_arena_alloc(&list->scratch, count, sizeof *binds);
    if (binds == NULL) return VRM_ERR_MEMORY;
    for (size_t i = 0; i < count; i++) {
        const vrm_MorphBind* bind = &expression->morph_binds[i];
        Target to;
        vrm_Result result = find_counterpart(list, (Target){bind->node, bind->index}, &to);
        if (result != VRM_OK) return result;
        if (to.node < 0) return VRM_ERR_INVALID;
        binds[i] = (vrm_MorphBind){to.node, to.index, bind->weight};
    }
    expression->morph_binds = binds;
    return VRM_OK;
}

static vrm_Result mirror_materials(vrm_ExpressionList* list, vrm_Expression* expression) {
    const vrm_Gltf* gltf = vrm_model_gltf(list->model);
    size_t colors = (size_t)expression->color_bind_count,
           textures = (size_t)expression->texture_bind_count;
    vrm_ColorBind* color = vrmi_arena_alloc(&list->scratch, colors, sizeof *color);
    vrm_TextureBind* texture = vrmi_arena_alloc(&list->scratch, textures, sizeof *texture);
    if (color == NULL || texture == NULL) return VRM_ERR_MEMORY;
    if (!vrmi_budget_work(&list->budget, "materials of expressions",
                          (colors + textures) * (uint64_t)gltf->material_count))
        return VRM_ERR_LIMIT;
    for (size_t i = 0; i < colors; i++) {
        color[i] = expression->color_binds[i];
        color[i].material = mirrored_material(gltf, color[i].material);
    }
    for (size_t i = 0; i < textures; i++) {
        texture[i] = expression->texture_binds[i];
        texture[i].material = mirrored_material(gltf, texture[i].material);
    }
    expression->color_binds = color;
    expression->texture_binds = texture;
    return VRM_OK;
}

/* What stays as it is where the expression exists. */
static void keep_others(const vrm_Expression* old, vrm_Expression* made) {
    made->binary = old->binary;
    made->override_blink = old->override_blink;
    made->override_look_at = old->override_look_at;
    made->override_mouth = old->override_mouth;
    made->json = old->json;
}

static vrm_Result mirror(vrm_ExpressionList* list, int32_t index, const char* to,
                         int32_t* out_index) {
    vrm_Expression made = list->items[index];
    int32_t taken = vrm_expression_list_find(list, to);
    made.name = to;
    if (taken >= 0) keep_others(&list->items[taken], &made);
    *out_index = taken < 0 ? list->count : taken;
    vrm_Result result = mirror_morphs(list, &made);
    if (result == VRM_OK) result = mirror_materials(list, &made);
    return result == VRM_OK ? vrmi_expression_put(list, *out_index, &made) : result;
}

/* The name of the other side, or the name itself. */
static const char* mirrored_name(vrm_ExpressionList* list, const char* name) {
    vrmi_NameSide side;
    bool has_side = vrmi_name_side(name, &side);
    size_t size = has_side ? vrmi_mirrored_name_size(name, &side) + 1 : strlen(name) + 1;
    char* out = vrmi_arena_alloc(&list->scratch, size, 1);
    if (out != NULL && has_side) vrmi_mirror_name(name, &side, out);
    if (out != NULL && !has_side) memcpy(out, name, size);
    return out;
}

vrm_Result vrm_expression_list_mirror(vrm_ExpressionList* list, const char* name, const char* to,
                                      int32_t* out_index) {
    int32_t index = vrm_expression_list_find(list, name);
    if (index < 0 || (to != NULL && !vrmi_is_expression_name(to))) return VRM_ERR_ARGUMENT;
    int32_t made = -1;
    open_budget(list);
    if (to == NULL) to = mirrored_name(list, name);
    vrm_Result result = to != NULL ? mirror(list, index, to, &made) : VRM_ERR_MEMORY;
    vrmi_arena_clear(&list->scratch);
    result = vrmi_budget_close(&list->budget, result);
    if (out_index != NULL) *out_index = result == VRM_OK ? made : -1;
    return result;
}
