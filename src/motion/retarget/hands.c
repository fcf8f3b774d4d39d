/* SPDX-License-Identifier: MIT */
#include "motion/retarget/hands.h"

#include "motion/retarget/body_heights.h"
#include "motion/retarget/limb.h"

enum { LOWER = 1, HAND = 2 }; /* bones of an arm, from the upper one on */

int vrmi_hand_of(vrm_Bone bone) {
    switch (bone) {
    case VRM_BONE_LEFT_HAND:
    case VRM_BONE_LEFT_MIDDLE_PROXIMAL:
    case VRM_BONE_LEFT_MIDDLE_DISTAL: return 0;
    case VRM_BONE_RIGHT_HAND:
    case VRM_BONE_RIGHT_MIDDLE_PROXIMAL:
    case VRM_BONE_RIGHT_MIDDLE_DISTAL: return 1;
    default: return -1;
    }
}

void vrmi_hand_lift(const vrm_Skeleton* skeleton, int side, float height, vrm_Pose* pose) {
    vrm_Bone upper = side == 0 ? VRM_BONE_LEFT_UPPER_ARM : VRM_BONE_RIGHT_UPPER_ARM;
    vrmi_BodyJoints joints;
    vrmi_body_joints(skeleton, pose, &joints);
    const vrm_Vec3* at = &joints.at[upper];
    vrm_Quat shoulder = joints.turns[vrm_bone_parent(upper)], hand = joints.turns[upper + HAND];
    vrmi_TwoBones arm = {
        .upper_length = vrmi_vec3_distance(at[0], at[LOWER]),
        .lower_length = vrmi_vec3_distance(at[LOWER], at[HAND]),
        .root = at[0],
        .joint = at[LOWER],
        .end = at[HAND],
        .upper = joints.turns[upper],
        .lower = joints.turns[upper + LOWER],
        /* Elbows of a T-pose bend backwards. */
        .bend = vrmi_quat_rotate(joints.turns[upper], (vrm_Vec3){0.0f, 0.0f, -1.0f}),
    };
    if (!(arm.upper_length > 1e-4f && arm.lower_length > 1e-4f)) return;
    vrm_Vec3 goal = at[HAND];
    goal.y += height;
    vrmi_limb_solve(&arm, goal, vrmi_limb_reach(&arm, vrmi_vec3_distance(arm.root, goal), 0.0f));
    vrm_Quat* turns = &pose->rotations[upper];
    turns[0] = vrmi_quat_normalize(vrmi_quat_mul(vrmi_quat_conjugate(shoulder), arm.upper));
    turns[LOWER] = vrmi_quat_normalize(vrmi_quat_mul(vrmi_quat_conjugate(arm.upper), arm.lower));
    turns[HAND] = vrmi_quat_normalize(vrmi_quat_mul(vrmi_quat_conjugate(arm.lower), hand));
}
