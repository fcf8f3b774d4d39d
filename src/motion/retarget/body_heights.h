/* SPDX-License-Identifier: MIT */
/* Heights of the joints that may touch the ground: knees, hips, trunk, head, arms and hands. For
 * feet see the soles of legs.h. */
#ifndef VRMI_MOTION_BODY_HEIGHTS_H
#define VRMI_MOTION_BODY_HEIGHTS_H

#include "base/maths.h"
#include "vrm/retarget.h"

enum { VRMI_BODY_POINTS = 21 };

/* A joint, and the thickness of the body below it when it lies on the ground, in leg lengths. */
typedef struct vrmi_BodyPoint {
    vrm_Bone bone;
    float thickness;
} vrmi_BodyPoint;

extern const vrmi_BodyPoint vrmi_body_points[VRMI_BODY_POINTS];

/* Joints in world space; rotations are relative to rest. */
typedef struct vrmi_BodyJoints {
    vrm_Vec3 at[VRM_BONE_COUNT];
    vrm_Quat turns[VRM_BONE_COUNT];
} vrmi_BodyJoints;

void vrmi_body_joints(const vrm_Skeleton* skeleton, const vrm_Pose* pose, vrmi_BodyJoints* out);

/* Heights of the joints of a pose. Joints that the skeleton lacks are 1e6 high. */
void vrmi_body_heights(const vrm_Skeleton* skeleton, const vrm_Pose* pose,
                       float out[VRMI_BODY_POINTS]);

#endif
