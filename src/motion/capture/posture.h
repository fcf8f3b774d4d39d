/* SPDX-License-Identifier: MIT */
/* How a person stands in the present pose of the joints. */
#ifndef VRMI_MOTION_POSTURE_H
#define VRMI_MOTION_POSTURE_H

#include "motion/capture/person_pose.h"

enum { VRMI_LIMBS = 8, VRMI_ARM_LIMBS = 4 /* the first */ };

/* Direction to the next bone in the T-pose, and the limb of this bone. */
typedef struct vrmi_LimbBones {
    vrm_Bone bone, next, before;
    vrm_Vec3 direction;
} vrmi_LimbBones;

extern const vrmi_LimbBones vrmi_limbs[VRMI_LIMBS];

/* Model axes; (0, 0, 0) when it has no length. */
vrm_Vec3 vrmi_limb_direction(const vrm_Capture* capture, int limb);

/* How close a pose is to standing. */
typedef struct vrmi_StandingScore {
    float all;   /* at most 10 */
    float stand; /* of trunk and legs alone, at most 1 */
} vrmi_StandingScore;

/* Legs down, trunk up, arms in the T-pose or, with a lower score, hanging. */
vrmi_StandingScore vrmi_rest_score(const vrm_Capture* capture);

/* Returns the heading of the person: from +Z, about the vertical axis. */
vrm_Quat vrmi_rest_heading(const vrm_Capture* capture);

/* Returns true if the trunk is horizontal or upside down. */
bool vrmi_rest_lies(const vrm_Capture* capture);

/* Returns the rotation of the trunk, from hips, neck and arms; `heading` if unknown. */
vrm_Quat vrmi_rest_body(const vrm_Capture* capture, vrm_Quat heading);

/* The same for a person who stands or sits; `heading` for one who lies. */
vrm_Quat vrmi_rest_trunk(const vrm_Capture* capture, vrm_Quat heading);

/* The head looks where the trunk faces and is upright even if the trunk leans. */
vrm_Quat vrmi_rest_head(vrm_Quat trunk);

/* Returns true if the pose is a person who stands along some axis. */
bool vrmi_rest_stands(const vrm_Capture* capture);

#endif
