/* SPDX-License-Identifier: MIT */
/* A stage, and the poses that it sees: the boxes of the model's parts in the world. */
#include "framing/framing.h"

#include "memory.h"
#include "vrm/render.h"

#include <math.h>

/* Parents come before their children in the file's own order. */
static void mark_head(vrm_Stage* stage, const vrm_Model* model) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    int32_t head = vrm_rig_bone(stage->rig, VRM_BONE_HEAD);
    for (int32_t i = 0; i < gltf->node_count; i++) {
        int32_t node = gltf->node_order[i], parent = vrm_rig_parent(stage->rig, node);
        stage->is_in_head[node] = node == head || (parent >= 0 && stage->is_in_head[parent]);
    }
    static const uint8_t skull[] = {VRM_BONE_HEAD, VRM_BONE_LEFT_EYE, VRM_BONE_RIGHT_EYE,
                                    VRM_BONE_JAW};
    for (size_t i = 0; i < sizeof skull; i++) {
        int32_t node = vrm_rig_bone(stage->rig, (vrm_Bone)skull[i]);
        if (node >= 0 && stage->is_in_head[node]) stage->is_in_head[node] = 2;
    }
    const vrm_LookAt* look_at = vrm_model_look_at(model);
    stage->has_eye_offset = look_at != NULL;
    if (look_at != NULL) stage->eye_offset = look_at->offset_from_head;
}

vrm_Result vrm_stage_create(const vrm_Model* model, const vrm_Rig* rig,
                            const vrm_Allocator* allocator, vrm_Stage** out_stage) {
    *out_stage = NULL;
    vrm_Allocator hook = vrmi_render_allocator(allocator);
    vrm_Stage* stage = vrmi_take(&hook, 1, sizeof *stage);
    if (stage == NULL) return VRM_ERR_MEMORY;
    size_t count = (size_t)vrm_rig_node_count(rig);
    *stage = (vrm_Stage){.allocator = hook, .rig = rig, .node_count = (int32_t)count};
    stage->seen = vrmi_take(&hook, count, sizeof(vrmi_Box));
    stage->is_in_head = vrmi_take(&hook, count, 1);
    vrm_Result result = VRM_ERR_MEMORY;
    if (stage->seen != NULL && stage->is_in_head != NULL) {
        vrm_stage_clear(stage);
        mark_head(stage, model);
        result = vrmi_stage_measure(stage, model);
    }
    if (result == VRM_OK)
        *out_stage = stage;
    else
        vrm_stage_destroy(stage);
    return result;
}

void vrm_stage_destroy(vrm_Stage* stage) {
    if (stage == NULL) return;
    vrm_Allocator hook = stage->allocator;
    size_t count = (size_t)stage->node_count;
    vrmi_give(&hook, stage->parts, stage->part_capacity, sizeof *stage->parts);
    vrmi_give(&hook, stage->seen, count, sizeof(vrmi_Box));
    vrmi_give(&hook, stage->is_in_head, count, 1);
    vrmi_give(&hook, stage, 1, sizeof *stage);
}

/* ---- Seeing ---- */

void vrm_stage_clear(vrm_Stage* stage) {
    for (int32_t i = 0; i < stage->node_count; i++) stage->seen[i] = vrmi_empty_box;
    stage->all = stage->head = stage->skull = vrmi_empty_box;
    stage->has_head_base = stage->has_eye_height = false;
}

static void see_box(vrm_Stage* stage, const vrm_Affine* world, const vrmi_Box* local,
                    int32_t node) {
    if (vrmi_box_is_empty(local)) return;
    for (int i = 0; i < 8; i++) {
        vrm_Vec3 at = vrmi_box_corner(local, i);
        at = vrmi_affine_apply(world, &at);
        vrmi_box_add_point(&stage->seen[node], &at);
    }
}

static void see_bones(vrm_Stage* stage, const vrm_Affine* worlds) {
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++) {
        int32_t node = vrm_rig_bone(stage->rig, (vrm_Bone)bone);
        if (node < 0) continue;
        vrm_Vec3 at = vrmi_affine_origin(&worlds[node]);
        vrmi_box_add_point(&stage->seen[node], &at);
    }
}

