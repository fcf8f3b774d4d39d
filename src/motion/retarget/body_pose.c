/* SPDX-License-Identifier: MIT */
#include "motion/retarget/body_pose.h"

enum { LOWER = 1, HAND = 2 }; /* bones of an arm, from the upper one on */

/* Thickness of a hand, in lengths from wrist to knuckles. */
static const float wrist_half = 0.22f, palm_half = 0.18f, knuckle_half = 0.15f, finger_half = 0.08f;
static const float exact = 0.92f; /* of the arm's length: farther goals are approached softly */

static bool has(const vrm_Skeleton* s, vrm_Bone bone) {
    return (s->bones >> bone & 1) != 0;
}

void vrmi_body_pose(const vrm_Skeleton* s, const vrm_Pose* pose, vrmi_BodyPose* out) {
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        vrm_Bone parent = vrm_bone_parent((vrm_Bone)b); /* has a lower number */
        if (parent == VRM_BONE_NONE) {
            out->turns[b] = pose->rotations[b];
            out->at[b] = vrmi_vec3_add(s->positions[b], pose->hips_offset);
            continue;
        }
        out->turns[b] = vrmi_quat_normalize(vrmi_quat_mul(out->turns[parent], pose->rotations[b]));
        while (!has(s, parent) && parent != VRM_BONE_HIPS) parent = vrm_bone_parent(parent);
        vrm_Vec3 step = vrmi_vec3_sub(s->positions[b], s->positions[parent]);
        out->at[b] = vrmi_vec3_add(out->at[parent], vrmi_quat_rotate(out->turns[parent], step));
    }
}

vrmi_Arm vrmi_arm(const vrm_Skeleton* s, int side) {
    vrm_Bone upper = side == 0 ? VRM_BONE_LEFT_UPPER_ARM : VRM_BONE_RIGHT_UPPER_ARM;
    vrmi_Arm arm = {.upper = upper};
    const vrm_Vec3* at = &s->positions[upper];
    arm.knuckle = side == 0 ? VRM_BONE_LEFT_MIDDLE_PROXIMAL : VRM_BONE_RIGHT_MIDDLE_PROXIMAL;
    arm.fingertip = side == 0 ? VRM_BONE_LEFT_MIDDLE_DISTAL : VRM_BONE_RIGHT_MIDDLE_DISTAL;
    arm.has_fingers = has(s, arm.knuckle) && has(s, arm.fingertip);
    arm.upper_length = vrmi_vec3_distance(at[LOWER], at[0]);
    arm.lower_length = vrmi_vec3_distance(at[HAND], at[LOWER]);
    arm.length = arm.upper_length + arm.lower_length;
    vrm_Vec3 along = vrmi_vec3_sub(at[HAND], at[LOWER]);
    vrm_Vec3 knuckle = vrmi_vec3_sub(s->positions[arm.knuckle], at[HAND]);
    if (!has(s, arm.knuckle)) knuckle = vrmi_vec3_scale(along, 0.35f);
    arm.hand_length = vrmi_clamp(vrmi_vec3_length(knuckle), 0.08f * arm.length, 0.35f * arm.length);
    arm.palm = vrmi_vec3_scale(vrmi_vec3_normalize_or(knuckle, along), 0.5f * arm.hand_length);
    arm.palm.y -= palm_half * arm.hand_length; /* palms of a T-pose face the ground */
    arm.is_there = has(s, VRM_BONE_HIPS) && has(s, upper) && has(s, (vrm_Bone)(upper + LOWER)) &&
                   has(s, (vrm_Bone)(upper + HAND)) && arm.upper_length > 1e-4f &&
                   arm.lower_length > 1e-4f && arm.length < 1e6f;
    return arm;
}

vrm_Vec3 vrmi_arm_palm(const vrmi_Arm* arm, const vrmi_BodyPose* body) {
    vrm_Bone hand = (vrm_Bone)(arm->upper + HAND);
    return vrmi_vec3_add(body->at[hand], vrmi_quat_rotate(body->turns[hand], arm->palm));
}

