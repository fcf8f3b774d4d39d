/* SPDX-License-Identifier: MIT */
/* Maps: which channels of a face a model has, by any usual name. */
#include "base/ascii.h"
#include "face/face_build.h"
#include "model/model.h"

#include <string.h>

/* Work that a file of any size may ask for, that each byte adds, and the most: a face of 100
 * targets, each moving all vertices, takes 9 steps a byte. */
#define WORK_BASE     (UINT64_C(1) << 24)
#define WORK_PER_BYTE 64
#define WORK_MOST     (UINT64_C(1) << 32)

/* ---- Names ---- */

static bool begins_with(const char* name, const char* lower) {
    for (; *lower != '\0'; lower++, name++)
        if (vrmi_lower(*name) != *lower) return false;
    return true;
}

static void find_expressions(vrmi_FaceBuild* build) {
    const vrm_Rig* rig = build->rig;
    vrm_FaceMap* map = &build->draft;
    memset(map->presets, -1, sizeof map->presets);
    memset(map->shapes, -1, sizeof map->shapes);
    memset(map->visemes, -1, sizeof map->visemes);
    for (int32_t e = 0; e < rig->expression_count; e++) {
        const vrmi_RigExpression* from = &rig->expressions[e];
        vrmi_FaceExpression* to = &map->expressions[e];
        to->name = from->name;
        to->category = from->category;
        to->binary = from->binary;
        memcpy(to->overrides, from->overrides, sizeof to->overrides);
        if (from->preset >= 0) {
            map->presets[from->preset] = e;
            continue;
        }
        vrm_FaceShape shape = vrm_face_shape_by_name(from->name);
        if (shape != VRM_FACE_SHAPE_NONE && map->shapes[shape] < 0) map->shapes[shape] = e;
        if (!begins_with(from->name, "viseme")) continue;
        vrm_Viseme viseme = vrm_viseme_by_name(from->name);
        if (viseme != VRM_VISEME_COUNT && map->visemes[viseme] < 0) map->visemes[viseme] = e;
    }
}

/* ---- Morph targets that no expression binds ---- */

static int32_t find_morphs(const vrmi_FaceBuild* build, const uint8_t* is_reached,
                           vrmi_FaceMorph* out) {
    const vrm_Rig* rig = build->rig;
    int32_t count = 0;
    for (int32_t n = 0; n < rig->mesh_node_count; n++) {
        const vrm_MeshNode* node = &rig->mesh_nodes[n];
        const vrm_Mesh* mesh = &build->gltf->meshes[node->mesh];
        for (int32_t t = 0; t < node->morph_count && t < mesh->target_name_count; t++) {
            int32_t morph = node->first_morph + t;
            const char* name = mesh->target_names[t];
            vrm_FaceShape shape =
                is_reached[morph] ? VRM_FACE_SHAPE_NONE : vrm_face_shape_by_name(name);
            if (shape == VRM_FACE_SHAPE_NONE || build->draft.shapes[shape] >= 0) continue;
            if (out != NULL) out[count] = (vrmi_FaceMorph){shape, morph, rig->rest_morphs[morph]};
            count++;
        }
    }
    return count;
}

/* With fewer shapes than this, by expression or by morph target, a name is chance: presets show
 * more than a single target would. */
#define SHAPES_MIN (VRM_FACE_SHAPE_COUNT / 2)

/* Shapes that have an expression, and those that have only a morph target. */
static void count_shapes(vrm_FaceMap* map) {
    for (int32_t i = 0; i < map->morph_count; i++)
        map->shape_morphs |= (uint64_t)1 << map->morphs[i].shape;
    for (int32_t s = 0; s < VRM_FACE_SHAPE_COUNT; s++) {
        if (map->shapes[s] >= 0) map->info.shape_count++;
        map->info.shape_morph_count += (int32_t)(map->shape_morphs >> s & 1);
    }
    if (map->info.shape_count + map->info.shape_morph_count >= SHAPES_MIN) return;
    map->info.shape_morph_count = map->morph_count = 0;
    map->shape_morphs = 0;
}

static vrm_Result map_morphs(vrmi_FaceBuild* build) {
    const vrm_Rig* rig = build->rig;
    vrm_FaceMap* map = &build->draft;
    uint8_t* is_reached = vrmi_arena_alloc(&build->arena, (size_t)rig->morph_count + 1, 1);
    if (is_reached == NULL) return VRM_ERR_MEMORY;
    for (int32_t i = 0; i < rig->reached_count; i++) is_reached[rig->reached_morphs[i]] = 1;
    map->morph_count = find_morphs(build, is_reached, NULL);
    map->morphs =
        vrmi_arena_alloc(&build->arena, (size_t)map->morph_count + 1, sizeof *map->morphs);
    if (map->morphs == NULL) return VRM_ERR_MEMORY;
    (void)find_morphs(build, is_reached, map->morphs);
    count_shapes(map);
    return VRM_OK;
}

