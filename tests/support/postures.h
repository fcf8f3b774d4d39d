/* SPDX-License-Identifier: MIT */
/* Motions of a person who touches the ground with more than the feet, or does not touch it. */
#ifndef VRM_TESTS_SUPPORT_POSTURES_H
#define VRM_TESTS_SUPPORT_POSTURES_H

#include "vrm/retarget.h"

typedef enum Posture {
    POSTURE_STAND,
    POSTURE_KNEEL,         /* on knees and insteps, toes point backwards */
    POSTURE_KNEEL_ON_TOES, /* on knees and toes */
    POSTURE_PLANK,         /* on toes and hands, face down */
    POSTURE_PUSH_UP,       /* the same, up and down */
    POSTURE_SIT_ON_GROUND, /* legs stretched forwards */
    POSTURE_LIE,           /* on the back */
    POSTURE_LIE_ON_FACE,
    POSTURE_HANG, /* by the hands, feet above the ground */
    POSTURE_KINDS
} Posture;

extern const char* const posture_names[POSTURE_KINDS];

/** A person of random size and build: lengths of legs, trunk, arms and feet vary by `spread`. */
vrm_Skeleton posture_figure(uint32_t seed, float spread);

/** A pose of the posture on a figure, in the part 0..1 of a cycle in which it breathes and sways.
 * The lowest joint is as far above the ground as it touches it with. */
vrm_Pose posture_pose(const vrm_Skeleton* figure, Posture posture, double part);

/** Height of every joint in a pose. */
void posture_heights(const vrm_Skeleton* figure, const vrm_Pose* pose, float out[VRM_BONE_COUNT]);

/** Position of every joint in a pose. */
void posture_places(const vrm_Skeleton* figure, const vrm_Pose* pose, vrm_Vec3 out[VRM_BONE_COUNT]);

/** The same pose of a figure that faces `heading` (radians) and stands at a place. */
vrm_Pose posture_turned(const vrm_Skeleton* figure, vrm_Pose pose, float heading, vrm_Vec3 place);

#endif
