/* SPDX-License-Identifier: MIT */
/** Records poses, expressions and gaze, frame by frame, as a VRM animation (.vrma) that plays on
 * every avatar.
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

/** Collects frames and makes a VRM animation. */
typedef struct vrm_Recorder vrm_Recorder;

/** How to record. Start from vrm_default_recorder_def(). */
typedef struct vrm_RecorderDef {
    uint32_t def_size; /**< Set by the default function; do not touch. */
    const char* name;  /**< Name of the animation; copied. Default NULL: no name. */

    /** Rig whose proportions the skeleton of the animation gets. Players use them only to scale the
     * motion of the hips. Not kept. Default NULL: a person of 1.6 m. */
    const vrm_Rig* rig;
    /** Height of the performer's hips at rest (m), if `rig` is NULL; players scale hips_offset by
     * it. Default 0: 0.94, a person of 1.6 m. */
    float hips_height;

    float tolerance_degrees; /**< Maximum error of bones and gaze (degrees), 0 or more. Default
                                  0.1. */
    float tolerance_metres;  /**< Maximum error of the hips' position (m), 0 or more. Default
                                  0.0005. */
    float tolerance_weight;  /**< Maximum error of each expression's weight, 0 or more. Default
                                  0.002. */

    /** Bit b: bone b is written even if it never leaves the T-pose, so that players set it. Other
     * bones are written only if they move. Default 0. */
    uint64_t bones;

    uint64_t max_bytes; /**< Memory for frames (bytes); beyond it VRM_ERR_LIMIT. Default 1 GiB, five
                             hours at 60 frames a second. */
    /** For the recorder and the models that it makes. Default: the C library. */
    vrm_Allocator allocator;
    /** Write a plain glTF skeleton instead of a VRM animation, for programs without VRM support: a
     * skin whose joints have the VRM names of the bones, a mesh that shows them, and the animation.
     * Expressions and gaze are left out. Default false. */
    bool writes_skeleton;
} vrm_RecorderDef;

/** Sets every field to its default; called by vrm_default_recorder_def(). */
VRM_API void vrm_recorder_def_init(vrm_RecorderDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_RecorderDef vrm_default_recorder_def(void) {
    vrm_RecorderDef def;
    vrm_recorder_def_init(&def, sizeof def);
    return def;
}

/** Creates a recorder. `def` may be NULL. Returns VRM_ERR_ARGUMENT if one of its numbers is not
 * finite or below 0. */
VRM_API vrm_Result vrm_recorder_create(const vrm_RecorderDef* def, vrm_Recorder** out_recorder);
/** Destroys a recorder. `recorder` may be NULL. */
VRM_API void vrm_recorder_destroy(vrm_Recorder* recorder);

/** Adds a frame. The animation starts at the time of the first frame; each further frame needs a
 * later time. Files store times as floats: of frames whose times are equal as floats, only the last
 * is written. pose->hips_offset is in metres of the performer. Eye bones are ignored: a VRM
 * animation has a gaze instead. Expressions and gaze keep the values of the previous frame until
 * they are set. Returns VRM_ERR_ARGUMENT, and adds nothing, if a number is not finite or the time
 * does not increase. */
VRM_API vrm_Result vrm_recorder_add_frame(vrm_Recorder* recorder, double time_s,
                                          const vrm_Pose* pose);

/** Removes the newest frame, and the expressions and the gaze that were first set in it. Returns
 * false if there is no frame. */
VRM_API bool vrm_recorder_drop_frame(vrm_Recorder* recorder);

/** Adds a frame with the state of an avatar after the sim's last step: bones with constraints and
 * look-at, expression inputs, and the gaze if look-at is on. Nodes above the hips and between bones
 * count as in vrm_rig_read_pose(). The root's rotation and translation are added to the hips: to
 * record in place, put the avatar at the origin. The root's scale is ignored. vrm_RecorderDef.rig
 * should be the avatar's rig. Needs VRM_OUTPUT_LOCALS and VRM_OUTPUT_FACE. On failure nothing is
 * added. */
VRM_API vrm_Result vrm_recorder_add_avatar(vrm_Recorder* recorder, double time_s,
                                           const vrm_Sim* sim, vrm_AvatarId avatar);

/** Sets an expression of the newest frame by its name, preset or custom; clamped to 0..1. In frames
 * before it was first set it is 0. Returns VRM_ERR_ARGUMENT before the first frame, for a weight
 * that is NaN, for a name that is empty or NULL, and for lookUp, lookDown, lookLeft and lookRight,
 * which a VRM animation may not have. */
VRM_API vrm_Result vrm_recorder_set_expression(vrm_Recorder* recorder, const char* name,
                                               float weight);

/** Sets the gaze of the newest frame, as for vrm_avatar_look_along(); pitch is clamped to -90..90.
 * In frames before it was first set the gaze is straight ahead. Returns VRM_ERR_ARGUMENT before the
 * first frame, or if a number is not finite. */
VRM_API vrm_Result vrm_recorder_set_gaze(vrm_Recorder* recorder, float yaw_degrees,
                                         float pitch_degrees);

/** Returns the number of frames added so far. */
VRM_API int32_t vrm_recorder_frame_count(const vrm_Recorder* recorder);

/** Counts and sizes of a recording. */
typedef struct vrm_RecordStats {
    int32_t frames;   /**< Number of frames added. */
    int32_t channels; /**< Number of channels written: bones, hips, expressions, gaze. */
    float seconds;    /**< Time from the first frame to the last (s). */
    uint64_t source_keys, kept_keys;   /**< Keys of all channels, recorded and written. */
    uint64_t source_bytes, kept_bytes; /**< The same in bytes of key data. */
} vrm_RecordStats;

/** Creates a model with the animation so far; the caller destroys it. Recording may continue.
 * `out_stats` may be NULL. Returns VRM_ERR_ARGUMENT if there is no frame. */
VRM_API vrm_Result vrm_recorder_finish(const vrm_Recorder* recorder, vrm_RecordStats* out_stats,
                                       vrm_Model** out_model);

#ifdef __cplusplus
}
#endif

#endif
