/* SPDX-License-Identifier: MIT */
/** Moves one avatar live by up to 64 sources: face, head, hand and body trackers, and motion
 * capture programs.
 *
 *   vrm_live_create() -> vrm_live_add_source() for each source
 *   whenever data arrives: vrm_live_observe()
 *   each frame: vrm_live_step() -> vrm_live_track() -> vrm_actor_step() -> vrm_live_apply()
 *   -> vrm_sim_step()
 *
 * Each value (a bone, a blend shape, an expression, the gaze, the hips, the root) follows the
 * source of highest priority that has observed it within the last vrm_LiveDef.hold_s. A value that
 * no source observes any more is held for this time, then eases to the avatar's own (the idle pose
 * and the layers of its actor); it eases back when it is observed again. A change of source is
 * eased too. Observations are smoothed by a one-euro filter. Between the observations of a source
 * that sends less than 50 times a second, values are interpolated linearly, so that slow trackers
 * do not stutter. This adds a delay of one interval, at most 0.1 s.
 *
 * The result is a function of the observations and their times: neither the frame rate nor the
 * order of sources that observe different values matters. The same calls give the same bits on
 * every CPU. Memory is allocated only by vrm_live_create(). One thread at a time. */
#ifndef VRM_LIVE_H
#define VRM_LIVE_H

#include "base.h"
#include "face.h"
#include "rig.h"
#include "sim.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Make ---- */

/** Mixes the sources of one avatar. */
typedef struct vrm_Live vrm_Live;

/** Parts of an avatar, for which sources have priorities. */
typedef enum vrm_LivePart {
    VRM_LIVE_FACE = 0,   /**< Blend shapes and expressions. */
    VRM_LIVE_GAZE,       /**< Direction of the eyes. */
    VRM_LIVE_HEAD,       /**< Neck, head and jaw. */
    VRM_LIVE_BODY,       /**< Hips, with their position, and all bones of no other part. */
    VRM_LIVE_LEFT_HAND,  /**< Left hand and its fingers. */
    VRM_LIVE_RIGHT_HAND, /**< Right hand and its fingers. */
    VRM_LIVE_ROOT,       /**< Position and rotation of the avatar in the world. */
    VRM_LIVE_PART_COUNT  /**< Number of parts. */
} vrm_LivePart;

#define VRM_LIVE_SOURCES_MAX 64 /**< Largest value of vrm_LiveDef.source_count. */

/** How to mix. Start from vrm_default_live_def(). */
typedef struct vrm_LiveDef {
    uint32_t def_size;    /**< Set by the default function; do not touch. */
    int32_t source_count; /**< Maximum number of sources, 1..VRM_LIVE_SOURCES_MAX. Default 8. */
    bool mirrors;         /**< The avatar moves as a mirror image: the left hand of the person moves
                               its right one. Default false. */
    float hold_s;         /**< Time for which a lost value is held (s), 0..60. Default 0.5. */
    float ease_out_s;     /**< Time in which it then eases to the avatar's own (s), 0..60. Default
                               1. */
    float ease_in_s;      /**< Time in which a value that is observed again, or by another source,
                               is blended in (s), 0..60. Default 0.25. */
    /** For the mixer, until it is destroyed. Default: the C library. */
    vrm_Allocator allocator;
} vrm_LiveDef;

