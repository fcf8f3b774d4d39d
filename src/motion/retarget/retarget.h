/* SPDX-License-Identifier: MIT */
/* The steps of vrm_retarget(), in their order. */
#ifndef VRMI_MOTION_RETARGET_H
#define VRMI_MOTION_RETARGET_H

#include "base/alloc.h"
#include "motion/retarget/feet.h"
#include "rig/root_trend.h"

struct vrm_Retarget {
    vrm_Allocator allocator;
    int32_t count;
    vrm_Pose* poses;
    double* times;
    uint8_t* contacts;
    vrm_Transform* roots; /* NULL: identities */
    int32_t capacity;     /* of the arrays */
    vrm_RetargetReport report;
};

/* ---- Loops: loops.c ---- */

/* Displacement from one cycle of a loop to the next: the last frame is the first one, turned and
 * then translated. */
typedef struct vrmi_LoopStep {
    vrm_Quat turn;        /* about the vertical */
    vrm_Vec3 translation; /* horizontal */
} vrmi_LoopStep;

/* Trims poses and times to the best loop and closes it. If the motion is a loop that only lacks its
 * last frame, adds that frame; the arrays have room for it. */
void vrmi_loop_make(vrm_Retarget* retarget, const vrmi_Legs* legs, const vrm_RetargetDef* def,
                    vrmi_LoopStep* out_step);

/* Sets the members of the report that measure the closed loop: how far its ends are apart. */
void vrmi_loop_measure(vrm_Retarget* retarget, const vrmi_LoopStep* step);

/* Returns the displacement of a motion that is already a loop; and whether it is one: its ends
 * differ by less than 2 degrees and at most a hundredth of the leg length. */
vrmi_LoopStep vrmi_loop_step(const vrm_Retarget* retarget, const vrmi_Legs* legs);
bool vrmi_loop_is_closed(const vrm_Retarget* retarget, const vrmi_Legs* legs);

/* Returns the pose of a frame, which may lie cycles before or after the loop. */
vrm_Pose vrmi_loop_pose(const vrm_Retarget* retarget, const vrmi_Legs* legs,
                        const vrmi_LoopStep* step, int32_t frame, double* out_time);

/* ---- Root motion: roots.c ---- */

/* Removes root translation from the poses. If the retarget has roots, moves root translation and
 * turning there. `scratch` has room for 4 numbers per frame, and one more. */
void vrmi_root_extract(vrm_Retarget* retarget, vrm_Vec3 hips, double* scratch);

/* ---- Measurements: retarget_report.c ---- */

/* Foot sliding and ground penetration. */
typedef struct vrmi_FeetErrors {
    float slide_max, slide_mean, depth; /* metres */
} vrmi_FeetErrors;

/* Measures `poses` on the target; they exclude the lead of a loop. */
vrmi_FeetErrors vrmi_feet_errors(const vrmi_Feet* feet, const vrm_Pose* poses, int32_t count);

/* Sets the joint error of the report. */
void vrmi_report_joints(vrm_RetargetReport* report, const vrm_Pose* from, const vrm_Pose* to,
                        int32_t count);

#endif
