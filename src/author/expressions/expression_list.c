/* SPDX-License-Identifier: MIT */
/* The list: made of a model, changed by name. */
#include "author/expressions/expression_list.h"

#include "author/expressions/morph_expressions.h"
#include "base/carver.h"
#include "base/maths.h"
#include "base/utf8.h"
#include "model/model.h"
#include "vrm/face.h"

#include <string.h>

/* ---- Items ---- */

static void carve(vrmi_Carver* carver, const vrm_Expression* from, vrm_Expression* out) {
    *out = *from;
    out->name = vrmi_carve_copy(carver, from->name, strlen(from->name) + 1, 1);
    out->morph_binds = vrmi_carve_copy(carver, from->morph_binds, (size_t)from->morph_bind_count,
                                       sizeof *from->morph_binds);
    out->color_binds = vrmi_carve_copy(carver, from->color_binds, (size_t)from->color_bind_count,
                                       sizeof *from->color_binds);
    out->texture_binds = vrmi_carve_copy(
        carver, from->texture_binds, (size_t)from->texture_bind_count, sizeof *from->texture_binds);
}

/* Copies an expression to memory of its own. */
static vrm_Result own(const vrm_ExpressionList* list, const vrm_Expression* from,
                      vrm_Expression* out, vrmi_ExpressionBlock* out_block) {
    vrmi_Carver carver = {0};
    carve(&carver, from, out);
    if (!vrmi_carver_fill(&carver, &list->allocator)) return VRM_ERR_MEMORY;
    carve(&carver, from, out);
    out->preset = vrm_expression_preset_by_name(out->name);
    *out_block = (vrmi_ExpressionBlock){carver.base, carver.used};
    return VRM_OK;
}

static vrm_Result reserve(vrm_ExpressionList* list) {
    size_t needed = (size_t)list->count + 1;
    if (needed > INT32_MAX) return VRM_ERR_LIMIT;
    vrm_Expression* items =
        vrmi_array_reserve(&list->allocator, list->items, &list->item_room, needed, sizeof *items);
    if (items == NULL) return VRM_ERR_MEMORY;
    list->items = items;
    vrmi_ExpressionBlock* blocks = vrmi_array_reserve(&list->allocator, list->blocks,
                                                      &list->block_room, needed, sizeof *blocks);
    if (blocks == NULL) return VRM_ERR_MEMORY;
    list->blocks = blocks;
    return VRM_OK;
}

vrm_Result vrmi_expression_put(vrm_ExpressionList* list, int32_t index,
                               const vrm_Expression* from) {
    vrm_Expression made;
    vrmi_ExpressionBlock block;
    vrm_Result result = own(list, from, &made, &block);
    if (result != VRM_OK) return result;
    if (index == list->count) result = reserve(list);
    if (result != VRM_OK) {
        vrmi_release(&list->allocator, block.base, block.size);
        return result;
    }
    if (index < list->count)
        vrmi_release(&list->allocator, list->blocks[index].base, list->blocks[index].size);
    else
        list->count++;
    list->items[index] = made;
    list->blocks[index] = block;
    return VRM_OK;
}

/* ---- Create ---- */

static vrm_Result read(vrm_ExpressionList* list) {
    int32_t count;
    const vrm_Expression* items = vrm_model_expressions(list->model, &count);
    size_t nodes = (size_t)vrm_model_gltf(list->model)->node_count;
    list->prints = vrmi_arena_alloc(&list->arena, nodes, sizeof *list->prints);
    vrm_Result result = list->prints != NULL ? VRM_OK : VRM_ERR_MEMORY;
    for (int32_t i = 0; i < count && result == VRM_OK; i++)
        result = vrmi_expression_put(list, i, &items[i]);
    if (result == VRM_OK)
        result = vrmi_morph_expressions(list->model, &list->budget, &list->arena, &list->proposals,
                                        &list->proposal_count);
    return result;
}

vrm_Result vrm_expression_list_create(const vrm_Model* model, const vrm_Allocator* allocator,
                                      vrm_Report* report, vrm_ExpressionList** out_list) {
    vrm_Allocator below = vrmi_allocator(allocator);
    vrm_ExpressionList* list = vrmi_alloc_zeroed(&below, 1, sizeof *list);
    *out_list = NULL;
    if (list == NULL) return VRM_ERR_MEMORY;
    list->model = model;
    vrmi_budget_init(&list->budget, &below);
    vrmi_budget_open(&list->budget, &model->document->def.limits,
                     vrmi_document_source_bytes(model->document), 0, report);
    list->allocator = vrmi_budget_allocator(&list->budget);
    vrmi_arena_init(&list->arena, &list->allocator, 16 * 1024);
    vrmi_arena_init(&list->scratch, &list->allocator, 4 * 1024);
    vrm_Result result = vrmi_budget_close(&list->budget, read(list));
    if (result == VRM_OK)
        *out_list = list;
    else
        vrm_expression_list_destroy(list);
    return result;
}

