/* SPDX-License-Identifier: MIT */
/* Prepares a comparison and runs its parts in order. */
#include "diff/diff.h"

#include "base/budget.h"
#include "model/model.h"

#include <string.h>

static const char* const part_names[VRM_DIFF_PART_COUNT] = {
    "meta",      "humanoid",    "expressions", "lookAt", "firstPerson", "springs",
    "colliders", "constraints", "materials",   "meshes", "nodes",       "animations"};

const char* vrm_diff_part_name(vrm_DiffPart part) {
    return (unsigned)part < VRM_DIFF_PART_COUNT ? part_names[part] : NULL;
}

const char* vrm_diff_kind_name(vrm_DiffKind kind) {
    static const char* const names[] = {"changed", "added", "removed"};
    return (unsigned)kind < 3 ? names[kind] : NULL;
}

void vrm_diff_def_init(vrm_DiffDef* def, size_t def_size) {
    vrm_DiffDef defaults = {
        .distance = 1e-4f, .angle = 0.1f, .value = 1e-4f, .max_differences = 10000};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

/* ---- Preparing ---- */

static void place_nodes(vrm_Diff* diff, vrmi_DiffSide* side) {
    size_t count = (size_t)side->gltf->node_count;
    side->rest = vrmi_diff_scratch(diff, count, sizeof *side->rest);
    side->turn = vrmi_diff_scratch(diff, count, sizeof *side->turn);
    if (diff->result != VRM_OK) return;
    for (size_t i = 0; i < count; i++) {
        int32_t index = side->gltf->node_order[i];
        const vrm_Node* node = &side->gltf->nodes[index];
        vrm_Affine local = vrmi_model_local(node);
        vrm_Quat turn = vrmi_quat_normalize(node->rest.rotation);
        bool is_root = node->parent < 0;
        side->rest[index] = is_root ? local : vrmi_affine_mul(&side->rest[node->parent], &local);
        side->turn[index] = is_root ? turn : vrmi_quat_mul(side->turn[node->parent], turn);
    }
}

/* As it is drawn (src/rig/rig_meshes.c): without `scene` the first one, without scenes everything.
 */
static void mark_shown(vrm_Diff* diff, vrmi_DiffSide* side) {
    const vrm_Gltf* gltf = side->gltf;
    side->is_shown = vrmi_diff_scratch(diff, (size_t)gltf->node_count, sizeof *side->is_shown);
    if (side->is_shown == NULL) return;
    const vrm_Scene* scene =
        gltf->scene_count == 0 ? NULL : &gltf->scenes[gltf->scene >= 0 ? gltf->scene : 0];
    for (int32_t i = 0; scene != NULL && i < scene->node_count; i++)
        side->is_shown[scene->nodes[i]] = true;
    for (int32_t i = 0; i < gltf->node_count; i++) { /* parents first */
        int32_t n = gltf->node_order[i], parent = gltf->nodes[n].parent;
        if (scene == NULL || (parent >= 0 && side->is_shown[parent])) side->is_shown[n] = true;
    }
}

static void list_bones(vrm_Diff* diff, vrmi_DiffSide* side) {
    const vrm_ClipInfo* clip = vrm_model_clip_info(side->model);
    int32_t* bones = vrmi_diff_scratch(diff, VRM_BONE_COUNT, sizeof *bones);
    if (bones == NULL) return;
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        bones[b] = clip != NULL ? clip->bones[b] : vrm_model_bone(side->model, (vrm_Bone)b);
    side->bones = bones;
}

static void prepare_side(vrm_Diff* diff, int which, const vrm_Model* model) {
    vrmi_DiffSide* side = &diff->sides[which];
    side->model = model;
    side->gltf = vrm_model_gltf(model);
    const vrm_Gltf* gltf = side->gltf;
    const vrm_SpringBones* springs = vrm_model_spring_bones(model);
    const struct {
        int32_t** place;
        int32_t count;
    } lists[] = {{&side->node_match, gltf->node_count},
                 {&side->node_id, gltf->node_count},
                 {&side->material_match, gltf->material_count},
                 {&side->material_id, gltf->material_count},
                 {&side->collider_match, springs->collider_count},
                 {&side->collider_id, springs->collider_count},
                 {&side->group_match, springs->collider_group_count},
                 {&side->group_id, springs->collider_group_count}};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        size_t count = (size_t)lists[i].count;
        *lists[i].place = vrmi_diff_scratch(diff, count, sizeof(int32_t));
        if (*lists[i].place != NULL) memset(*lists[i].place, 0xff, count * sizeof(int32_t));
    }
    side->palettes = vrmi_diff_scratch(diff, (size_t)gltf->skin_count, sizeof *side->palettes);
    list_bones(diff, side);
    if (diff->result == VRM_OK) place_nodes(diff, side);
    if (diff->result == VRM_OK) mark_shown(diff, side);
}

static void number_nodes(vrm_Diff* diff) {
    vrmi_DiffSide *a = &diff->sides[0], *b = &diff->sides[1];
    vrmi_diff_number(a->gltf->node_count, b->node_match, b->gltf->node_count, a->node_id,
                     b->node_id);
}

