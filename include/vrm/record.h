/* SPDX-License-Identifier: MIT */
/** Recording motion: poses, expressions and gaze, frame after frame, to a VRM animation (.vrma)
 * that fits every avatar.
 *
 *   vrm_recorder_create() -> vrm_recorder_add_frame() ... -> vrm_recorder_finish() -> vrm_Model
 *
 * The model is a VRM animation like one that was loaded: vrm_model_save_file() writes it,
 * vrm_clip_build() plays it. Keys are left out where a player's interpolation reproduces them
 * within the tolerances of the definition, at every recorded frame and between frames. */
#ifndef VRM_RECORD_H
#define VRM_RECORD_H

#include "base.h"
#include "model.h"
#include "rig.h"
#include "sim.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Collects poses and makes a VRM animation of them. */
typedef struct vrm_Recorder vrm_Recorder;

/** How to record. Start from vrm_default_recorder_def(). */
typedef struct vrm_RecorderDef {
    uint32_t def_size; /**< Set by the default function; do not touch. */
    const char* name;  /**< Of the animation; copied. Default NULL: none. */

    /** The animation's own skeleton gets the proportions of this rig, which matter only for the
     * scale of the hips' motion. Not kept. Default NULL: a person of 1.6 m. */
    const vrm_Rig* rig;
    /** Without a rig: height of the performer's hips at rest, metres, by which players scale
     * hips_offset. Default 0: that of the person of 1.6 m, 0.94. */
    float hips_height;

    float tolerance_degrees; /**< Of each bone and the gaze. 0 or more; default 0.1. */
    float tolerance_metres;  /**< Of the hips' position. Default 0.0005. */
    float tolerance_weight;  /**< Of each expression. Default 0.002. */

    /** Bit b: bone b gets a key even when it never leaves the T-pose, so that players set it. Other
     * bones that do not move are not in the animation. Default 0. */
    uint64_t bones;

    uint64_t max_bytes; /**< Memory for frames; beyond it VRM_ERR_LIMIT. Default 1 GiB, which is
                             five hours of 60 frames a second. */
    /** For the recorder and the models that it makes. Default: the C library. */
    vrm_Allocator allocator;
} vrm_RecorderDef;

/** Sets every field to its default; called by vrm_default_recorder_def(). */
VRM_API void vrm_recorder_def_init(vrm_RecorderDef* def, size_t def_size);

/** The defaults; change what you need. */
static inline vrm_RecorderDef vrm_default_recorder_def(void) {
    vrm_RecorderDef def;
    vrm_recorder_def_init(&def, sizeof def);
    return def;
}

/** `def` may be NULL: the defaults. VRM_ERR_ARGUMENT when one of its numbers is not finite or below
 * 0. */
VRM_API vrm_Result vrm_recorder_create(const vrm_RecorderDef* def, vrm_Recorder** out_recorder);
/** NULL is fine. */
VRM_API void vrm_recorder_destroy(vrm_Recorder* recorder);

/** Adds a frame. The first frame starts the animation, whatever its time; the time must increase
 * with each further frame. Files have times as floats: of frames that are closer than
 * those only the last is written. hips_offset is in metres of the performer. Eye bones are ignored:
 * a VRM animation has a gaze instead. Expressions and gaze keep the values of the frame before
 * until they are set. VRM_ERR_ARGUMENT, and nothing is added, when a number is not finite or the
 * time does not increase. */
VRM_API vrm_Result vrm_recorder_add_frame(vrm_Recorder* recorder, double time_s,
                                          const vrm_Pose* pose);

/** Removes the newest frame, and the expressions and the gaze that were first set in it. False when
 * there is none. */
VRM_API bool vrm_recorder_drop_frame(vrm_Recorder* recorder);

/** Adds a frame with the state of an avatar after the sim's last step: bones (constraints and
 * look-at included), expressions as asked for, and its gaze while it looks. Nodes above the hips
 * and between bones count as vrm_rig_read_pose() has it. The root's rotation and translation are
 * added to the hips: to record in place, put the avatar at the origin. The root's scale is left
 * out. The recorder should have the avatar's rig. Needs VRM_OUTPUT_LOCALS and VRM_OUTPUT_FACE. On
 * failure nothing is added. */
VRM_API vrm_Result vrm_recorder_add_avatar(vrm_Recorder* recorder, double time_s,
                                           const vrm_Sim* sim, vrm_AvatarId avatar);

/** Sets an expression of the newest frame by its name, preset or custom; clamped to 0..1. In frames
 * before it was first set it is 0. VRM_ERR_ARGUMENT before the first frame, for a weight that is
 * NaN, an empty name or NULL, and lookUp, lookDown, lookLeft and lookRight, which a VRM animation
 * may not have. */
VRM_API vrm_Result vrm_recorder_set_expression(vrm_Recorder* recorder, const char* name,
                                               float weight);

/** Sets the gaze of the newest frame, as vrm_avatar_look_along() takes it. In frames before it was
 * first set the gaze is straight ahead. */
VRM_API vrm_Result vrm_recorder_set_gaze(vrm_Recorder* recorder, float yaw_degrees,
                                         float pitch_degrees);

/** Frames added so far. */
VRM_API int32_t vrm_recorder_frame_count(const vrm_Recorder* recorder);

/** Counts and sizes of a recording. */
typedef struct vrm_RecordStats {
    int32_t frames;   /**< Frames that were added. */
    int32_t channels; /**< Channels of the written animation: bones, hips, expressions, gaze. */
    float seconds;    /**< From the first frame to the last. */
    uint64_t source_keys, kept_keys;   /**< Of all channels together. */
    uint64_t source_bytes, kept_bytes; /**< The same in bytes of key data. */
} vrm_RecordStats;

/** The animation so far, as a new model that the caller owns; recording may continue. `out_stats`
 * may be NULL. VRM_ERR_ARGUMENT when there is no frame. */
VRM_API vrm_Result vrm_recorder_finish(const vrm_Recorder* recorder, vrm_RecordStats* out_stats,
                                       vrm_Model** out_model);

#ifdef __cplusplus
}
#endif

#endif