void vrm_expression_list_destroy(vrm_ExpressionList* list) {
    if (list == NULL) return;
    vrm_Allocator below = list->budget.below;
    for (int32_t i = 0; i < list->count; i++)
        vrmi_release(&list->allocator, list->blocks[i].base, list->blocks[i].size);
    vrmi_release(&list->allocator, list->items, list->item_room * sizeof *list->items);
    vrmi_release(&list->allocator, list->blocks, list->block_room * sizeof *list->blocks);
    vrmi_arena_release(&list->scratch);
    vrmi_arena_release(&list->arena);
    vrmi_release(&below, list, sizeof *list);
}

/* ---- Read ---- */

const vrm_Expression* vrm_expression_list_items(const vrm_ExpressionList* list,
                                                int32_t* out_count) {
    *out_count = list->count;
    return list->items;
}

const vrm_Expression* vrm_expression_list_proposals(const vrm_ExpressionList* list,
                                                    int32_t* out_count) {
    *out_count = list->proposal_count;
    return list->proposals;
}

int32_t vrm_expression_list_find(const vrm_ExpressionList* list, const char* name) {
    for (int32_t i = 0; i < list->count && name != NULL; i++)
        if (strcmp(list->items[i].name, name) == 0) return i;
    return -1;
}

static bool has_effect(const vrm_Expression* expression) {
    for (int32_t i = 0; i < expression->morph_bind_count; i++)
        if (expression->morph_binds[i].weight != 0.0f) return true;
    return expression->color_bind_count + expression->texture_bind_count > 0;
}

static void count_shapes(const vrm_Expression* items, int32_t count, int32_t* out) {
    bool is_there[VRM_FACE_SHAPE_COUNT] = {false};
    for (int32_t i = 0; i < count; i++) {
        vrm_FaceShape shape = vrm_face_shape_by_name(items[i].name);
        if (shape == VRM_FACE_SHAPE_NONE || is_there[shape] || !has_effect(&items[i])) continue;
        is_there[shape] = true;
        (*out)++;
    }
}

static uint32_t expected_presets(const vrm_Model* model) {
    const uint32_t gaze = 1u << VRM_EXPRESSION_LOOK_UP | 1u << VRM_EXPRESSION_LOOK_DOWN |
                          1u << VRM_EXPRESSION_LOOK_LEFT | 1u << VRM_EXPRESSION_LOOK_RIGHT;
    const vrm_LookAt* look = vrm_model_look_at(model);
    uint32_t all = (1u << VRM_EXPRESSION_PRESET_COUNT) - 1;
    bool moves_eyes = look != NULL && look->type == VRM_LOOK_AT_EXPRESSION;
    return all & ~(1u << VRM_EXPRESSION_NEUTRAL) & ~(moves_eyes ? 0 : gaze);
}

/* Returns the item that is what a proposal is; a shape may be spelled otherwise. -1: none. */
static int32_t find_same(const vrm_ExpressionList* list, const vrm_Expression* proposal) {
    int32_t index = vrm_expression_list_find(list, proposal->name);
    vrm_FaceShape shape = vrm_face_shape_by_name(proposal->name);
    for (int32_t i = 0; i < list->count && index < 0 && shape != VRM_FACE_SHAPE_NONE; i++)
        if (vrm_face_shape_by_name(list->items[i].name) == shape) index = i;
    return index;
}

/* Whether the list lacks a proposal, or has it without an effect, at `*out_index`. */
static bool is_wanted(const vrm_ExpressionList* list, const vrm_Expression* proposal,
                      int32_t* out_index) {
    *out_index = find_same(list, proposal);
    return *out_index < 0 || !has_effect(&list->items[*out_index]);
}

vrm_ExpressionFacts vrm_expression_list_facts(const vrm_ExpressionList* list) {
    vrm_ExpressionFacts facts = {.expected = expected_presets(list->model)};
    for (int32_t i = 0; i < list->count; i++) {
        const vrm_Expression* item = &list->items[i];
        if (item->preset == VRM_EXPRESSION_CUSTOM) continue;
        facts.presets |= 1u << item->preset;
        if (has_effect(item)) facts.effective |= 1u << item->preset;
    }
    for (int32_t i = 0; i < list->proposal_count; i++) {
        const vrm_Expression* proposal = &list->proposals[i];
        int32_t index;
        if (proposal->preset != VRM_EXPRESSION_CUSTOM) facts.proposed |= 1u << proposal->preset;
        facts.wanted_count += is_wanted(list, proposal, &index);
    }
    count_shapes(list->items, list->count, &facts.shape_count);
    count_shapes(list->proposals, list->proposal_count, &facts.proposed_shape_count);
    return facts;
}

/* ---- Change ---- */

bool vrmi_is_expression_name(const char* name) {
    return name != NULL && name[0] != '\0' && vrmi_utf8_is_valid(name, strlen(name));
}