float vrmi_arm_lowest(const vrmi_Arm* arm, const vrmi_BodyPose* body) {
    vrm_Bone hand = (vrm_Bone)(arm->upper + HAND);
    vrm_Vec3 along = {arm->palm.x, 0.0f, arm->palm.z};
    float knuckle = body->at[hand].y + 2.0f * vrmi_quat_rotate(body->turns[hand], along).y;
    float low = fminf(body->at[hand].y - wrist_half * arm->hand_length,
                      knuckle - knuckle_half * arm->hand_length);
    if (!arm->has_fingers) return low;
    return fminf(low, body->at[arm->fingertip].y - finger_half * arm->hand_length);
}

float vrmi_arm_straight(const vrmi_Arm* arm, const vrmi_BodyPose* body) {
    const vrm_Vec3* at = &body->at[arm->upper];
    vrm_Vec3 upper = vrmi_vec3_normalize(vrmi_vec3_sub(at[LOWER], at[0]));
    vrm_Vec3 lower = vrmi_vec3_normalize(vrmi_vec3_sub(at[HAND], at[LOWER]));
    return vrmi_vec3_dot(upper, lower);
}

vrmi_TwoBones vrmi_arm_limb(const vrmi_Arm* arm, const vrmi_BodyPose* body) {
    const vrm_Vec3* at = &body->at[arm->upper];
    const vrm_Quat* turns = &body->turns[arm->upper];
    /* Arms of a T-pose bend forwards: the elbow moves backwards. */
    vrm_Vec3 back = vrmi_quat_rotate(turns[0], (vrm_Vec3){0.0f, 0.0f, -1.0f});
    return (vrmi_TwoBones){arm->upper_length, arm->lower_length, at[0],        at[LOWER],
                           at[HAND],          turns[0],          turns[LOWER], back};
}

/* Returns the wrist for a position of the palm. */
static vrm_Vec3 wrist_of(const vrmi_Arm* arm, const vrmi_BodyPose* body, vrm_Vec3 palm) {
    return vrmi_vec3_sub(palm, vrmi_quat_rotate(body->turns[arm->upper + HAND], arm->palm));
}

vrm_Vec3 vrmi_arm_reached(const vrmi_Arm* arm, const vrmi_BodyPose* body, vrm_Vec3 palm) {
    vrmi_TwoBones limb = vrmi_arm_limb(arm, body);
    vrm_Vec3 wrist = wrist_of(arm, body, palm), from = vrmi_vec3_sub(wrist, limb.root);
    float far = vrmi_vec3_length(from), reach = vrmi_limb_reach(&limb, far, exact);
    float gets = fmaxf(fminf(far, reach), vrmi_limb_shortest(&limb));
    if (gets == far || !(far > 0.0f)) return palm;
    return vrmi_vec3_sub(palm, vrmi_vec3_scale(from, 1.0f - gets / far));
}

void vrmi_arm_move(const vrmi_Arm* arm, const vrmi_BodyPose* body, vrm_Vec3 palm, vrm_Pose* pose) {
    vrmi_TwoBones limb = vrmi_arm_limb(arm, body);
    vrm_Vec3 wrist = wrist_of(arm, body, palm);
    vrm_Quat above = body->turns[vrm_bone_parent(arm->upper)];
    vrm_Quat* turns = &pose->rotations[arm->upper];
    float far = vrmi_vec3_distance(wrist, limb.root);
    vrmi_limb_solve(&limb, wrist, vrmi_limb_reach(&limb, far, exact));
    turns[0] = vrmi_quat_normalize(vrmi_quat_mul(vrmi_quat_conjugate(above), limb.upper));
    turns[LOWER] = vrmi_quat_normalize(vrmi_quat_mul(vrmi_quat_conjugate(limb.upper), limb.lower));
    turns[HAND] = vrmi_quat_normalize(
        vrmi_quat_mul(vrmi_quat_conjugate(limb.lower), body->turns[arm->upper + HAND]));
}
