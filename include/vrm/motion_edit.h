/* SPDX-License-Identifier: MIT */
/** Edits motions: cut, trim, change of speed, reverse, mirror, join, layers, smooth. Each function
 * leaves its input unchanged and makes a new motion, which works with every function here and in
 * vrm/motion.h.
 *
 *   vrm_motion_load() -> vrm_motion_cut() -> vrm_motion_mirror() -> vrm_motion_clip()
 *
 * The first edit samples the motion: a capture at its frames, a VRM animation at its keys.
 * Rotations between frames are interpolated along the shortest arc, positions and weights linearly.
 * Motions of nodes (VRM_MOTION_NODES) cannot be edited: VRM_ERR_INVALID. */
#ifndef VRM_MOTION_EDIT_H
#define VRM_MOTION_EDIT_H

#include "base.h"
#include "motion.h"
#include "report.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- One motion ---- */

/** Memory and report of an edit. Start from vrm_default_motion_edit_def(). */
typedef struct vrm_MotionEditDef {
    uint32_t def_size;       /**< Set by the default function; do not touch. */
    uint64_t max_bytes;      /**< Memory for frames (bytes); beyond it VRM_ERR_LIMIT. Default 1
                                  GiB. */
    vrm_Report* report;      /**< Receives the findings. Default NULL. */
    vrm_Allocator allocator; /**< For the result, until it is destroyed. Default: the C library. */
} vrm_MotionEditDef;