/** Sets every field to its default; called by vrm_default_live_def(). */
VRM_API void vrm_live_def_init(vrm_LiveDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_LiveDef vrm_default_live_def(void) {
    vrm_LiveDef def;
    vrm_live_def_init(&def, sizeof def);
    return def;
}

/** Creates a mixer for avatars of a rig, which is not kept. `def` may be NULL. Returns
 * VRM_ERR_ARGUMENT if a number is out of range. */
VRM_API vrm_Result vrm_live_create(const vrm_Rig* rig, const vrm_LiveDef* def, vrm_Live** out_live);
/** Destroys a mixer. `live` may be NULL. */
VRM_API void vrm_live_destroy(vrm_Live* live);

/** A source. Start from vrm_default_live_source_def(). */
typedef struct vrm_LiveSourceDef {
    uint32_t def_size; /**< Set by the default function; do not touch. */
    /** Priority for each vrm_LivePart: of several sources that observe a value, the one with the
     * highest number is used; of equal ones, the first. Negative: the source does not move this
     * part. Default 0 for all. */
    int32_t priorities[VRM_LIVE_PART_COUNT];
    /** Cutoff of the one-euro filter at rest (Hz), 0.01..10000. Lower values smooth more and add
     * delay; from 1000 on nothing is smoothed, and values stay until the next observation. Default
     * 1.5. */
    float min_cutoff_hz;
    /** Increase of the cutoff with speed (Hz), 0..10000: for each m/s, each 2 rad/s of a rotation,
     * each 1/s of a weight, and each 57 degrees/s of the gaze. Default 20. */
    float beta;
} vrm_LiveSourceDef;

/** Sets every field to its default; called by vrm_default_live_source_def(). */
VRM_API void vrm_live_source_def_init(vrm_LiveSourceDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_LiveSourceDef vrm_default_live_source_def(void) {
    vrm_LiveSourceDef def;
    vrm_live_source_def_init(&def, sizeof def);
    return def;
}

/** Adds a source. `def` may be NULL. Returns its index, counted from 0; -1 if there are
 * vrm_LiveDef.source_count already, or a number is out of range. */
VRM_API int32_t vrm_live_add_source(vrm_Live* live, const vrm_LiveSourceDef* def);

/* ---- Observe ---- */

/** The weight of one of the rig's expressions. */
typedef struct vrm_LiveExpression {
    int32_t expression; /**< Index: vrm_rig_expression(). */
    float weight;       /**< Weight; clamped to 0..1. */
} vrm_LiveExpression;

/** Values that a source observes at one time. Members that are 0 or NULL were not observed.
 * vrm_tracker_observe() and vrm_vmc_observe() fill it from packets. */
typedef struct vrm_LiveObservation {
    uint64_t bones;             /**< Bit b: rotations[b] was observed. Eyes are ignored: use the
                                     gaze. */
    const vrm_Quat* rotations;  /**< VRM_BONE_COUNT, as in vrm_Pose. */
    bool has_hips;              /**< hips_offset was observed. */
    vrm_Vec3 hips_offset;       /**< As in vrm_Pose, for this avatar (m). */
    bool has_root;              /**< root_position and root_rotation were observed. */
    vrm_Vec3 root_position;     /**< Position of the avatar in the world (m). */
    vrm_Quat root_rotation;     /**< Rotation of the avatar in the world. */
    uint64_t shapes;            /**< Bit s: shape_weights[s] was observed. */
    const float* shape_weights; /**< VRM_FACE_SHAPE_COUNT by vrm_FaceShape, 0..1. */
    const vrm_LiveExpression* expressions; /**< Expressions that were observed. */
    int32_t expression_count;              /**< Entries of `expressions`. */
    bool has_gaze;                         /**< gaze_yaw and gaze_pitch were observed. */
    float gaze_yaw, gaze_pitch; /**< Direction of the gaze (degrees), as vrm_avatar_look_along(). */
    bool has_sender_time;       /**< sender_s is given. */
    double sender_s;            /**< Time of the observation on the sender's own clock (s). */
} vrm_LiveObservation;

/** Passes an observation of a source. `time_s` is its time of arrival on the host's clock (s); a
 * time before an earlier call of any source or of vrm_live_step() counts as the time of that call.
 *
 * With vrm_LiveObservation.sender_s, the time between two observations is measured by the sender's
 * clock, so that late packets cause no jitter; an observation older than the last one of its source
 * is refused. Clocks that drift by up to 1 in 1000, and senders that restart, are handled.
 *
 * Rotations that are 0, numbers that are not finite or beyond 1e6, and expressions that do not
 * exist count as not observed. Returns false, without effect, if the source does not exist, a time
 * is NaN or beyond 1e10, or the observation is old. */
VRM_API bool vrm_live_observe(vrm_Live* live, int32_t source,
                              const vrm_LiveObservation* observation, double time_s);

/** Makes the present observations the neutral state of some parts. Bit p: vrm_LivePart p. Bones are
 * then at rest, blend shapes and expressions 0, the gaze straight ahead, the root at the origin.
 * For a camera beside the screen, calibrate face, gaze and head. Values that a source has not
 * observed are not calibrated. */
VRM_API void vrm_live_calibrate(vrm_Live* live, uint32_t parts);
/** Undoes vrm_live_calibrate() for some parts. */
VRM_API void vrm_live_uncalibrate(vrm_Live* live, uint32_t parts);
/** Changes vrm_LiveDef.mirrors for later observations. Calibration is undone. */
VRM_API void vrm_live_set_mirrors(vrm_Live* live, bool mirrors);

/* ---- Run ---- */

/** Computes the mix at a time of the host's clock (s). Returns false, without effect, if the time
 * is before that of an earlier call, NaN or beyond 1e10. */
VRM_API bool vrm_live_step(vrm_Live* live, double time_s);

/** Passes the blend shapes to a face, before vrm_actor_step() or vrm_face_step(): vrm_face_track()
 * while any is in the mix, then vrm_face_track_off() once. */
VRM_API void vrm_live_track(vrm_Live* live, vrm_Face* face);

/** Sets the bones, hips, root, expressions and gaze of an avatar, as far as they are in the mix,
 * after vrm_actor_step(). Values that ease are blended with the avatar's present inputs, so its
 * pose must have been set in the same frame, as an actor does. `has_face` is false for an avatar
 * without a vrm_Face: blend shapes then move its presets. Returns false if the id is stale or the
 * avatar's rig has another number of expressions. */
VRM_API bool vrm_live_apply(vrm_Live* live, vrm_Sim* sim, vrm_AvatarId avatar, bool has_face);

/* ---- Inspect: as of the last vrm_live_step() ---- */

/** Returns the weight of a part in the mix, 0..1: the largest of its values. Returns 0 if `part` is
 * out of range. */
VRM_API float vrm_live_weight(const vrm_Live* live, vrm_LivePart part);
/** Returns the bones that are in the mix, including those that ease out. Bit b: bone b. */
VRM_API uint64_t vrm_live_bones(const vrm_Live* live);
/** Returns the pose: the mix, by its weights, over the pose `under`. `under` may be NULL for the
 * rest pose. */
VRM_API vrm_Pose vrm_live_pose(const vrm_Live* live, const vrm_Pose* under);
/** Returns the blend shapes, VRM_FACE_SHAPE_COUNT weights; 0 for shapes that are not in the mix.
 * Valid until the mixer is destroyed; values change with each step. */
VRM_API const float* vrm_live_shapes(const vrm_Live* live);
/** Returns the gaze times its weight (degrees), as for vrm_avatar_look_along(). */
VRM_API vrm_Vec2 vrm_live_gaze(const vrm_Live* live);

/** Facts about a source. */
typedef struct vrm_LiveSourceState {
    uint64_t observed; /**< Observations that were accepted. */
    uint64_t refused;  /**< Observations that were refused, including old ones. */
    uint64_t restarts; /**< How often its clock jumped. */
    double last_s;     /**< Arrival of the last one on the host's clock (s); -1: none. */
} vrm_LiveSourceState;

/** Reads facts about a source. Returns false if it does not exist. */
VRM_API bool vrm_live_source(const vrm_Live* live, int32_t source, vrm_LiveSourceState* out_state);

#ifdef __cplusplus
}
#endif

#endif
