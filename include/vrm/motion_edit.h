/* SPDX-License-Identifier: MIT */
/** Edits motions: cut, trim, change of speed, reverse, mirror, join, layers, smooth. Each function
 * leaves its input unchanged and returns a new motion, so that edits can follow one another; the
 * result works with every function of vrm/motion.h.
 *
 *   vrm_motion_load() -> vrm_motion_cut() -> vrm_motion_mirror() -> vrm_motion_clip()
 *
 * The first edit samples the motion: a capture at its frames, a VRM animation at its keys.
 * Rotations between frames are interpolated along the shortest arc, positions and weights linearly.
 * Motions of nodes (VRM_MOTION_NODES) cannot be edited: VRM_ERR_INVALID. */
#ifndef VRM_MOTION_EDIT_H
#define VRM_MOTION_EDIT_H

#include "base.h"
#include "motion.h"
#include "report.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- One motion ---- */

/** Memory and report of an edit. Start from vrm_default_motion_edit_def(). */
typedef struct vrm_MotionEditDef {
    uint32_t def_size;       /**< Set by the default function; do not touch. */
    uint64_t max_bytes;      /**< Memory for frames; beyond it VRM_ERR_LIMIT. Default 1 GiB. */
    vrm_Report* report;      /**< Receives the findings. Default NULL. */
    vrm_Allocator allocator; /**< For the result, until it is destroyed. Default: the C library. */
} vrm_MotionEditDef;

/** Sets every field to its default; called by vrm_default_motion_edit_def(). */
VRM_API void vrm_motion_edit_def_init(vrm_MotionEditDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_MotionEditDef vrm_default_motion_edit_def(void) {
    vrm_MotionEditDef def;
    vrm_motion_edit_def_init(&def, sizeof def);
    return def;
}

/** Keeps the part from `from_s` to `to_s` (s); a `to_s` beyond the end is the end. Equal times give
 * a pose. Positions stay where they are. Returns VRM_ERR_ARGUMENT if a time is NaN or `from_s` is
 * negative, VRM_ERR_INVALID if nothing is left. `def` may be NULL. The caller destroys the result.
 */
VRM_API vrm_Result vrm_motion_cut(const vrm_Motion* motion, double from_s, double to_s,
                                  const vrm_MotionEditDef* def, vrm_Motion** out_motion);

/** What vrm_motion_trim_rest() removed. */
typedef struct vrm_MotionTrimReport {
    double leading_s;  /**< Removed from the beginning (s). */
    double trailing_s; /**< Removed from the end (s). */
} vrm_MotionTrimReport;

/** Removes a T-pose from the beginning and the end: frames in which arms, legs and spine are all
 * within `tolerance_degrees` (above 0, at most 90) of it. 12 is a good value. A motion that never
 * leaves the T-pose, or that moves no arm, is not trimmed. `def` and `out_report` may be NULL. The
 * caller destroys the result. */
VRM_API vrm_Result vrm_motion_trim_rest(const vrm_Motion* motion, float tolerance_degrees,
                                        const vrm_MotionEditDef* def,
                                        vrm_MotionTrimReport* out_report, vrm_Motion** out_motion);

/** Plays a motion `factor` times as fast, 0.001 to 1000. Else VRM_ERR_ARGUMENT. `def` may be NULL.
 * The caller destroys the result. */
VRM_API vrm_Result vrm_motion_speed(const vrm_Motion* motion, double factor,
                                    const vrm_MotionEditDef* def, vrm_Motion** out_motion);

/** Plays a motion backwards. `def` may be NULL. The caller destroys the result. */
VRM_API vrm_Result vrm_motion_reverse(const vrm_Motion* motion, const vrm_MotionEditDef* def,
                                      vrm_Motion** out_motion);

/** Swaps left and right: bones, position, turning, gaze, and expressions whose names end or begin
 * with a side (blinkLeft, mouthSmile_L, Left_Eye_Close). The mirror is the plane x = 0 of the
 * source. `def` may be NULL. The caller destroys the result. */
VRM_API vrm_Result vrm_motion_mirror(const vrm_Motion* motion, const vrm_MotionEditDef* def,
                                     vrm_Motion** out_motion);

#ifdef __cplusplus
}
#endif

#endif