static void compare(vrm_Diff* diff) {
    static const struct {
        vrm_DiffPart part;
        void (*run)(vrm_Diff* diff);
    } parts[] = {
        {VRM_DIFF_META, vrmi_diff_meta},
        {VRM_DIFF_HUMANOID, vrmi_diff_humanoid},
        {VRM_DIFF_EXPRESSIONS, vrmi_diff_expressions},
        {VRM_DIFF_LOOK_AT, vrmi_diff_look_at},
        {VRM_DIFF_FIRST_PERSON, vrmi_diff_first_person},
        {VRM_DIFF_SPRINGS, vrmi_diff_springs},
        {VRM_DIFF_COLLIDERS, vrmi_diff_colliders},
        {VRM_DIFF_CONSTRAINTS, vrmi_diff_constraints},
        {VRM_DIFF_MATERIALS, vrmi_diff_materials},
        {VRM_DIFF_MESHES, vrmi_diff_meshes},
        {VRM_DIFF_NODES, vrmi_diff_nodes},
        {VRM_DIFF_NODES, vrmi_diff_views},
        {VRM_DIFF_ANIMATIONS, vrmi_diff_animations},
    };
    vrmi_diff_match_nodes(diff);
    if (diff->result == VRM_OK) number_nodes(diff);
    if (diff->result == VRM_OK) vrmi_diff_hash_images(diff);
    if (diff->result == VRM_OK) vrmi_diff_match_materials(diff);
    if (diff->result == VRM_OK) vrmi_diff_match_colliders(diff);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0] && diff->result == VRM_OK; i++) {
        diff->part = parts[i].part;
        parts[i].run(diff);
    }
}

/* ---- Life ---- */

static bool is_tolerance(float value) {
    return value >= 0.0f && vrmi_is_finite(value);
}

/* Vertices are stored once and may be shown, and morphed, many times. */
static uint64_t allowed_work(const vrm_Model* before, const vrm_Model* after) {
    const vrm_Allowance allowance = {.base = UINT64_C(1) << 26, .per_byte = 16};
    uint64_t bytes = vrm_model_source_bytes(before) + vrm_model_source_bytes(after);
    return vrmi_allowance(allowance, bytes);
}

vrm_Result vrm_diff_create(const vrm_Model* before, const vrm_Model* after,
                           const vrm_DiffDef* given, vrm_Diff** out_diff) {
    vrm_DiffDef def = vrm_default_diff_def();
    *out_diff = NULL;
    if (given != NULL && !vrmi_def_copy(&def, sizeof def, given)) return VRM_ERR_DEF;
    if (!is_tolerance(def.distance) || !is_tolerance(def.angle) || !is_tolerance(def.value) ||
        def.max_differences < 0)
        return VRM_ERR_ARGUMENT;
    def.allocator = vrmi_allocator(&def.allocator);
    if (def.work == 0) def.work = allowed_work(before, after);
    vrm_Diff* diff = vrmi_alloc_zeroed(&def.allocator, 1, sizeof *diff);
    if (diff == NULL) return VRM_ERR_MEMORY;
    diff->def = def;
    vrmi_arena_init(&diff->kept, &def.allocator, 1024);
    diff->limits = vrm_default_limits();
    diff->limits.memory = (vrm_Allowance){def.work / 2, 0};
    vrmi_budget_init(&diff->budget, &def.allocator);
    vrmi_budget_open(&diff->budget, &diff->limits, 0, 0, NULL);
    vrm_Allocator counted = vrmi_budget_allocator(&diff->budget);
    vrmi_arena_init(&diff->scratch, &counted, 65536);
    prepare_side(diff, VRMI_BEFORE, before);
    if (diff->result == VRM_OK) prepare_side(diff, VRMI_AFTER, after);
    if (diff->result == VRM_OK) compare(diff);
    vrmi_arena_release(&diff->scratch);
    vrm_Result result = diff->result;
    if (result == VRM_OK)
        *out_diff = diff;
    else
        vrm_diff_destroy(diff);
    return result;
}

int32_t vrm_diff_count(const vrm_Diff* diff) {
    return (int32_t)diff->count;
}

uint64_t vrm_diff_total(const vrm_Diff* diff) {
    return diff->total;
}

vrm_Difference vrm_diff_get(const vrm_Diff* diff, int32_t index) {
    if (index < 0 || (size_t)index >= diff->count)
        return (vrm_Difference){VRM_DIFF_META, VRM_DIFF_CHANGED, "", "", "", ""};
    return diff->list[index];
}

void vrm_diff_destroy(vrm_Diff* diff) {
    if (diff == NULL) return;
    vrm_Allocator allocator = diff->def.allocator;
    vrmi_release(&allocator, diff->list, diff->capacity * sizeof *diff->list);
    vrmi_arena_release(&diff->kept);
    vrmi_release(&allocator, diff, sizeof *diff);
}
