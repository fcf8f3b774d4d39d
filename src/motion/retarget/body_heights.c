/* SPDX-License-Identifier: MIT */
#include "motion/retarget/body_heights.h"

/* Human proportions, rather too small: a joint must not float above the ground that it touches. */
const vrmi_BodyPoint vrmi_body_points[VRMI_BODY_POINTS] = {
    {VRM_BONE_HIPS, 0.08f},
    {VRM_BONE_CHEST, 0.08f},
    {VRM_BONE_UPPER_CHEST, 0.08f},
    {VRM_BONE_NECK, 0.05f},
    {VRM_BONE_HEAD, 0.07f},
    {VRM_BONE_LEFT_UPPER_LEG, 0.08f},
    {VRM_BONE_RIGHT_UPPER_LEG, 0.08f},
    {VRM_BONE_LEFT_LOWER_LEG, 0.05f},
    {VRM_BONE_RIGHT_LOWER_LEG, 0.05f},
    {VRM_BONE_LEFT_TOES, 0.02f},
    {VRM_BONE_RIGHT_TOES, 0.02f},
    {VRM_BONE_LEFT_UPPER_ARM, 0.05f},
    {VRM_BONE_RIGHT_UPPER_ARM, 0.05f},
    {VRM_BONE_LEFT_LOWER_ARM, 0.04f},
    {VRM_BONE_RIGHT_LOWER_ARM, 0.04f},
    {VRM_BONE_LEFT_HAND, 0.03f},
    {VRM_BONE_RIGHT_HAND, 0.03f},
    {VRM_BONE_LEFT_MIDDLE_PROXIMAL, 0.01f},
    {VRM_BONE_RIGHT_MIDDLE_PROXIMAL, 0.01f},
    {VRM_BONE_LEFT_MIDDLE_DISTAL, 0.01f},
    {VRM_BONE_RIGHT_MIDDLE_DISTAL, 0.01f},
};

void vrmi_body_heights(const vrm_Skeleton* skeleton, const vrm_Pose* pose,
                       float out[VRMI_BODY_POINTS]) {
    vrm_Quat turns[VRM_BONE_COUNT];
    vrm_Vec3 at[VRM_BONE_COUNT];
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        vrm_Bone parent = vrm_bone_parent((vrm_Bone)b); /* has a lower number */
        if (parent == VRM_BONE_NONE) {
            turns[b] = pose->rotations[b];
            at[b] = vrmi_vec3_add(skeleton->positions[b], pose->hips_offset);
            continue;
        }
        vrm_Vec3 step = vrmi_vec3_sub(skeleton->positions[b], skeleton->positions[parent]);
        turns[b] = vrmi_quat_normalize(vrmi_quat_mul(turns[parent], pose->rotations[b]));
        at[b] = vrmi_vec3_add(at[parent], vrmi_quat_rotate(turns[parent], step));
    }
    for (int i = 0; i < VRMI_BODY_POINTS; i++) {
        vrm_Bone bone = vrmi_body_points[i].bone;
        bool is_there = (skeleton->bones >> bone & 1) != 0;
        out[i] = is_there ? at[bone].y : 1e6f;
    }
}
