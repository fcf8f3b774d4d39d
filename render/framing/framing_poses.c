/* SPDX-License-Identifier: MIT */
/* A framing, and the poses that it sees: the boxes of the model's parts in the world. */
#include "framing/framing.h"

#include "memory.h"
#include "vrm/render.h"

#include <math.h>

/* Parents come before their children in the file's own order. */
static void mark_head(vrm_Framing* framing, const vrm_Model* model) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    int32_t head = vrm_rig_bone(framing->rig, VRM_BONE_HEAD);
    for (int32_t i = 0; i < gltf->node_count; i++) {
        int32_t node = gltf->node_order[i], parent = vrm_rig_parent(framing->rig, node);
        framing->is_in_head[node] = node == head || (parent >= 0 && framing->is_in_head[parent]);
    }
    static const uint8_t skull[] = {VRM_BONE_HEAD, VRM_BONE_LEFT_EYE, VRM_BONE_RIGHT_EYE,
                                    VRM_BONE_JAW};
    for (size_t i = 0; i < sizeof skull; i++) {
        int32_t node = vrm_rig_bone(framing->rig, (vrm_Bone)skull[i]);
        if (node >= 0 && framing->is_in_head[node]) framing->is_in_head[node] = 2;
    }
    const vrm_LookAt* look_at = vrm_model_look_at(model);
    framing->has_eye_offset = look_at != NULL;
    if (look_at != NULL) framing->eye_offset = look_at->offset_from_head;
}

vrm_Result vrm_framing_create(const vrm_Model* model, const vrm_Rig* rig,
                              const vrm_Allocator* allocator, vrm_Framing** out_framing) {
    *out_framing = NULL;
    vrm_Allocator hook = vrmi_render_allocator(allocator);
    vrm_Framing* framing = vrmi_take(&hook, 1, sizeof *framing);
    if (framing == NULL) return VRM_ERR_MEMORY;
    size_t count = (size_t)vrm_rig_node_count(rig);
    *framing = (vrm_Framing){.allocator = hook, .rig = rig, .node_count = (int32_t)count};
    framing->seen = vrmi_take(&hook, count, sizeof(vrmi_Box));
    framing->is_in_head = vrmi_take(&hook, count, 1);
    vrm_Result result = VRM_ERR_MEMORY;
    if (framing->seen != NULL && framing->is_in_head != NULL) {
        vrm_framing_clear(framing);
        mark_head(framing, model);
        result = vrmi_framing_measure(framing, model);
    }
    if (result == VRM_OK)
        *out_framing = framing;
    else
        vrm_framing_destroy(framing);
    return result;
}

void vrm_framing_destroy(vrm_Framing* framing) {
    if (framing == NULL) return;
    vrm_Allocator hook = framing->allocator;
    size_t count = (size_t)framing->node_count;
    vrmi_give(&hook, framing->parts, framing->part_capacity, sizeof *framing->parts);
    vrmi_give(&hook, framing->seen, count, sizeof(vrmi_Box));
    vrmi_give(&hook, framing->is_in_head, count, 1);
    vrmi_give(&hook, framing, 1, sizeof *framing);
}

/* ---- Seeing ---- */

void vrm_framing_clear(vrm_Framing* framing) {
    for (int32_t i = 0; i < framing->node_count; i++) framing->seen[i] = vrmi_empty_box;
    framing->all = framing->head = framing->skull = vrmi_empty_box;
    framing->has_head_base = framing->has_eye_height = false;
}

static void see_box(vrm_Framing* framing, const vrm_Affine* world, const vrmi_Box* local,
                    int32_t node) {
    if (vrmi_box_is_empty(local)) return;
    for (int i = 0; i < 8; i++) {
        vrm_Vec3 at = vrmi_box_corner(local, i);
        at = vrmi_affine_apply(world, &at);
        vrmi_box_add_point(&framing->seen[node], &at);
    }
}

static void see_bones(vrm_Framing* framing, const vrm_Affine* worlds) {
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++) {
        int32_t node = vrm_rig_bone(framing->rig, (vrm_Bone)bone);
        if (node < 0) continue;
        vrm_Vec3 at = vrmi_affine_origin(&worlds[node]);
        vrmi_box_add_point(&framing->seen[node], &at);
    }
}