/* ---- Channels ---- */

static bool is_effective(const vrm_FaceMap* map, int32_t expression) {
    return expression >= 0 && map->expressions[expression].is_effective;
}

static int32_t effective_preset(const vrm_FaceMap* map, vrm_ExpressionPreset preset) {
    return is_effective(map, map->presets[preset]) ? map->presets[preset] : -1;
}

static int32_t effective_shape(const vrm_FaceMap* map, vrm_FaceShape shape) {
    return is_effective(map, map->shapes[shape]) ? map->shapes[shape] : -1;
}

/* Shapes of face tracking that say each vowel on a model without expressions for vowels. */
static const vrm_FaceShape vowel_shapes[VRM_VOWEL_COUNT][2] = {
    {VRM_FACE_SHAPE_JAW_OPEN, VRM_FACE_SHAPE_NONE},
    {VRM_FACE_SHAPE_MOUTH_STRETCH_LEFT, VRM_FACE_SHAPE_MOUTH_STRETCH_RIGHT},
    {VRM_FACE_SHAPE_MOUTH_PUCKER, VRM_FACE_SHAPE_NONE},
    {VRM_FACE_SHAPE_MOUTH_STRETCH_LEFT, VRM_FACE_SHAPE_MOUTH_STRETCH_RIGHT},
    {VRM_FACE_SHAPE_MOUTH_FUNNEL, VRM_FACE_SHAPE_NONE}};

/* Visemes that say each vowel on a model without expressions for vowels. */
static const vrm_Viseme vowel_visemes[VRM_VOWEL_COUNT] = {VRM_VISEME_AA, VRM_VISEME_I, VRM_VISEME_U,
                                                          VRM_VISEME_E, VRM_VISEME_O};

static void map_mouth(vrm_FaceMap* map) {
    for (int32_t v = 0; v < VRM_VOWEL_COUNT; v++) {
        map->vowels[v][0] = effective_preset(map, (vrm_ExpressionPreset)(VRM_EXPRESSION_AA + v));
        map->vowels[v][1] = -1;
        if (map->vowels[v][0] >= 0) map->info.has_vowels = true;
    }
    map->info.has_visemes = true;
    for (int32_t v = VRM_VISEME_PP; v < VRM_VISEME_COUNT; v++)
        if (!is_effective(map, map->visemes[v])) map->info.has_visemes = false;
    if (map->info.has_vowels) return;
    for (int32_t v = 0; v < VRM_VOWEL_COUNT; v++) {
        if (map->info.has_visemes) {
            map->vowels[v][0] = map->visemes[vowel_visemes[v]];
            continue;
        }
        for (int32_t i = 0; i < 2; i++)
            if (vowel_shapes[v][i] != VRM_FACE_SHAPE_NONE)
                map->vowels[v][i] = effective_shape(map, vowel_shapes[v][i]);
    }
}

static void map_eyes(vrm_FaceMap* map) {
    map->blink = effective_preset(map, VRM_EXPRESSION_BLINK);
    map->blink_sides[0] = effective_preset(map, VRM_EXPRESSION_BLINK_LEFT);
    map->blink_sides[1] = effective_preset(map, VRM_EXPRESSION_BLINK_RIGHT);
    map->info.has_blink = map->blink >= 0 || (map->blink_sides[0] >= 0 && map->blink_sides[1] >= 0);
    if (map->info.has_blink) return;
    map->blink_sides[0] = effective_shape(map, VRM_FACE_SHAPE_EYE_BLINK_LEFT);
    map->blink_sides[1] = effective_shape(map, VRM_FACE_SHAPE_EYE_BLINK_RIGHT);
}

static bool has_gaze(const vrm_FaceMap* map, const vrm_Rig* rig) {
    const vrmi_RigLookAt* look = &rig->look_at;
    if (!look->is_present) return false;
    if (look->type == VRM_LOOK_AT_BONE) return look->eyes[0] >= 0 || look->eyes[1] >= 0;
    for (int32_t i = 0; i < 4; i++)
        if (is_effective(map, look->expressions[i])) return true;
    return false;
}