/** Sets every field to its default; called by vrm_default_motion_edit_def(). */
VRM_API void vrm_motion_edit_def_init(vrm_MotionEditDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_MotionEditDef vrm_default_motion_edit_def(void) {
    vrm_MotionEditDef def;
    vrm_motion_edit_def_init(&def, sizeof def);
    return def;
}

/** Keeps the part from `from_s` to `to_s` (s); a `to_s` beyond the end means the end. Equal times
 * give a single pose. Positions stay where they are. Returns VRM_ERR_ARGUMENT if a time is NaN or
 * `from_s` is negative, VRM_ERR_INVALID if nothing is left. `def` may be NULL. The caller destroys
 * the result. */
VRM_API vrm_Result vrm_motion_cut(const vrm_Motion* motion, double from_s, double to_s,
                                  const vrm_MotionEditDef* def, vrm_Motion** out_motion);

/** Sets `*out_time_s` to the time of a frame (s), for example for vrm_motion_cut(). Frames are the
 * samples on which edits work, counted from 0; frame 2.5 lies between two of them. Frames beyond
 * the last one continue at the mean frame time; 1/60 s for a single pose. Samples the whole motion
 * unless it is the result of an edit. Returns VRM_ERR_ARGUMENT if `frame` is NaN, infinite or
 * negative, or its time would be infinite. `def` may be NULL. */
VRM_API vrm_Result vrm_motion_frame_time(const vrm_Motion* motion, double frame,
                                         const vrm_MotionEditDef* def, double* out_time_s);

/** What vrm_motion_trim_rest() removed. */
typedef struct vrm_MotionTrimReport {
    double leading_s;  /**< Removed from the beginning (s). */
    double trailing_s; /**< Removed from the end (s). */
} vrm_MotionTrimReport;

/** Removes a T-pose from the beginning and the end: frames in which arms, legs and spine are all
 * within `tolerance_degrees` (above 0, at most 90) of it. 12 is a good value. A motion that never
 * leaves the T-pose, or that moves no arm, is not trimmed. `def` and `out_report` may be NULL. The
 * caller destroys the result. */
VRM_API vrm_Result vrm_motion_trim_rest(const vrm_Motion* motion, float tolerance_degrees,
                                        const vrm_MotionEditDef* def,
                                        vrm_MotionTrimReport* out_report, vrm_Motion** out_motion);

/** Plays a motion `factor` times as fast, 0.001 to 1000. Returns VRM_ERR_ARGUMENT for other
 * factors. `def` may be NULL. The caller destroys the result. */
VRM_API vrm_Result vrm_motion_speed(const vrm_Motion* motion, double factor,
                                    const vrm_MotionEditDef* def, vrm_Motion** out_motion);

/** Plays a motion backwards. `def` may be NULL. The caller destroys the result. */
VRM_API vrm_Result vrm_motion_reverse(const vrm_Motion* motion, const vrm_MotionEditDef* def,
                                      vrm_Motion** out_motion);

/** Swaps left and right: bones, position, rotation, gaze, and expressions whose names begin or end
 * with a side (blinkLeft, mouthSmile_L, Left_Eye_Close). The mirror plane is x = 0 of the source.
 * `def` may be NULL. The caller destroys the result. */
VRM_API vrm_Result vrm_motion_mirror(const vrm_Motion* motion, const vrm_MotionEditDef* def,
                                     vrm_Motion** out_motion);

/* ---- Smooth ---- */

/** How to smooth a motion. Start from vrm_default_motion_smooth_def(). */
typedef struct vrm_MotionSmoothDef {
    uint32_t def_size; /**< Set by the default function; do not touch. */
    float cutoff_hz;   /**< Cutoff frequency of the low-pass filter (Hz), 0.1 to 1000. Slower motion
                            passes, faster motion is damped. Default 6. */
    float max_degrees; /**< Largest change of a bone by the filter (degrees), 0 or more. Default
                            5. */
    float max_metres;  /**< Largest change of the position of the hips (m), 0 or more. Default
                            0.02. */
    bool keeps_spikes; /**< Do not remove spikes before filtering. Default false. */
    uint64_t max_bytes;      /**< As vrm_MotionEditDef.max_bytes. */
    vrm_Report* report;      /**< Receives the findings. Default NULL. */
    vrm_Allocator allocator; /**< For the result. Default: the C library. */
} vrm_MotionSmoothDef;

/** Sets every field to its default; called by vrm_default_motion_smooth_def(). */
VRM_API void vrm_motion_smooth_def_init(vrm_MotionSmoothDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_MotionSmoothDef vrm_default_motion_smooth_def(void) {
    vrm_MotionSmoothDef def;
    vrm_motion_smooth_def_init(&def, sizeof def);
    return def;
}

/** What vrm_motion_smooth() changed. */
typedef struct vrm_MotionSmoothReport {
    int32_t spikes; /**< Number of spikes removed: bones and hips position. */
    /** Largest change of a bone by the filter (degrees), spikes excluded. */
    float largest_degrees;
    float mean_degrees;    /**< Mean change of the bones that move (degrees), spikes excluded. */
    vrm_Bone largest_bone; /**< Bone of `largest_degrees`; VRM_BONE_NONE if none changed. */
    float largest_metres;  /**< Largest change of the position of the hips by the filter (m), spikes
                                excluded. */
} vrm_MotionSmoothReport;

/** Removes spikes, then filters rotations and hips position with a zero-phase low-pass. A spike is
 * one to three frames in which a bone leaves its path by more than 20 degrees (the hips by more
 * than 10 cm) and comes back; it is replaced by interpolation. The filter changes no value by more
 * than the limits of the definition. Expressions and gaze, which move fast by nature, are not
 * filtered. Returns VRM_ERR_ARGUMENT if a number is out of range. `def` and `out_report` may be
 * NULL. The caller destroys the result. */
VRM_API vrm_Result vrm_motion_smooth(const vrm_Motion* motion, const vrm_MotionSmoothDef* def,
                                     vrm_MotionSmoothReport* out_report, vrm_Motion** out_motion);

/* ---- Two motions ----
 * The result has the skeleton of the first. Positions of the second are scaled by the ratio of the
 * hip heights. */

/** How to join two motions. Start from vrm_default_motion_join_def(). */
typedef struct vrm_MotionJoinDef {
    uint32_t def_size;  /**< Set by the default function; do not touch. */
    double blend_s;     /**< Length of the cross-fade (s), 0 or more; limited by the shorter motion.
                             Default 0.3. */
    double phase_s;     /**< Maximum time to skip at the beginning of the second motion so that the
                             steps match, if both motions walk at the seam (s), 0 or more. Default
                             1.2. */
    uint64_t max_bytes; /**< As vrm_MotionEditDef.max_bytes. */
    vrm_Report* report; /**< Receives the findings. Default NULL. */
    vrm_Allocator allocator; /**< For the result. Default: the C library. */
} vrm_MotionJoinDef;

/** Sets every field to its default; called by vrm_default_motion_join_def(). */
VRM_API void vrm_motion_join_def_init(vrm_MotionJoinDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_MotionJoinDef vrm_default_motion_join_def(void) {
    vrm_MotionJoinDef def;
    vrm_motion_join_def_init(&def, sizeof def);
    return def;
}

/** What vrm_motion_join() did at the seam. */
typedef struct vrm_MotionJoinReport {
    double start_s;   /**< Time in the result at which the cross-fade begins (s). */
    double blend_s;   /**< Length of the cross-fade (s). */
    double skipped_s; /**< Time skipped at the beginning of the second motion (s). */
    bool both_walk;   /**< Both walk at the seam; the steps were matched. */
} vrm_MotionJoinReport;

/** Joins two motions. The second continues at the position and in the direction in which the first
 * ends, on the ground plane. During the cross-fade the velocities of both along the ground are
 * blended, so that the result is never faster than the faster one. Returns VRM_ERR_ARGUMENT if a
 * number is out of range. `def` and `out_report` may be NULL. The caller destroys the result. */
VRM_API vrm_Result vrm_motion_join(const vrm_Motion* first, const vrm_Motion* second,
                                   const vrm_MotionJoinDef* def, vrm_MotionJoinReport* out_report,
                                   vrm_Motion** out_motion);

/** Parts of a body and its face. */
typedef struct vrm_MotionPart {
    uint64_t bones;   /**< Bit b: bone b. */
    bool position;    /**< The position of the hips. */
    bool expressions; /**< All expressions. */
    bool gaze;        /**< The gaze. */
} vrm_MotionPart;

/** Sets `*out_part` to a part by name: "all", "upper-body", "lower-body", "arms", "left-arm",
 * "right-arm", "hands", "legs", "spine", "head" or "face"; or to several together, joined by "+",
 * as in "arms+head". Returns false and an empty part for other names. vrm_LayerDef of vrm/actor.h
 * has the same members. */
VRM_API bool vrm_motion_part(const char* name, vrm_MotionPart* out_part);
/** Returns the name of a part, counted from 0; "" after the last. The string is static. */
VRM_API const char* vrm_motion_part_name(int32_t index);

/** How to put a layer over a motion. Start from vrm_default_motion_layer_def(). */
typedef struct vrm_MotionLayerDef {
    uint32_t def_size;   /**< Set by the default function; do not touch. */
    vrm_MotionPart part; /**< Parts that the layer may move, if its motion animates them. Default:
                              all. */
    float weight;        /**< Weight of the layer, 0 to 1. Default 1. */
    double offset_s;     /**< Time in the base at which the layer begins (s), 0 or more. Default
                              0. */
    double fade_in_s;    /**< Duration of the fade at its beginning (s), 0 or more. Default 0. */
    double fade_out_s;   /**< Duration of the fade at its end (s), 0 or more. Default 0: no fade;
                              the layer keeps its last values after its end. */
    bool is_additive; /**< Adds the difference of the layer from its first frame. Default false. */
    bool extends;     /**< The result ends with the longer of the two; the base keeps its last
                           values. Default false: it ends with the base. */
    uint64_t max_bytes;      /**< As vrm_MotionEditDef.max_bytes. */
    vrm_Report* report;      /**< Receives the findings. Default NULL. */
    vrm_Allocator allocator; /**< For the result. Default: the C library. */
} vrm_MotionLayerDef;

/** Sets every field to its default; called by vrm_default_motion_layer_def(). */
VRM_API void vrm_motion_layer_def_init(vrm_MotionLayerDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_MotionLayerDef vrm_default_motion_layer_def(void) {
    vrm_MotionLayerDef def;
    vrm_motion_layer_def_init(&def, sizeof def);
    return def;
}

/** Puts the motion `layer` over the motion `base`. For several layers, call it again with the
 * result. Returns VRM_ERR_ARGUMENT if a number is out of range. `def` may be NULL. The caller
 * destroys the result. */
VRM_API vrm_Result vrm_motion_layer(const vrm_Motion* base, const vrm_Motion* layer,
                                    const vrm_MotionLayerDef* def, vrm_Motion** out_motion);

#ifdef __cplusplus
}
#endif

#endif
