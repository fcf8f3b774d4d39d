/* SPDX-License-Identifier: MIT */
/* The gaze of a motion whose skeleton has eyes: a VRM animation has no tracks for eyes, but a gaze
 * (VRMC_vrm_animation 1.0, lookAt). */
#ifndef VRMI_MOTION_EYES_H
#define VRMI_MOTION_EYES_H

#include "vrm/pose.h"

/* Returns the gaze of the eyes in a pose, as for vrm_recorder_set_gaze(): between both eyes, from
 * the head, at most 90 degrees. Some bit of `eyes` is set. */
vrm_Vec2 vrmi_eyes_gaze(const vrm_Pose* pose, uint64_t eyes);

#endif
