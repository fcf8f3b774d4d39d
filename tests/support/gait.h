/* SPDX-License-Identifier: MIT */
/* Motions made in code whose feet rest at known times and places, and figures of different build
 * to play them on. */
#ifndef VRM_TESTS_SUPPORT_GAIT_H
#define VRM_TESTS_SUPPORT_GAIT_H

#include "vrm/retarget.h"

/* Lengths in metres. */
typedef struct GaitBuild {
    const char* name;
    float thigh, shin, ankle; /* ankle: its height */
    float foot;               /* from the ankle to the joint of the toes */
    float hips_width;         /* half */
    float hips_rise;          /* from the hip joints to the hips' bone */
    bool has_toes;
} GaitBuild;

enum { GAIT_BUILDS = 6 };

/** The first is the person that motions are made for; then child, tall, long-legged, wide, robot.
 */
extern const GaitBuild gait_builds[GAIT_BUILDS];

vrm_Skeleton gait_figure(const GaitBuild* build);

typedef enum GaitKind {
    GAIT_WALK,
    GAIT_RUN,
    GAIT_JUMP,
    GAIT_TURN, /* on the spot */
    GAIT_SIT,
    GAIT_SWIM, /* nothing rests */
    GAIT_KINDS
} GaitKind;

extern const char* const gait_names[GAIT_KINDS];

typedef struct Gait {
    GaitKind kind;
    float noise; /* degrees of each leg joint; as many tenths of millimetres of the hips */
    uint32_t seed;
} Gait;

/** Seconds that a motion has. */
double gait_length(GaitKind kind);

/** The pose of the first figure at a time. */
vrm_Pose gait_pose(const Gait* gait, double time, uint32_t frame);

/** Whether a vrm_SolePoint rests at a time and for `margin` seconds before and after it. */
bool gait_rests(GaitKind kind, int point, double time, double margin);

/** Where the sole points of a pose are on a figure. */
void gait_soles(const vrm_Skeleton* figure, const vrm_Pose* pose, vrm_Vec3 out[VRM_SOLE_COUNT]);

/** Which way a knee points, from the line between hip and ankle; and how far it is from it. */
vrm_Vec3 gait_knee(const vrm_Skeleton* figure, const vrm_Pose* pose, int side, float* out_bend);

#endif
