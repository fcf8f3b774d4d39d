/* SPDX-License-Identifier: MIT */
/** Input of an avatar frame by frame: the tracks of a motion script (script.h), or a clip. */
#ifndef VRM_CLI_MOTION_H
#define VRM_CLI_MOTION_H

#include "vrm/clip.h"
#include "vrm/vrm.h"

typedef enum MotionTarget {
    MOTION_ROOT_TRANSLATION,
    MOTION_ROOT_ROTATION,
    MOTION_ROOT_SCALE,
    MOTION_BONE_ROTATION,
    MOTION_HIPS_TRANSLATION,
    MOTION_NODE_ROTATION,
    MOTION_NODE_TRANSLATION,
    MOTION_EXPRESSION,
    MOTION_LOOK_AT,   /**< A point of the world. */
    MOTION_LOOK_ALONG /**< Yaw and pitch, degrees. */
} MotionTarget;

typedef struct MotionTrack {
    MotionTarget target;
    char name[256]; /**< Of a bone or an expression. */
    int32_t node;
    int32_t width;  /**< Numbers per frame. */
    int32_t stride; /**< Numbers between frames; 0: one value for all frames. */
    double* samples;
} MotionTrack;

typedef struct Motion {
    char name[256];
    int32_t frames;
    double* dts;               /**< One for each frame, seconds. */
    double* times;             /**< When each frame begins. */
    bool dt_is_number;         /**< The script gives one dt for all frames. */
    bool keeps_loaded_springs; /**< init "load". */
    bool* resets;              /**< Frames that begin with the springs put at rest. */
    MotionTrack* tracks;
    int32_t track_count;
    const vrm_Clip* clip; /**< Of motion_of_clip(), for an actor; NULL: none. Not owned. */
} Motion;

/** Limits on frames, since a few bytes can ask for any number. The default, which --max-frames
 * changes, is 36 minutes at 60 frames a second. */
enum { MOTION_FRAMES_DEFAULT = 131072, MOTION_FRAMES_MOST = 100000000 };

/** Message for too many frames. Arguments: frames, limit, frames. */
#define MOTION_TOO_LONG "this asks for %.0f frames; the limit is %d: --max-frames %.0f allows them"

void motion_free(Motion* motion);

/** Makes a motion of `frames` frames, `dt` seconds apart, without tracks. Returns false without
 * memory; there is nothing to free then. `frames` must be at most MOTION_FRAMES_MOST. */
bool motion_of_time(double frames, double dt, Motion* out);

/** The motion that plays a clip from its beginning to its end, 60 frames a second: how many frames
 * that are, and the motion, as above. */
double motion_frames_of_clip(const vrm_Clip* clip);
bool motion_of_clip(const vrm_Clip* clip, Motion* out);

/** Sets the inputs of an avatar for a frame. Inputs without a track stay as they are, except for
 * the root, which becomes the identity. */
void motion_apply(const Motion* motion, int32_t frame, vrm_Sim* sim, vrm_AvatarId avatar);

/** Returns the numbers of a track at a frame. */
static inline const double* motion_at(const MotionTrack* track, int32_t frame) {
    return track->samples + (size_t)frame * (size_t)track->stride;
}

#endif
