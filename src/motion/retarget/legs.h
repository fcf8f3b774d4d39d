/* SPDX-License-Identifier: MIT */
/* Hips and legs of a skeleton: positions of joints and soles in a pose, and two-bone inverse
 * kinematics of a leg. The rest of the body keeps its rotations. */
#ifndef VRMI_MOTION_LEGS_H
#define VRMI_MOTION_LEGS_H

#include "base/maths.h"
#include "vrm/retarget.h"

enum { VRMI_HEEL, VRMI_BALL, VRMI_TIP, VRMI_SOLE_POINTS };

typedef struct vrmi_Leg {
    bool is_there; /* has all joints, and both lengths are above 0 */
    bool has_toes;
    vrm_Bone upper;             /* followed by the other bones of the leg: vrm/model.h */
    vrm_Vec3 hip;               /* from the hips' bone */
    vrm_Vec3 thigh, shin, toes; /* to knee, ankle and the joint of the toes, at rest */
    float thigh_length, shin_length;
    vrm_Vec3 sole[VRMI_SOLE_POINTS]; /* heel and ball from the ankle, the tip from the toes */
} vrmi_Leg;

typedef struct vrmi_Legs {
    vrmi_Leg sides[2]; /* left, right */
    vrm_Vec3 hips;     /* at rest */
    vrm_Vec3 middle;   /* of the two hip joints, from the hips' bone */
    float length;      /* from hip joint to sole, straight; 0 without legs */
    float sole;        /* height of the soles at rest */
} vrmi_Legs;

/* In world space; rotations are relative to rest. */
typedef struct vrmi_LegPose {
    vrm_Quat hips, upper, lower, foot, toes;
    vrm_Vec3 hip, knee, ankle, ball; /* `ball`: the joint of the toes */
    vrm_Vec3 sole[VRMI_SOLE_POINTS];
} vrmi_LegPose;

vrmi_Legs vrmi_legs(const vrm_Skeleton* skeleton);

/* Returns the position of the hips. */
vrm_Vec3 vrmi_legs_hips(const vrmi_Legs* legs, const vrm_Pose* pose);

vrmi_LegPose vrmi_leg_pose(const vrmi_Legs* legs, int side, const vrm_Pose* pose);

/* Returns the distance between ankle and hip joint for a goal at distance `wish`. A leg that
 * stretches approaches its straight length softly, without a snap of the knee. */
float vrmi_leg_reach(const vrmi_Leg* leg, const vrmi_LegPose* now, float wish);

/* Moves the ankle to a position, or as near as `reach` allows, with the hip joint of `now`. The
 * knee stays in its plane; the foot gets the given rotation. Sets rotations and joints. */
void vrmi_leg_solve(const vrmi_Leg* leg, vrm_Vec3 ankle, float reach, vrm_Quat foot,
                    vrmi_LegPose* now);

/* Bends the toes up if their tip is below `floor`. `on_feet`: as in vrmi_Feet. */
void vrmi_leg_lift_tip(const vrmi_Leg* leg, float floor, float on_feet, vrmi_LegPose* now);

/* Writes the world rotations of the leg into a pose. */
void vrmi_leg_write(const vrmi_Leg* leg, const vrmi_LegPose* now, vrm_Pose* pose);

#endif
