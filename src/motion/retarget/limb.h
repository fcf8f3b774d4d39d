/* SPDX-License-Identifier: MIT */
/* Two-bone inverse kinematics of an arm or a leg. */
#ifndef VRMI_MOTION_LIMB_H
#define VRMI_MOTION_LIMB_H

#include "base/maths.h"

/* In world space; rotations are relative to rest. */
typedef struct vrmi_TwoBones {
    float upper_length, lower_length;
    vrm_Vec3 root, joint, end; /* shoulder, elbow, wrist; or hip joint, knee, ankle */
    vrm_Quat upper, lower;
    vrm_Vec3 bend; /* direction in which a straight limb bends its joint */
} vrmi_TwoBones;

/* Returns the distance between root and end for a goal at distance `wish`. A limb that stretches
 * approaches its straight length softly, without a snap of the joint: beyond its present distance
 * and beyond the part `exact` (0..1) of its straight length. */
float vrmi_limb_reach(const vrmi_TwoBones* limb, float wish, float exact);

/* Returns the least distance between root and end: at a bend of 155 degrees, as of a human elbow or
 * knee, or as now if the limb is bent further. */
float vrmi_limb_shortest(const vrmi_TwoBones* limb);

/* Moves the end to a position, or as near as `reach` and the bend of the joint allow. The joint
 * stays in its plane. Sets rotations, joint and end. */
void vrmi_limb_solve(vrmi_TwoBones* limb, vrm_Vec3 goal, float reach);

/* Returns a rotation that is turned from one direction to another. */
vrm_Quat vrmi_limb_swung(vrm_Quat turn, vrm_Vec3 from, vrm_Vec3 to);

#endif
