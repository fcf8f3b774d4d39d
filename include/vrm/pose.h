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

/** Returns the A-pose: the arms point 45 degrees below their rest pose, all other bones are at
 * rest. For avatars that rest in the T-pose, as VRM requires. */
VRM_API vrm_Pose vrm_pose_a(void);

/** Period of vrm_pose_idle() (s). */
#define VRM_IDLE_PERIOD_S 8.0f

/** Returns the pose at a time of an idle loop: standing at ease with the arms down, with two
 * breaths and one slow shift of weight in a period. A whole number of periods gives the same bits
 * as time 0. The result has the same bits on every CPU. A time that is not finite counts as 0. */
VRM_API vrm_Pose vrm_pose_idle(float time_s);

/** Returns the rotation of a head or another bone from angles (degrees): `yaw` to the left, then
 * `pitch` down, then `roll` of the top to the right, each about the axes as turned so far. The
 * result has the same bits on every CPU. An angle that is not finite counts as 0. */
VRM_API vrm_Quat vrm_pose_turn(float yaw_degrees, float pitch_degrees, float roll_degrees);

/** Returns yaw to the left and pitch down (degrees) of a direction of any length in the axes of the
 * head, as vrm_avatar_look_along() takes them. The result has the same bits on every CPU.
 * Coordinates that are not finite count as 0. A zero vector gives 0 for both angles. */
VRM_API vrm_Vec2 vrm_pose_gaze(vrm_Vec3 direction);

#ifdef __cplusplus
}
#endif

#endif
