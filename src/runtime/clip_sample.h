/* SPDX-License-Identifier: MIT */
/* Samples a clip at a time. */
#ifndef VRMI_RUNTIME_CLIP_SAMPLE_H
#define VRMI_RUNTIME_CLIP_SAMPLE_H

#include "rig/clip_data.h"
#include "rig/rig.h"

/* The value of one track. */
vrm_Vec4 vrmi_clip_track_at(const vrm_Clip* clip, int32_t track, float time_s);

/* Calls `fn` with the value of every track of a clip except those of expressions, timeline by
 * timeline. */
typedef void vrmi_TrackFn(void* ctx, const vrmi_Track* track, const vrm_Vec4* value);
void vrmi_clip_tracks_at(const vrm_Clip* clip, float time_s, vrmi_TrackFn* fn, void* ctx);

/* How many of a morph track's targets the rig has, and the place of the first in
 * vrm_avatar_morphs(). */
static inline int32_t vrmi_track_morphs(const vrmi_Track* track, const vrm_Rig* rig,
                                        int32_t* out_first) {
    int32_t shown = rig->node_mesh_nodes[track->index];
    if (shown < 0) return 0;
    int32_t left = rig->mesh_nodes[shown].morph_count - track->morph;
    *out_first = rig->mesh_nodes[shown].first_morph + track->morph;
    return left < track->morph_count ? left : track->morph_count;
}

/* Yaw and pitch of a gaze rotation, degrees. */
vrm_Vec2 vrmi_gaze_degrees(vrm_Quat rotation);

#endif
