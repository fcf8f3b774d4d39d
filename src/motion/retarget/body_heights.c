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

/* Some skeletons have their hips' bone far below the hip joints, which then stand for it. */
static bool is_in_body(const vrm_Skeleton* s, vrm_Bone bone) {
    if ((s->bones >> bone & 1) == 0) return false;
    float left = s->positions[VRM_BONE_LEFT_UPPER_LEG].y;
    float right = s->positions[VRM_BONE_RIGHT_UPPER_LEG].y;
    return bone != VRM_BONE_HIPS || s->positions[bone].y >= fminf(left, right);
}

void vrmi_body_joints(const vrm_Skeleton* skeleton, const vrm_Pose* pose, vrmi_BodyJoints* out) {
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        vrm_Bone parent = vrm_bone_parent((vrm_Bone)b); /* has a lower number */
        if (parent == VRM_BONE_NONE) {
            out->turns[b] = pose->rotations[b];
            out->at[b] = vrmi_vec3_add(skeleton->positions[b], pose->hips_offset);
            continue;
        }
        vrm_Vec3 step = vrmi_vec3_sub(skeleton->positions[b], skeleton->positions[parent]);
        out->turns[b] = vrmi_quat_normalize(vrmi_quat_mul(out->turns[parent], pose->rotations[b]));
        out->at[b] = vrmi_vec3_add(out->at[parent], vrmi_quat_rotate(out->turns[parent], step));
    }
}

void vrmi_body_heights(const vrm_Skeleton* skeleton, const vrm_Pose* pose,
                       float out[VRMI_BODY_POINTS]) {
    vrmi_BodyJoints joints;
    vrmi_body_joints(skeleton, pose, &joints);
    for (int i = 0; i < VRMI_BODY_POINTS; i++) {
        vrm_Bone bone = vrmi_body_points[i].bone;
        out[i] = is_in_body(skeleton, bone) ? joints.at[bone].y : 1e6f;
    }
}