static bool is_look_shape(int32_t shape) {
    return (shape >= VRM_FACE_SHAPE_EYE_LOOK_DOWN_LEFT &&
            shape <= VRM_FACE_SHAPE_EYE_LOOK_UP_LEFT) ||
           (shape >= VRM_FACE_SHAPE_EYE_LOOK_DOWN_RIGHT &&
            shape <= VRM_FACE_SHAPE_EYE_LOOK_UP_RIGHT);
}

static vrm_FaceTracking tracking_of(const vrm_FaceMap* map) {
    const vrm_FaceMapInfo* info = &map->info;
    if (info->shape_count == VRM_FACE_SHAPE_COUNT) return VRM_FACE_TRACKING_PERFECT_SYNC;
    if (info->shape_count > 0) return VRM_FACE_TRACKING_PARTIAL;
    if (info->shape_morph_count > 0) return VRM_FACE_TRACKING_MORPHS;
    for (int32_t s = 0; s < VRM_FACE_SHAPE_COUNT; s++) {
        vrm_ExpressionPreset preset = vrmi_shape_rows[s].preset;
        if (preset != VRM_EXPRESSION_CUSTOM && (info->effective_presets >> preset & 1) != 0)
            return VRM_FACE_TRACKING_PRESETS;
    }
    return (info->effective_presets >> VRM_EXPRESSION_BLINK & 1) != 0 ? VRM_FACE_TRACKING_PRESETS
                                                                      : VRM_FACE_TRACKING_NONE;
}

static void describe(vrmi_FaceBuild* build) {
    vrm_FaceMap* map = &build->draft;
    for (int32_t p = 0; p < VRM_EXPRESSION_PRESET_COUNT; p++) {
        if (map->presets[p] >= 0) map->info.presets |= (uint32_t)1 << p;
        if (is_effective(map, map->presets[p])) map->info.effective_presets |= (uint32_t)1 << p;
    }
    map->looks_by_shapes = true;
    for (int32_t s = 0; s < VRM_FACE_SHAPE_COUNT; s++) {
        bool is_own = is_effective(map, map->shapes[s]) || (map->shape_morphs >> s & 1) != 0;
        if (is_own) map->own_shapes |= (uint64_t)1 << s;
        if (is_look_shape(s) && !is_own) map->looks_by_shapes = false;
    }
    map_mouth(map);
    map_eyes(map);
    map->info.has_gaze = has_gaze(map, build->rig);
    map->info.tracking = tracking_of(map);
}

/* From one bone to another at rest, in the axes of a pose. */
static vrm_Vec3 between_bones(const vrm_Rig* rig, vrm_Bone from, vrm_Bone to) {
    vrm_Vec3 offset = vrmi_vec3_sub(rig->rest_models[rig->bones[to].slot].translation,
                                    rig->rest_models[rig->bones[from].slot].translation);
    return rig->facing < 0 ? (vrm_Vec3){-offset.x, offset.y, -offset.z} : offset;
}

static void find_legs(const vrm_Rig* rig, vrm_FaceMap* map) {
    static const vrm_Bone legs[2][3] = {
        {VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_LEFT_LOWER_LEG, VRM_BONE_LEFT_FOOT},
        {VRM_BONE_RIGHT_UPPER_LEG, VRM_BONE_RIGHT_LOWER_LEG, VRM_BONE_RIGHT_FOOT}};
    map->has_legs = true;
    for (int32_t i = 0; i < 2; i++) {
        for (int32_t b = 0; b < 3; b++) map->has_legs &= rig->bones[legs[i][b]].slot >= 0;
        if (!map->has_legs) return;
        map->legs[i] = (vrmi_FaceLeg){between_bones(rig, legs[i][0], legs[i][1]),
                                      between_bones(rig, legs[i][1], legs[i][2])};
    }
}

/* ---- Build ---- */

/* Copies the draft and its arrays into the carver's block. */
static void carve(vrmi_Carver* carver, const vrm_FaceMap* draft, vrm_FaceMap* map) {
    size_t count = (size_t)draft->expression_count;
    void* block = vrmi_carve(carver, 1, sizeof *map);
    *map = *draft;
    map->expressions = vrmi_carve_copy(carver, draft->expressions, count, sizeof *map->expressions);
    map->overlaps = vrmi_carve_copy(carver, draft->overlaps, count * count, sizeof *map->overlaps);
    map->morphs =
        vrmi_carve_copy(carver, draft->morphs, (size_t)draft->morph_count, sizeof *map->morphs);
    for (size_t i = 0; i < count; i++) {
        const char* from = draft->expressions[i].name;
        const char* name = vrmi_carve_copy(carver, from, strlen(from) + 1, 1);
        if (block != NULL) map->expressions[i].name = name;
    }
}

