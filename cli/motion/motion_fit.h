/* SPDX-License-Identifier: MIT */
/* --feet, --hands, --knees, --seat, --remove-root-motion, --root-motion and --loop for motion that
 * the command records itself: scripts, traces, and animations that were run on an avatar. Also
 * prints reports of all fits. */
#ifndef VRM_CLI_MOTION_FIT_H
#define VRM_CLI_MOTION_FIT_H

#include "vrm/vrm.h"

#include <stdio.h>

/* Source and target skeleton. */
typedef struct FitSkeletons {
    vrm_Skeleton source, target;
    float frame_s; /* frame time of an animation that was sampled more finely; 0: as sampled */
} FitSkeletons;

/* Fits a recording. Without `skeletons` only the requested changes are made; with them feet are
 * also held during clear contacts. */
vrm_Result fit_recorder(const vrm_FitDef* fit, const FitSkeletons* skeletons,
                        vrm_Recorder* recorder, vrm_FitReport* out);

/* Moves the root motion of poses to the root: vrm_retarget_pose() and vrm_retarget_root(). */
vrm_Result fit_split_root(const vrm_Pose* poses, const double* times, int32_t count,
                          const vrm_Skeleton* skeleton, vrm_Retarget** out_split);

void fit_print_text(FILE* out, const vrm_FitReport* report, bool loops);

/* Prints where the rest pose of a motion was found and how certain it is. */
void fit_print_rest(FILE* out, vrm_MotionInfo info);

/* Adds member "rest": {from, confidence} to an object. */
void fit_put_rest_json(vrm_JsonBuilder* b, vrm_RestSource from, float confidence);

/* Adds "feet", "contacts" and, for a loop, "loop" to an object. */
void fit_put_json(vrm_JsonBuilder* b, const vrm_FitReport* report, bool loops);

#endif
