/* SPDX-License-Identifier: MIT */
/** Motion scripts (`vrm-motion` 1): what drives an avatar, frame by frame. Baked files (const and
 * samples) and authored ones (keys, components, axisAngles) are read into the same table of
 * numbers. The format is described in docs/trace.md. */
#ifndef VRM_CLI_MOTION_H
#define VRM_CLI_MOTION_H

#include "vrm/clip.h"

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
    int32_t stride; /**< From a frame's numbers to the next; 0: one value for all frames. */
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
    const vrm_Clip* clip; /**< Played in every frame; NULL: none. Not owned. */
} Motion;

/** Reads the text of a script. On failure returns false with one sentence in `error`; nothing is to
 * be freed then. */
bool motion_read(const char* text, size_t size, Motion* out, char* error, size_t error_size);
void motion_free(Motion* motion);

/** The motion that plays a clip from its beginning to its end, 60 frames a second. False, with
 * nothing to be freed, when it is too long (a million frames) or there is no memory. */
bool motion_of_clip(const vrm_Clip* clip, Motion* out);

/** `frames` frames, `dt` seconds apart, without tracks. False as above. */
bool motion_of_time(double frames, double dt, Motion* out);

/** Sets the inputs of an avatar to those of a frame. What the script has no track for stays, but
 * for the root, which is then the identity. */
void motion_apply(const Motion* motion, int32_t frame, vrm_Sim* sim, vrm_AvatarId avatar);

/** The numbers of a track in a frame. */
static inline const double* motion_at(const MotionTrack* track, int32_t frame) {
    return track->samples + (size_t)frame * (size_t)track->stride;
}

#endif