static vrm_Result carve_draft(const vrmi_FaceBuild* build, vrm_FaceMap** out_map) {
    vrmi_Carver carver = {0};
    vrm_FaceMap measured;
    carve(&carver, &build->draft, &measured);
    size_t size = carver.used;
    if (!vrmi_carver_fill(&carver, &build->arena.allocator)) return VRM_ERR_MEMORY;
    vrm_FaceMap* map = (vrm_FaceMap*)(void*)carver.base;
    carve(&carver, &build->draft, map);
    map->allocator = build->budget.below;
    map->size = size;
    *out_map = map;
    return VRM_OK;
}

static vrm_Result fill_draft(vrmi_FaceBuild* build) {
    const vrm_Rig* rig = build->rig;
    vrm_FaceMap* map = &build->draft;
    map->rig = rig;
    map->expression_count = rig->expression_count;
    map->rig_morph_count = rig->morph_count;
    find_legs(rig, map);
    map->expressions = vrmi_arena_alloc(&build->arena, (size_t)rig->expression_count + 1,
                                        sizeof *map->expressions);
    if (map->expressions == NULL) return VRM_ERR_MEMORY;
    find_expressions(build);
    vrm_Result result = vrmi_face_measure(build);
    if (result == VRM_OK) result = map_morphs(build);
    if (result == VRM_OK) describe(build);
    return result;
}

/* Whether the rig has the meshes of the model: what the vertices are read by. */
static bool is_rig_of(const vrm_Rig* rig, const vrm_Gltf* gltf) {
    if (rig->slot_count != gltf->node_count) return false;
    for (int32_t n = 0; n < rig->mesh_node_count; n++) {
        const vrm_MeshNode* node = &rig->mesh_nodes[n];
        if (node->mesh >= gltf->mesh_count ||
            node->morph_count != gltf->meshes[node->mesh].target_count)
            return false;
    }
    return true;
}

vrm_Result vrm_face_map_build(const vrm_Model* model, const vrm_Rig* rig,
                              const vrm_Allocator* allocator, vrm_FaceMap** out_map) {
    *out_map = NULL;
    vrmi_FaceBuild build = {.model = model, .gltf = vrm_model_gltf(model), .rig = rig};
    if (!is_rig_of(rig, build.gltf)) return VRM_ERR_ARGUMENT;
    uint64_t bytes = vrmi_document_source_bytes(model->document);
    build.work_left =
        bytes > WORK_MOST / WORK_PER_BYTE ? WORK_MOST : WORK_BASE + bytes * WORK_PER_BYTE;
    vrmi_budget_init(&build.budget, allocator);
    vrmi_budget_open(&build.budget, &model->document->def.limits, bytes, 0, NULL);
    vrm_Allocator bounded = vrmi_budget_allocator(&build.budget);
    vrmi_arena_init(&build.arena, &bounded, 16 * 1024);
    vrm_Result result = fill_draft(&build);
    if (result == VRM_OK) result = carve_draft(&build, out_map);
    vrmi_arena_release(&build.arena);
    return vrmi_budget_close(&build.budget, result);
}

void vrm_face_map_destroy(vrm_FaceMap* map) {
    if (map == NULL) return;
    vrm_Allocator allocator = map->allocator;
    vrmi_release(&allocator, map, map->size);
}

/* ---- Inspect ---- */

vrm_FaceMapInfo vrm_face_map_info(const vrm_FaceMap* map) {
    return map->info;
}

int32_t vrm_face_map_shape(const vrm_FaceMap* map, vrm_FaceShape shape) {
    return shape >= 0 && shape < VRM_FACE_SHAPE_COUNT ? map->shapes[shape] : -1;
}

static bool is_expression(const vrm_FaceMap* map, int32_t expression) {
    return expression >= 0 && expression < map->expression_count;
}

bool vrm_face_map_is_effective(const vrm_FaceMap* map, int32_t expression) {
    return is_expression(map, expression) && map->expressions[expression].is_effective;
}

float vrm_face_map_overlap(const vrm_FaceMap* map, int32_t a, int32_t b) {
    if (!is_expression(map, a) || !is_expression(map, b)) return 0.0f;
    return map->overlaps[(size_t)a * (size_t)map->expression_count + (size_t)b];
}

int32_t vrm_face_map_expression(const vrm_FaceMap* map, const char* name) {
    if (name == NULL) return -1;
    for (int32_t e = 0; e < map->expression_count; e++)
        if (strcmp(map->expressions[e].name, name) == 0) return e;
    vrm_ExpressionPreset preset = vrmi_preset_by_any_name(name);
    return preset == VRM_EXPRESSION_CUSTOM ? -1 : map->presets[preset];
}