/* By the eye bones, else by the file's look-at origin. */
static void see_eyes(vrm_Stage* stage, const vrm_Affine* worlds, int32_t head) {
    int32_t left = vrm_rig_bone(stage->rig, VRM_BONE_LEFT_EYE);
    int32_t right = vrm_rig_bone(stage->rig, VRM_BONE_RIGHT_EYE);
    int32_t eye = left >= 0 ? left : right;
    bool has_offset = stage->has_eye_offset && stage->eye_offset.y != 0.0f;
    stage->has_eye_height = eye >= 0 || has_offset;
    if (eye >= 0)
        stage->eye_height = vrmi_affine_origin(&worlds[eye]).y;
    else if (has_offset)
        stage->eye_height = vrmi_affine_apply(&worlds[head], &stage->eye_offset).y;
}

static float between(float from, float to, float weight) {
    return from + (to - from) * weight;
}

/* The box around what a target moves, at its weight now. Each target is seen by itself: two that
 * move the same vertices the same way may reach out of the picture. */
static vrmi_Box morphed_box(const vrmi_StagePart* part, float weight) {
    float w = fminf(fmaxf(weight, 0.0f), 1.0f);
    const vrmi_Box *from = &part->box, *to = &part->moved;
    return (vrmi_Box){
        {between(from->min.x, to->min.x, w), between(from->min.y, to->min.y, w),
         between(from->min.z, to->min.z, w)},
        {between(from->max.x, to->max.x, w), between(from->max.y, to->max.y, w),
         between(from->max.z, to->max.z, w)},
    };
}

static void see_part(vrm_Stage* stage, const vrm_Affine* worlds, const float* morphs,
                     const vrmi_StagePart* part) {
    vrmi_Box box = part->box;
    if (part->morph >= 0) {
        float weight = morphs == NULL ? 0.0f : morphs[part->morph];
        if (!(weight != 0.0f) || vrmi_box_is_empty(&part->moved)) return;
        box = morphed_box(part, weight);
    }
    see_box(stage, &worlds[part->node], &box, part->node);
}

bool vrm_stage_see(vrm_Stage* stage, const vrm_Sim* sim, vrm_AvatarId avatar) {
    const vrm_Affine* worlds = vrm_avatar_worlds(sim, avatar);
    if (worlds == NULL || vrm_avatar_rig(sim, avatar) != stage->rig) return false;
    const float* morphs = vrm_avatar_morphs(sim, avatar);
    int32_t shown_count;
    const vrm_MeshNode* shown = vrm_rig_mesh_nodes(stage->rig, &shown_count);
    for (size_t i = 0; i < stage->part_count; i++)
        if (vrm_avatar_visibility(sim, avatar, shown[stage->parts[i].shown].node) != VRM_HIDDEN)
            see_part(stage, worlds, morphs, &stage->parts[i]);
    int32_t seen_count = 0;
    for (int32_t i = 0; i < stage->node_count; i++)
        seen_count += !vrmi_box_is_empty(&stage->seen[i]);
    if (seen_count == 0) see_bones(stage, worlds);

    for (int32_t i = 0; i < stage->node_count; i++) {
        vrmi_box_add(&stage->all, &stage->seen[i]);
        if (stage->is_in_head[i] != 0) vrmi_box_add(&stage->head, &stage->seen[i]);
        if (stage->is_in_head[i] == 2) vrmi_box_add(&stage->skull, &stage->seen[i]);
    }
    int32_t head = vrm_rig_bone(stage->rig, VRM_BONE_HEAD);
    if (head >= 0 && !stage->has_head_base) {
        stage->head_base = vrmi_affine_origin(&worlds[head]);
        stage->has_head_base = true;
        see_eyes(stage, worlds, head);
    }
    return true;
}

/* A point or a plane has no size: it gets a millimetre. */
static void widen(float* low, float* high) {
    if (*high - *low >= 1e-3f) return;
    *low -= 5e-4f;
    *high += 5e-4f;
}

vrmi_Box vrmi_stage_all(const vrm_Stage* stage) {
    vrmi_Box all = stage->all;
    if (vrmi_box_is_empty(&all)) all = (vrmi_Box){{-0.5f, 0.0f, -0.5f}, {0.5f, 2.0f, 0.5f}};
    widen(&all.min.x, &all.max.x);
    widen(&all.min.y, &all.max.y);
    widen(&all.min.z, &all.max.z);
    return all;
}

void vrm_stage_bounds(const vrm_Stage* stage, vrm_Vec3* out_min, vrm_Vec3* out_max) {
    vrmi_Box all = vrmi_stage_all(stage);
    *out_min = all.min;
    *out_max = all.max;
}
