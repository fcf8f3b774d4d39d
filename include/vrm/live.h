/* SPDX-License-Identifier: MIT */
/** One avatar moved live by any number of sources: trackers of faces, heads, hands and bodies, and
 * motion capture programs.
 *
 *   vrm_live_create() -> vrm_live_add_source() for each source
 *   whenever something arrives: vrm_live_observe()
 *   each frame: vrm_live_step() -> vrm_live_track() -> vrm_actor_step() -> vrm_live_apply()
 *   -> vrm_sim_step()
 *
 * Each bone, blend shape, expression, and the gaze, hips and root are followed by themselves: by
 * the source of the highest priority that has shown them within the last vrm_LiveDef.hold_s. What
 * no source shows any more is held for this time, then eases to what the avatar has without it (the
 * idle pose and the layers of its actor), and eases back when it is seen again. A change from one
 * source to another is eased too. What is observed is smoothed by a one-euro filter.
 *
 * What is shown is a function of the observations and their times: neither the frame rate nor the
 * order of sources that show different things matters. The same calls give the same bits on every
 * CPU. Memory is allocated only by vrm_live_create(). One thread at a time. */
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

/** What moves one avatar. */
typedef struct vrm_Live vrm_Live;

/** Parts of an avatar, for which sources have priorities. */
typedef enum vrm_LivePart {
    VRM_LIVE_FACE = 0,   /**< Blend shapes and expressions. */
    VRM_LIVE_GAZE,       /**< Direction of the eyes. */
    VRM_LIVE_HEAD,       /**< Neck, head and jaw. */
    VRM_LIVE_BODY,       /**< Hips, with their position, and all bones of no other part. */
    VRM_LIVE_LEFT_HAND,  /**< Left hand and its fingers. */
    VRM_LIVE_RIGHT_HAND, /**< Right hand and its fingers. */
    VRM_LIVE_ROOT,       /**< Place of the avatar in the world. */
    VRM_LIVE_PART_COUNT  /**< Number of parts. */
} vrm_LivePart;

#define VRM_LIVE_SOURCES_MAX 64 /**< Largest value of vrm_LiveDef.source_count. */

