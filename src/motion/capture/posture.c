/* SPDX-License-Identifier: MIT */
#include "motion/capture/posture.h"

const vrmi_LimbBones vrmi_limbs[VRMI_LIMBS] = {
    {VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_LEFT_LOWER_ARM, VRM_BONE_NONE, {1.0f, 0.0f, 0.0f}},
    {VRM_BONE_LEFT_LOWER_ARM, VRM_BONE_LEFT_HAND, VRM_BONE_LEFT_UPPER_ARM, {1.0f, 0.0f, 0.0f}},
    {VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_RIGHT_LOWER_ARM, VRM_BONE_NONE, {-1.0f, 0.0f, 0.0f}},
    {VRM_BONE_RIGHT_LOWER_ARM, VRM_BONE_RIGHT_HAND, VRM_BONE_RIGHT_UPPER_ARM, {-1.0f, 0.0f, 0.0f}},
    {VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_LEFT_LOWER_LEG, VRM_BONE_NONE, {0.0f, -1.0f, 0.0f}},
    {VRM_BONE_LEFT_LOWER_LEG, VRM_BONE_LEFT_FOOT, VRM_BONE_LEFT_UPPER_LEG, {0.0f, -1.0f, 0.0f}},
    {VRM_BONE_RIGHT_UPPER_LEG, VRM_BONE_RIGHT_LOWER_LEG, VRM_BONE_NONE, {0.0f, -1.0f, 0.0f}},
    {VRM_BONE_RIGHT_LOWER_LEG, VRM_BONE_RIGHT_FOOT, VRM_BONE_RIGHT_UPPER_LEG, {0.0f, -1.0f, 0.0f}},
};

vrm_Vec3 vrmi_limb_direction(const vrm_Capture* capture, int limb) {
    vrm_Vec3 v = vrmi_person_between(capture, vrmi_limbs[limb].bone, vrmi_limbs[limb].next);
    return vrmi_vec3_normalize(vrmi_quat_rotate(capture->to_model, v));
}

vrm_Quat vrmi_rest_heading(const vrm_Capture* capture) {
    vrm_Vec3 left = vrmi_quat_rotate(capture->to_model, vrmi_person_left(capture)),
             up = {0.0f, 1.0f, 0.0f};
    left.y = 0.0f;
    if (vrmi_vec3_reach(left) == 0.0f) return vrmi_quat_identity();
    left = vrmi_vec3_normalize(left);
    return vrmi_quat_from_basis(left, up, vrmi_vec3_cross(left, up));
}

vrmi_StandingScore vrmi_rest_score(const vrm_Capture* capture) {
    vrm_Quat heading = vrmi_rest_heading(capture);
    vrm_Vec3 trunk =
        vrmi_vec3_normalize(vrmi_quat_rotate(capture->to_model, vrmi_person_up(capture)));
    float score = 2.0f * trunk.y, spread = 0.0f, hanging = 0.0f;
    for (int i = 0; i < VRMI_LIMBS; i++) {
        vrm_Vec3 direction = vrmi_limb_direction(capture, i);
        float fit = vrmi_vec3_dot(direction, vrmi_quat_rotate(heading, vrmi_limbs[i].direction));
        if (i >= VRMI_ARM_LIMBS) score += fit;
        if (i < VRMI_ARM_LIMBS) spread += fit;
        if (i < VRMI_ARM_LIMBS) hanging -= 0.8f * direction.y;
    }
    return (vrmi_StandingScore){score + (spread > hanging ? spread : hanging),
                                score / (2.0f + VRMI_LIMBS - VRMI_ARM_LIMBS)};
}

/* By the hips, the neck and the arms. */
static vrm_Vec3 trunk_up(const vrm_Capture* capture) {
    vrm_Bone top = vrmi_person_has(capture, VRM_BONE_NECK) ? VRM_BONE_NECK : VRM_BONE_HEAD;
    vrm_Vec3 up = vrmi_person_between(capture, VRM_BONE_HIPS, top);
    return vrmi_vec3_normalize(vrmi_quat_rotate(capture->to_model, up));
}

bool vrmi_rest_lies(const vrm_Capture* capture) {
    return trunk_up(capture).y < 0.35f;
}

vrm_Quat vrmi_rest_body(const vrm_Capture* capture, vrm_Quat heading) {
    vrm_Vec3 left = vrmi_person_between(capture, VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_LEFT_UPPER_ARM);
    vrm_Vec3 up = trunk_up(capture);
    left = vrmi_quat_rotate(capture->to_model, left);
    vrm_Vec3 front = vrmi_vec3_normalize(vrmi_vec3_cross(left, up));
    if (vrmi_vec3_reach(front) == 0.0f) return heading;
    return vrmi_quat_from_basis(vrmi_vec3_cross(up, front), up, front);
}

vrm_Quat vrmi_rest_trunk(const vrm_Capture* capture, vrm_Quat heading) {
    return vrmi_rest_lies(capture) ? heading : vrmi_rest_body(capture, heading);
}

vrm_Quat vrmi_rest_head(vrm_Quat trunk) {
    vrm_Vec3 up = {0.0f, 1.0f, 0.0f};
    vrm_Vec3 left = vrmi_quat_rotate(trunk, (vrm_Vec3){1.0f, 0.0f, 0.0f});
    left.y = 0.0f;
    if (vrmi_vec3_reach(left) == 0.0f) return trunk;
    left = vrmi_vec3_normalize(left);
    return vrmi_quat_from_basis(left, up, vrmi_vec3_cross(left, up));
}

/* In any axes, legs point away from the head. Arms alone are weak evidence: hanging arms are
 * parallel as well, but do not point upwards. */
bool vrmi_rest_stands(const vrm_Capture* capture) {
    static const vrm_Bone ends[][3] = {
        {VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_LEFT_FOOT, VRM_BONE_LEFT_LOWER_LEG},
        {VRM_BONE_RIGHT_UPPER_LEG, VRM_BONE_RIGHT_FOOT, VRM_BONE_RIGHT_LOWER_LEG}};
    vrm_Vec3 up = vrmi_vec3_normalize(vrmi_person_up(capture));
    bool has_leg = false;
    if (!vrmi_person_has(capture, VRM_BONE_HEAD) && !vrmi_person_has(capture, VRM_BONE_NECK))
        return true;
    for (int i = 0; i < 2; i++) {
        vrm_Bone end = vrmi_person_has(capture, ends[i][1]) ? ends[i][1] : ends[i][2];
        if (!vrmi_person_has(capture, ends[i][0]) || !vrmi_person_has(capture, end)) continue;
        vrm_Vec3 leg = vrmi_vec3_normalize(vrmi_person_between(capture, ends[i][0], end));
        if (vrmi_vec3_dot(leg, up) > -0.3f) return false;
        has_leg = true;
    }
    if (has_leg) return true;
    vrm_Vec3 left = vrmi_person_between(capture, VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_LEFT_LOWER_ARM);
    vrm_Vec3 right =
        vrmi_person_between(capture, VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_RIGHT_LOWER_ARM);
    return vrmi_vec3_dot(vrmi_vec3_normalize(left), up) < 0.7f ||
           vrmi_vec3_dot(vrmi_vec3_normalize(right), up) < 0.7f;
}
