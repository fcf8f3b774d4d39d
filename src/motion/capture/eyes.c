/* SPDX-License-Identifier: MIT */
#include "motion/capture/eyes.h"

#include "base/maths.h"

#define MOST_DEGREES 90.0f

static const vrm_Bone bones[2] = {VRM_BONE_LEFT_EYE, VRM_BONE_RIGHT_EYE};

static uint64_t bit_of(vrm_Bone bone) {
    return (uint64_t)1 << bone;
}

/* A person faces +Z, with the left at +X. Each eye counts as much: where they look at something
 * near they turn inwards, and the gaze is between them. */
vrm_Vec2 vrmi_eyes_gaze(const vrm_Pose* pose, uint64_t eyes) {
    const vrm_Vec3 front = {0.0f, 0.0f, 1.0f};
    vrm_Vec3 sum = {0.0f, 0.0f, 0.0f};
    for (int i = 0; i < 2; i++)
        if ((eyes & bit_of(bones[i])) != 0)
            sum = vrmi_vec3_add(sum, vrmi_quat_rotate(pose->rotations[bones[i]], front));
    vrm_Vec3 way = vrmi_vec3_normalize_or(sum, front);
    float yaw = VRMI_TO_DEGREES * vrmi_atan2(way.x, way.z);
    float pitch = -VRMI_TO_DEGREES * vrmi_asin(vrmi_clamp(way.y, -1.0f, 1.0f));
    return (vrm_Vec2){vrmi_clamp(yaw, -MOST_DEGREES, MOST_DEGREES), pitch};
}