/* By the eye bones, else by the file's look-at origin. */
static void see_eyes(vrm_Framing* framing, const vrm_Affine* worlds, int32_t head) {
    int32_t left = vrm_rig_bone(framing->rig, VRM_BONE_LEFT_EYE);
    int32_t right = vrm_rig_bone(framing->rig, VRM_BONE_RIGHT_EYE);
    int32_t eye = left >= 0 ? left : right;
    bool has_offset = framing->has_eye_offset && framing->eye_offset.y != 0.0f;
    framing->has_eye_height = eye >= 0 || has_offset;
    if (eye >= 0)
        framing->eye_height = vrmi_affine_origin(&worlds[eye]).y;
    else if (has_offset)
        framing->eye_height = vrmi_affine_apply(&worlds[head], &framing->eye_offset).y;
}

static float between(float from, float to, float weight) {
    return from + (to - from) * weight;
}

/* The box around what a target moves, at its weight now. Each target is seen by itself: two that
 * move the same vertices the same way may reach out of the picture. */
static vrmi_Box morphed_box(const vrmi_FramingPart* part, float weight) {
    float w = fminf(fmaxf(weight, 0.0f), 1.0f);
    const vrmi_Box *from = &part->box, *to = &part->moved;
    return (vrmi_Box){
        {between(from->min.x, to->min.x, w), between(from->min.y, to->min.y, w),
         between(from->min.z, to->min.z, w)},
        {between(from->max.x, to->max.x, w), between(from->max.y, to->max.y, w),
         between(from->max.z, to->max.z, w)},
    };
}

static void see_part(vrm_Framing* framing, const vrm_Affine* worlds, const float* morphs,
                     const vrmi_FramingPart* part) {
    vrmi_Box box = part->box;
    if (part->morph >= 0) {
        float weight = morphs == NULL ? 0.0f : morphs[part->morph];
        if (!(weight != 0.0f) || vrmi_box_is_empty(&part->moved)) return;
        box = morphed_box(part, weight);
    }
    see_box(framing, &worlds[part->node], &box, part->node);
}

bool vrm_framing_add_pose(vrm_Framing* framing, const vrm_Sim* sim, vrm_AvatarId avatar) {
    const vrm_Affine* worlds = vrm_avatar_worlds(sim, avatar);
    if (worlds == NULL || vrm_avatar_rig(sim, avatar) != framing->rig) return false;
    const float* morphs = vrm_avatar_morphs(sim, avatar);
    int32_t shown_count;
    const vrm_MeshNode* shown = vrm_rig_mesh_nodes(framing->rig, &shown_count);
    for (size_t i = 0; i < framing->part_count; i++)
        if (vrm_avatar_visibility(sim, avatar, shown[framing->parts[i].shown].node) != VRM_HIDDEN)
            see_part(framing, worlds, morphs, &framing->parts[i]);
    int32_t seen_count = 0;
    for (int32_t i = 0; i < framing->node_count; i++)
        seen_count += !vrmi_box_is_empty(&framing->seen[i]);
    if (seen_count == 0) see_bones(framing, worlds);

    for (int32_t i = 0; i < framing->node_count; i++) {
        vrmi_box_add(&framing->all, &framing->seen[i]);
        if (framing->is_in_head[i] != 0) vrmi_box_add(&framing->head, &framing->seen[i]);
        if (framing->is_in_head[i] == 2) vrmi_box_add(&framing->skull, &framing->seen[i]);
    }
    int32_t head = vrm_rig_bone(framing->rig, VRM_BONE_HEAD);
    if (head >= 0 && !framing->has_head_base) {
        framing->head_base = vrmi_affine_origin(&worlds[head]);
        framing->has_head_base = true;
        see_eyes(framing, worlds, head);
    }
    return true;
}

/* A point or a plane has no size: it gets a millimetre. */
static void widen(float* low, float* high) {
    if (*high - *low >= 1e-3f) return;
    *low -= 5e-4f;
    *high += 5e-4f;
}

vrmi_Box vrmi_framing_all(const vrm_Framing* framing) {
    vrmi_Box all = framing->all;
    if (vrmi_box_is_empty(&all)) all = (vrmi_Box){{-0.5f, 0.0f, -0.5f}, {0.5f, 2.0f, 0.5f}};
    widen(&all.min.x, &all.max.x);
    widen(&all.min.y, &all.max.y);
    widen(&all.min.z, &all.max.z);
    return all;
}

void vrm_framing_bounds(const vrm_Framing* framing, vrm_Vec3* out_min, vrm_Vec3* out_max) {
    vrmi_Box all = vrmi_framing_all(framing);
    *out_min = all.min;
    *out_max = all.max;
}
