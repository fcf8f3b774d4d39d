/* SPDX-License-Identifier: MIT */
/* Estimates the T-pose of a file without a still pose of a person, from its frames. */
#ifndef VRMI_MOTION_REST_ESTIMATE_H
#define VRMI_MOTION_REST_ESTIMATE_H

#include "motion/capture/posture.h"

/* The frame that stands best. */
typedef struct vrmi_Standing {
    int32_t frame;
    vrmi_StandingScore best;
    bool is_good; /* trunk and legs stand in it */
    bool leans;   /* the trunk may lean in it */
} vrmi_Standing;

/* Improves rests[] of trunk, head and limbs, which are set from the frame that stands best. The
 * joints are in that frame afterwards. Returns the improved bones. */
uint64_t vrmi_rest_estimate(vrm_Capture* capture, const vrmi_Standing* standing);

#endif
