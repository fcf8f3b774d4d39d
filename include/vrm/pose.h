/* SPDX-License-Identifier: MIT */
/** Poses for every avatar, for use without an animation. rig.h has the file's own rest pose,
 * vrm_pose_rest(), and the T-pose, vrm_rig_t_pose(). */
#ifndef VRM_POSE_H
#define VRM_POSE_H

#include "base.h"
#include "rig.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Returns the A-pose, in which models are often shown: arms 45 degrees below the rest pose,
 * nothing else. For avatars that rest in the T-pose, as VRM requires. */
VRM_API vrm_Pose vrm_pose_a(void);

/** Period of vrm_pose_idle() (s). */
#define VRM_IDLE_PERIOD_S 8.0f

/** Returns a pose standing at ease with the arms down: two breaths and one slow shift of weight in
 * a period. A whole number of periods gives the same bits as 0. The same bits on every CPU; a time
 * that is not finite counts as 0. */
VRM_API vrm_Pose vrm_pose_idle(float time_s);

#ifdef __cplusplus
}
#endif

#endif
