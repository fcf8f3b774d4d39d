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
    float back; /* of the knee behind the line from hip joint to ankle, at rest */
    vrm_Vec3 sole[VRMI_SOLE_POINTS]; /* heel and ball from the ankle, the tip from the toes */
    float thickness;                 /* height of the joint of the toes above the sole at rest */
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

/* Returns the offset of heel or ball from the ankle, for a rotation of the foot. */
vrm_Vec3 vrmi_leg_sole(const vrmi_Leg* leg, vrm_Quat foot, int point);

vrmi_LegPose vrmi_leg_pose(const vrmi_Legs* legs, int side, const vrm_Pose* pose);

/* Takes the bend out of a knee that bends backwards, farther than at rest. Knees that are bent in
 * the rest pose of a source do so where its legs are straight. Returns false if nothing changes. */
bool vrmi_leg_straighten(const vrmi_Leg* leg, vrmi_LegPose* now);

/* Returns the distance between ankle and hip joint for a goal at distance `wish`. A leg that
 * stretches approaches its straight length softly, without a snap of the knee. */
float vrmi_leg_reach(const vrmi_Leg* leg, const vrmi_LegPose* now, float wish);

/* Moves the ankle to a position, or as near as `reach` allows, with the hip joint of `now`. The
 * knee stays in its plane; the foot gets the given rotation. Sets rotations and joints. */
void vrmi_leg_solve(const vrmi_Leg* leg, vrm_Vec3 ankle, float reach, vrm_Quat foot,
                    vrmi_LegPose* now);

/* Puts the foot at an ankle; the toes keep their rotation in the world. */
void vrmi_leg_place_foot(const vrmi_Leg* leg, vrm_Vec3 ankle, vrm_Quat foot, vrmi_LegPose* now);

/* Returns the axis about which toes bend up, for a rotation of toes or foot. */
vrm_Vec3 vrmi_leg_bend_axis(const vrmi_Leg* leg, vrm_Quat turn);

/* Returns the angle by which the toes are bent up against the foot. */
float vrmi_leg_bend(const vrmi_Leg* leg, const vrmi_LegPose* now);

/* Returns the angle by which the toes have to bend further up for their tip not to be below
 * `floor`; 0 if the foot is on its instep. `on_feet`: as in vrmi_Feet. */
float vrmi_leg_missing_bend(const vrmi_Leg* leg, float floor, float on_feet,
                            const vrmi_LegPose* now);

/* Bends the toes further up. */
void vrmi_leg_bend_toes(const vrmi_Leg* leg, float bend, vrmi_LegPose* now);

/* Raises the tip of toes if the foot is on its instep. */
void vrmi_leg_lift_instep_tip(const vrmi_Leg* leg, float floor, vrmi_LegPose* now);

/* Writes the world rotations of the leg into a pose. */
void vrmi_leg_write(const vrmi_Leg* leg, const vrmi_LegPose* now, vrm_Pose* pose);

#endif
