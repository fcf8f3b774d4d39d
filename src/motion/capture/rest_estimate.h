/* SPDX-License-Identifier: MIT */
/* The T-pose of a file without a still pose of a person, from its frames. */
#ifndef VRMI_MOTION_REST_ESTIMATE_H
#define VRMI_MOTION_REST_ESTIMATE_H

#include "motion/capture/person_pose.h"

/* How close a pose is to standing. */
typedef struct vrmi_StandingScore {
    float all;   /* at most 10 */
    float stand; /* of trunk and legs alone, at most 1 */
} vrmi_StandingScore;

/* The frame that stands best. */
typedef struct vrmi_Standing {
    int32_t frame;
    vrmi_StandingScore best;
    bool is_good; /* somebody stands in it, as far as trunk and legs say */
    bool leans;   /* the trunk may lean in it */
} vrmi_Standing;

/* Of the pose that the joints are in. */
vrmi_StandingScore vrmi_rest_score(const vrm_Capture* capture);

/* Where the person faces: from +Z, about the vertical axis. */
vrm_Quat vrmi_rest_heading(const vrm_Capture* capture);

/* How the trunk leans and turns, by the hips, the neck and the arms; `heading` where that is
 * unknown or no standing person. */
vrm_Quat vrmi_rest_trunk(const vrm_Capture* capture, vrm_Quat heading);

/* A head looks where the trunk faces, and is upright however that leans. */
vrm_Quat vrmi_rest_head(vrm_Quat trunk);

/* Improves rests[] of trunk, head and limbs, which are those of the frame that stands best. The
 * joints are in that frame afterwards. Returns the bones that were improved. */
uint64_t vrmi_rest_estimate(vrm_Capture* capture, const vrmi_Standing* standing);

#endif
