/* SPDX-License-Identifier: MIT */
/* The steps of vrm_retarget(), in their order. */
#ifndef VRMI_MOTION_RETARGET_H
#define VRMI_MOTION_RETARGET_H

#include "base/alloc.h"
#include "motion/retarget/feet.h"

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

/* What the second round of a loop is moved by: last frame = turn, then way, of the first. */
typedef struct vrmi_LoopStep {
    vrm_Quat turn; /* about the vertical */
    vrm_Vec3 way;  /* horizontal */
} vrmi_LoopStep;

/* Cuts poses and times to the best loop, with its two ends, and closes it; or adds the last frame,
 * for which there is room, where a loop lacks it. */
void vrmi_loop_make(vrm_Retarget* retarget, const vrmi_Legs* legs, const vrm_RetargetDef* def,
                    vrmi_LoopStep* out_step);

/* Sets the figures of a loop in the report that are those of the result: how far its ends are from
 * each other. */
void vrmi_loop_measure(vrm_Retarget* retarget, const vrmi_LoopStep* step);

/* The step of a motion that is a loop already, and whether it is: its ends are 2 degrees and a
 * hundredth of a leg from each other at most. */
vrmi_LoopStep vrmi_loop_step(const vrm_Retarget* retarget, const vrmi_Legs* legs);
bool vrmi_loop_is_closed(const vrm_Retarget* retarget, const vrmi_Legs* legs);

/* The pose of a frame that may lie rounds before or after the loop. */
vrm_Pose vrmi_loop_pose(const vrm_Retarget* retarget, const vrmi_Legs* legs,
                        const vrmi_LoopStep* step, int32_t frame, double* out_time);

/* ---- The way: roots.c ---- */

/* Takes the way, and with `roots` the turning, out of the poses. `scratch` has room for six
 * numbers for each frame. */
void vrmi_root_take_out(vrm_Retarget* retarget, vrm_Vec3 hips, double* scratch);

/* The turn about the vertical that is in a rotation, radians. */
float vrmi_root_heading(vrm_Quat turn);

/* ---- Figures: retarget_report.c ---- */

/* Slide and depth of `poses` on the target, which have no lead. */
typedef struct vrmi_FeetFigures {
    float slide_max, slide_mean, depth; /* metres */
} vrmi_FeetFigures;

vrmi_FeetFigures vrmi_feet_figures(const vrmi_Feet* feet, const vrm_Pose* poses, int32_t count);

/* Sets the joint error of the report. */
void vrmi_report_joints(vrm_RetargetReport* report, const vrm_Pose* from, const vrm_Pose* to,
                        int32_t count);

#endif