/** How to follow. Start from vrm_default_live_def(). */
typedef struct vrm_LiveDef {
    uint32_t def_size;    /**< Set by the default function; do not touch. */
    int32_t source_count; /**< Maximum number of sources, 1..VRM_LIVE_SOURCES_MAX. Default 8. */
    bool mirrors;         /**< The avatar moves as a mirror image: the left hand of the person moves
                               its right one. Default false. */
    float hold_s;         /**< Time for which something lost is held (s), 0..60. Default 0.5. */
    float ease_out_s;     /**< Time in which it then eases to what the avatar has without it (s),
                               0..60. Default 1. */
    float ease_in_s;      /**< Time in which something that is seen again, or by another source, is
                               blended in (s), 0..60. Default 0.25. */
    /** For the object, until it is destroyed. Default: the C library. */
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

/** Creates a mixer for avatars of a rig, which is not kept. `def` may be NULL for the defaults.
 * Returns VRM_ERR_ARGUMENT if a number is out of range. */
VRM_API vrm_Result vrm_live_create(const vrm_Rig* rig, const vrm_LiveDef* def, vrm_Live** out_live);
/** Destroys a mixer. `live` may be NULL. */
VRM_API void vrm_live_destroy(vrm_Live* live);

/** A source. Start from vrm_default_live_source_def(). */
typedef struct vrm_LiveSourceDef {
    uint32_t def_size; /**< Set by the default function; do not touch. */
    /** Priority for each vrm_LivePart: of several sources that show something the one with the
     * highest number is followed, of equal ones the first. Negative: the source does not move this
     * part. Default 0 for all. */
    int32_t priorities[VRM_LIVE_PART_COUNT];
    /** Cutoff of the one-euro filter at rest (Hz), 0.01..10000. Lower values smooth more and add
     * delay; from 1000 on nothing is smoothed. Default 1.5. */
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

/** Adds a source. `def` may be NULL for the defaults. Returns its index, counted from 0; -1 if
 * there are vrm_LiveDef.source_count already, or a number is out of range. */
VRM_API int32_t vrm_live_add_source(vrm_Live* live, const vrm_LiveSourceDef* def);

/* ---- Observe ---- */

/** The weight of one of the rig's expressions. */
typedef struct vrm_LiveExpression {
    int32_t expression; /**< Index: vrm_rig_expression(). */
    float weight;       /**< 0..1; others are clamped. */
} vrm_LiveExpression;

/** What a source shows at one time. Members that are 0 or NULL are not shown by it. */
typedef struct vrm_LiveObservation {
    uint64_t bones;            /**< Bit b: rotations[b] is shown. Eyes are ignored: use the gaze. */
    const vrm_Quat* rotations; /**< VRM_BONE_COUNT, as in vrm_Pose. */
    bool has_hips;             /**< hips_offset is shown. */
    vrm_Vec3 hips_offset;      /**< As in vrm_Pose, for this avatar (m). */
    bool has_root;             /**< root_position and root_rotation are shown. */
    vrm_Vec3 root_position;    /**< Place of the avatar in the world (m). */
    vrm_Quat root_rotation;    /**< Rotation of the avatar in the world. */
    uint64_t shapes;           /**< Bit s: shape_weights[s] is shown. */
    const float* shape_weights;            /**< VRM_FACE_SHAPE_COUNT by vrm_FaceShape, 0..1. */
    const vrm_LiveExpression* expressions; /**< Expressions that are shown. */
    int32_t expression_count;              /**< Entries of `expressions`. */
    bool has_gaze;                         /**< gaze_yaw and gaze_pitch are shown. */
    float gaze_yaw, gaze_pitch; /**< Direction of the gaze (degrees), as vrm_avatar_look_along(). */
    bool has_sender_time;       /**< sender_s is given. */
    double sender_s;            /**< When the sender saw it, on a clock of its own (s). */
} vrm_LiveObservation;

/** Takes what a source shows. `time_s` is when it arrived, on the host's clock (s); a time before
 * an earlier call of any source or of vrm_live_step() counts as the time of that call.
 *
 * With vrm_LiveObservation.sender_s, the time between two observations is measured by the sender's
 * clock, so that late packets make no jitter; an observation older than the last one of its source
 * is refused. Clocks that drift by 1 in 1000, and senders that begin again, are followed.
 *
 * Rotations that are 0, weights, places and directions that are not finite, or beyond 1e6, and
 * expressions that do not exist are left out, as if they were not shown. Returns false, without
 * effect, if the source does not exist, a time is NaN or beyond 1e9, or the observation is
 * old. */
VRM_API bool vrm_live_observe(vrm_Live* live, int32_t source,
                              const vrm_LiveObservation* observation, double time_s);

/** Makes what the sources show now the neutral state of some parts: bit p for vrm_LivePart p. Bones
 * are then at rest, shapes and expressions 0, the gaze straight ahead, the root at the origin. For
 * a camera beside the screen calibrate the face, the gaze and the head. What a source has not shown
 * is not calibrated. */
VRM_API void vrm_live_calibrate(vrm_Live* live, uint32_t parts);
/** Undoes vrm_live_calibrate() for some parts. */
VRM_API void vrm_live_uncalibrate(vrm_Live* live, uint32_t parts);
/** Changes vrm_LiveDef.mirrors for what is observed from now on. Calibration is undone. */
VRM_API void vrm_live_set_mirrors(vrm_Live* live, bool mirrors);

/* ---- Run ---- */

/** Computes what is shown at a time of the host's clock (s). Returns false, without effect, if the
 * time is before that of an earlier call, NaN or beyond 1e9. */
VRM_API bool vrm_live_step(vrm_Live* live, double time_s);

/** Hands the blend shapes to a face, before vrm_actor_step() or vrm_face_step(): vrm_face_track()
 * while some are shown, then once vrm_face_track_off(). */
VRM_API void vrm_live_track(vrm_Live* live, vrm_Face* face);

/** Sets the inputs of an avatar that are shown, after vrm_actor_step(): bones, hips, root,
 * expressions and gaze. What eases is blended with the inputs that the avatar has, so its pose must
 * have been set in the same frame, as an actor does. `has_face` is false for an avatar without a
 * vrm_Face: blend shapes then move its presets. Returns false if the id is stale or the avatar's
 * rig has another number of expressions. */
VRM_API bool vrm_live_apply(vrm_Live* live, vrm_Sim* sim, vrm_AvatarId avatar, bool has_face);

/* ---- Inspect: as of the last vrm_live_step() ---- */

/** Returns how much of a part is shown, 0..1: the largest weight of what belongs to it. 0 if `part`
 * is out of range. */
VRM_API float vrm_live_weight(const vrm_Live* live, vrm_LivePart part);
/** Returns the bones that are shown, also those that ease out. Bit b: bone b. */
VRM_API uint64_t vrm_live_bones(const vrm_Live* live);
/** Returns the pose: what is shown over the pose `under`, by its weight. `under` may be NULL for
 * the rest pose. */
VRM_API vrm_Pose vrm_live_pose(const vrm_Live* live, const vrm_Pose* under);
/** Returns the blend shapes, VRM_FACE_SHAPE_COUNT weights; 0 for those that are not shown. Valid
 * until the mixer is destroyed; values change with each step. */
VRM_API const float* vrm_live_shapes(const vrm_Live* live);
/** Returns the gaze (degrees), as for vrm_avatar_look_along(), by its weight. */
VRM_API vrm_Vec2 vrm_live_gaze(const vrm_Live* live);

/** Facts about a source. */
typedef struct vrm_LiveSourceState {
    uint64_t observed; /**< Observations that were accepted. */
    uint64_t refused;  /**< Observations that were refused, old ones included. */
    uint64_t restarts; /**< How often its clock jumped. */
    double last_s;     /**< When the last one arrived, on the host's clock; -1: none did. */
} vrm_LiveSourceState;

/** Reads facts about a source. Returns false if it does not exist. */
VRM_API bool vrm_live_source(const vrm_Live* live, int32_t source, vrm_LiveSourceState* out_state);

#ifdef __cplusplus
}
#endif

#endif
