/* SPDX-License-Identifier: MIT */
/* Feet, way and ends of a motion that is converted: --feet, --in-place, --root-motion, --loop. */
#ifndef VRM_CLI_MOTION_FIT_H
#define VRM_CLI_MOTION_FIT_H

#include "vrm/vrm.h"

#include <stdio.h>

/* What came of it. */
typedef struct FitReport {
    bool is_fitted, is_loop;
    vrm_RetargetReport figures;
} FitReport;

/* The rest pose of motion of another program. */
typedef struct RestReport {
    bool is_there;
    vrm_RestSource from;
    float confidence;
} RestReport;

/* How a recording is fitted before it ends. All zero: as it is. */
typedef struct Fit {
    bool is_usual;          /* feet are held where contacts are clear, unless it says else */
    bool is_capture;        /* of another program */
    bool is_rest_estimated; /* its rest pose was estimated from its frames */
    bool has_feet;          /* --feet was given: */
    vrm_Feet feet;
    bool is_in_place, has_root, loops; /* has_root: the way is moved to the root node */
    float frame_s;              /* of an animation that was sampled finer; 0: as it was sampled */
    const vrm_Skeleton* source; /* of the frames; NULL: the recorder's */
    const vrm_Skeleton* target; /* of the avatar; NULL: the source */
    FitReport* report;          /* NULL: not wanted */
    RestReport* rest;           /* gets how the rest pose was found; NULL: not wanted */
    int32_t frames;             /* of a clip that is fitted; 0: 60 a second */
    vrm_Skeleton* later; /* gets the figure of motion of other programs, which is fitted later, to
                            each avatar; NULL: it is fitted now */
} Fit;

vrm_Result fit_recorder(const Fit* fit, vrm_Recorder* recorder);

/* The skeleton of a VRM animation with its hips above the origin, at the given height; at its own
 * for 0. */
vrm_Skeleton fit_skeleton_of(const vrm_Model* animation, float hips_height);

/* Where the hips of a VRM animation rest. */
vrm_Vec3 fit_hips_rest(const vrm_Model* animation);

/* Frames of a VRM animation at equal steps, with expressions and gaze. And at `count` given times.
 */
vrm_Result fit_record_clip(const vrm_Model* model, const vrm_Clip* clip, int32_t steps,
                           vrm_Recorder* recorder);
vrm_Result fit_record_times(const vrm_Model* model, const vrm_Clip* clip, const double* times,
                            int32_t count, vrm_Recorder* recorder);

/* Whether fit_recorder() would change anything. */
bool fit_is_asked(const Fit* fit);

/* The same clip for one avatar, with feet that are held, or without its way; NULL where there is
 * nothing to do, and when memory is short. Without a source in `fit` it is that of the animation;
 * target and report do not count. */
vrm_Clip* fit_clip(const vrm_Model* model, const vrm_Clip* clip, const vrm_Model* avatar,
                   const Fit* fit);

/* The way of poses on a skeleton, moved to the root: vrm_retarget_pose() and vrm_retarget_root().
 */
vrm_Result fit_split_root(const vrm_Pose* poses, const double* times, int32_t count,
                          const vrm_Skeleton* skeleton, vrm_Retarget** out_split);

void fit_print_text(FILE* out, const FitReport* report);

/* Adds "feet" and, of a loop, "loop" to an object. */
/* Member "rest": {from, confidence}. */
void fit_put_rest_json(vrm_JsonBuilder* b, const RestReport* rest);
void fit_put_json(vrm_JsonBuilder* builder, const FitReport* report);

#endif
