/* SPDX-License-Identifier: MIT */
/* A clip at a moment. */
#ifndef VRMI_RUNTIME_CLIP_H
#define VRMI_RUNTIME_CLIP_H

#include "rig/clip.h"

/* The value of one track. */
vrm_Vec4 vrmi_clip_track_at(const vrm_Clip* clip, int32_t track, float time_s);

/* Hands out the values of all tracks of a clip except those of expressions, timeline by timeline.
 */
typedef void vrmi_TrackFn(void* ctx, const vrmi_Track* track, const vrm_Vec4* value);
void vrmi_clip_tracks_at(const vrm_Clip* clip, float time_s, vrmi_TrackFn* fn, void* ctx);

/* Yaw and pitch of a gaze rotation, degrees. */
vrm_Vec2 vrmi_gaze_degrees(vrm_Quat rotation);

#endif