static bool is_morph(const vrm_Gltf* gltf, const vrm_MorphBind* bind) {
    if (bind->node < 0 || bind->node >= gltf->node_count || !vrmi_is_finite(bind->weight))
        return false;
    int32_t mesh = gltf->nodes[bind->node].mesh;
    return mesh >= 0 && bind->index >= 0 && bind->index < gltf->meshes[mesh].target_count;
}

static bool is_color(const vrm_Gltf* gltf, const vrm_ColorBind* bind) {
    return bind->material >= 0 && bind->material < gltf->material_count &&
           (unsigned)bind->target <= VRM_COLOR_OUTLINE && vrmi_is_finite(bind->value.x) &&
           vrmi_is_finite(bind->value.y) && vrmi_is_finite(bind->value.z) &&
           vrmi_is_finite(bind->value.w);
}

static bool is_texture(const vrm_Gltf* gltf, const vrm_TextureBind* bind) {
    return bind->material >= 0 && bind->material < gltf->material_count &&
           vrmi_is_finite(bind->scale.x) && vrmi_is_finite(bind->scale.y) &&
           vrmi_is_finite(bind->offset.x) && vrmi_is_finite(bind->offset.y);
}

static bool is_sound(const vrm_Gltf* gltf, const vrm_Expression* expression) {
    if (expression->override_blink > VRM_OVERRIDE_BLEND ||
        expression->override_look_at > VRM_OVERRIDE_BLEND ||
        expression->override_mouth > VRM_OVERRIDE_BLEND ||
        expression->binary > VRM_BINARY_NON_ZERO || expression->morph_bind_count < 0 ||
        expression->color_bind_count < 0 || expression->texture_bind_count < 0)
        return false;
    for (int32_t i = 0; i < expression->morph_bind_count; i++)
        if (!is_morph(gltf, &expression->morph_binds[i])) return false;
    for (int32_t i = 0; i < expression->color_bind_count; i++)
        if (!is_color(gltf, &expression->color_binds[i])) return false;
    for (int32_t i = 0; i < expression->texture_bind_count; i++)
        if (!is_texture(gltf, &expression->texture_binds[i])) return false;
    return true;
}

vrm_Result vrm_expression_list_set(vrm_ExpressionList* list, const vrm_Expression* expression) {
    vrm_Expression named = *expression;
    if (named.name == NULL) named.name = vrm_expression_preset_name(named.preset);
    if (!vrmi_is_expression_name(named.name) || !is_sound(vrm_model_gltf(list->model), &named))
        return VRM_ERR_ARGUMENT;
    int32_t index = vrm_expression_list_find(list, named.name);
    return vrmi_expression_put(list, index < 0 ? list->count : index, &named);
}

vrm_Result vrm_expression_list_remove(vrm_ExpressionList* list, const char* name) {
    int32_t index = vrm_expression_list_find(list, name);
    if (index < 0) return VRM_ERR_ARGUMENT;
    vrmi_release(&list->allocator, list->blocks[index].base, list->blocks[index].size);
    size_t behind = (size_t)(--list->count - index);
    memmove(&list->items[index], &list->items[index + 1], behind * sizeof *list->items);
    memmove(&list->blocks[index], &list->blocks[index + 1], behind * sizeof *list->blocks);
    return VRM_OK;
}

static vrm_Result put_named(vrm_ExpressionList* list, const char* name, const char* to,
                            bool is_copy) {
    int32_t index = vrm_expression_list_find(list, name);
    int32_t taken = vrm_expression_list_find(list, to);
    if (index < 0 || !vrmi_is_expression_name(to)) return VRM_ERR_ARGUMENT;
    if (taken >= 0 && (is_copy || taken != index)) return VRM_ERR_ARGUMENT;
    vrm_Expression named = list->items[index];
    named.name = to;
    return vrmi_expression_put(list, is_copy ? list->count : index, &named);
}

vrm_Result vrm_expression_list_rename(vrm_ExpressionList* list, const char* name, const char* to) {
    return put_named(list, name, to, false);
}

vrm_Result vrm_expression_list_copy(vrm_ExpressionList* list, const char* name, const char* to) {
    return put_named(list, name, to, true);
}

/* ---- Propose ---- */

vrm_Result vrm_expression_list_propose(vrm_ExpressionList* list, int32_t* out_count) {
    int32_t count = 0;
    vrm_Result result = VRM_OK;
    for (int32_t i = 0; i < list->proposal_count && result == VRM_OK; i++) {
        vrm_Expression made = list->proposals[i];
        int32_t index;
        if (!is_wanted(list, &made, &index)) continue;
        if (index >= 0) {
            made = list->items[index];
            made.morph_binds = list->proposals[i].morph_binds;
            made.morph_bind_count = list->proposals[i].morph_bind_count;
        }
        result = vrmi_expression_put(list, index < 0 ? list->count : index, &made);
        count += result == VRM_OK;
    }
    if (out_count != NULL) *out_count = count;
    return result;
}
