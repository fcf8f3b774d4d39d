/* SPDX-License-Identifier: MIT */
/* Positions and rotations of all bones of a pose, and the hands and arms among them. */
#ifndef VRMI_MOTION_BODY_POSE_H
#define VRMI_MOTION_BODY_POSE_H

#include "motion/retarget/limb.h"
#include "vrm/retarget.h"

/* In world space; rotations are relative to rest. */
typedef struct vrmi_BodyPose {
    vrm_Vec3 at[VRM_BONE_COUNT];
    vrm_Quat turns[VRM_BONE_COUNT];
} vrmi_BodyPose;

/* A bone that the skeleton lacks turns the bones below it, as in a clip that was written for the
 * skeleton: they are then placed by the nearest bone above that exists. */
void vrmi_body_pose(const vrm_Skeleton* skeleton, const vrm_Pose* pose, vrmi_BodyPose* out);

typedef struct vrmi_Arm {
    bool is_there;  /* has upper arm, lower arm and hand, and lengths above 0 */
    vrm_Bone upper; /* followed by lower arm and hand: vrm/model.h */
    vrm_Bone knuckle, fingertip;
    bool has_fingers;
    float upper_length, lower_length, length; /* `length`: both */
    float hand_length;                        /* from the wrist to the knuckles */
    vrm_Vec3 palm;                            /* middle of the palm's skin, from the wrist */
} vrmi_Arm;

vrmi_Arm vrmi_arm(const vrm_Skeleton* skeleton, int side);

/* Returns the middle of the palm, and the height of the lowest point of the hand. */
vrm_Vec3 vrmi_arm_palm(const vrmi_Arm* arm, const vrmi_BodyPose* body);
float vrmi_arm_lowest(const vrmi_Arm* arm, const vrmi_BodyPose* body);

/* Returns the cosine of the angle at the elbow: 1 if the arm is straight. */
float vrmi_arm_straight(const vrmi_Arm* arm, const vrmi_BodyPose* body);

vrmi_TwoBones vrmi_arm_limb(const vrmi_Arm* arm, const vrmi_BodyPose* body);

/* Returns where the palm gets if it is to be moved to a position. */
vrm_Vec3 vrmi_arm_reached(const vrmi_Arm* arm, const vrmi_BodyPose* body, vrm_Vec3 palm);

/* Moves the palm to a position, or as near as the arm reaches. The hand keeps its rotation in the
 * world, the elbow stays in its plane. */
void vrmi_arm_move(const vrmi_Arm* arm, const vrmi_BodyPose* body, vrm_Vec3 palm, vrm_Pose* pose);

#endif
