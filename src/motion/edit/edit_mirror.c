/* SPDX-License-Identifier: MIT */
/* Swaps left and right, at the plane x = 0. */
#include "motion/edit/edited.h"
#include "motion/name_sides.h"

#include <string.h>

/* Gives an expression the name of the other side, if it has a side. */
static vrm_Result swap_name(const vrm_Allocator* allocator, vrmi_RecordedExpression* expression) {
    vrmi_NameSide side;
    if (!vrmi_name_side(expression->name, &side)) return VRM_OK;
    size_t size = vrmi_mirrored_name_size(expression->name, &side) + 1;
    char* name = vrmi_alloc(allocator, size);
    if (name == NULL) return VRM_ERR_MEMORY;
    vrmi_mirror_name(expression->name, &side, name);
    vrmi_release(allocator, expression->name, expression->name_size);
    expression->name = name;
    expression->name_size = size;
    expression->preset = vrm_expression_preset_by_name(name);
    return VRM_OK;
}

/* ---- Poses ---- */

static vrm_Quat mirrored(vrm_Quat q) {
    return (vrm_Quat){q.x, -q.y, -q.z, q.w};
}

/* Returns the bone of the other side; the bone itself if it is in the middle. */
static int32_t other_side(int32_t bone) {
    for (int32_t left = 0; left < VRM_BONE_COUNT; left++) {
        vrm_Bone right = vrmi_record_mirrored((vrm_Bone)left);
        if (right == VRM_BONE_NONE) continue;
        if (left == bone) return (int32_t)right;
        if ((int32_t)right == bone) return left;
    }
    return bone;
}

static uint64_t mirrored_bones(const int32_t others[VRM_BONE_COUNT], uint64_t bones) {
    uint64_t out = 0;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        if (bones >> b & 1) out |= (uint64_t)1 << others[b];
    return out;
}

static void mirror_pose(const int32_t others[VRM_BONE_COUNT], vrm_Pose* pose) {
    vrm_Pose old = *pose;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        pose->rotations[others[b]] = mirrored(old.rotations[b]);
    pose->hips_offset.x = -old.hips_offset.x;
}

static void mirror_skeleton(const int32_t others[VRM_BONE_COUNT], vrm_Skeleton* skeleton) {
    vrm_Skeleton old = *skeleton;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        vrm_Vec3 p = old.positions[b];
        skeleton->positions[others[b]] = (vrm_Vec3){-p.x, p.y, p.z};
    }
    skeleton->bones = mirrored_bones(others, old.bones);
}

static vrm_Result mirror_motion(vrm_Motion* motion) {
    vrm_Recorder* frames = motion->edited.frames;
    int32_t others[VRM_BONE_COUNT];
    vrm_Result result = VRM_OK;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) others[b] = other_side(b);
    for (size_t f = 0; f < frames->count; f++) {
        mirror_pose(others, &frames->poses[f]);
        frames->gazes[f] = mirrored(frames->gazes[f]);
    }
    frames->bones = mirrored_bones(others, frames->bones);
    mirror_skeleton(others, &motion->edited.skeleton);
    for (size_t e = 0; result == VRM_OK && e < frames->expression_count; e++)
        result = swap_name(&frames->allocator, &frames->expressions[e]);
    return result;
}

vrm_Result vrm_motion_mirror(const vrm_Motion* motion, const vrm_MotionEditDef* given,
                             vrm_Motion** out_motion) {
    vrm_Result result = vrmi_edit_copy(motion, false, given, out_motion);
    if (result == VRM_OK) result = mirror_motion(*out_motion);
    if (result == VRM_OK) return VRM_OK;
    vrm_motion_destroy(*out_motion);
    *out_motion = NULL;
    return result;
}
