/* SPDX-License-Identifier: MIT */
/** Clips: motion compiled for playing. A VRM animation (.vrma) plays on every avatar of every
 * dialect: its rotations are stored as in vrm_Pose. A glTF animation without
 * VRMC_vrm_animation moves nodes and morph weights of its own file only.
 *
 *   vrm_clip_build() -> vrm_Player, a plain value with time, speed and weight -> vrm_avatar_play()
 *
 * A clip is one block of memory, immutable and independent of its model: any number of avatars,
 * sims and threads may share it. Sampling and playing allocate nothing and give the same bits on
 * every CPU.
 *
 * Invalid data is dropped with a finding and the rest is kept: keys that are not finite or whose
 * time does not increase, channels that are not allowed for their target or do not match their
 * keys. No output is ever infinite or NaN. */
#ifndef VRM_CLIP_H
#define VRM_CLIP_H

#include "base.h"
#include "model.h"
#include "report.h"
#include "rig.h"
#include "sim.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An animation, compiled for playing: immutable. */
typedef struct vrm_Clip vrm_Clip;

/** How to build a clip. Start from vrm_default_clip_def(). */
typedef struct vrm_ClipDef {
    uint32_t def_size;  /**< Set by the default function; do not touch. */
    int32_t animation;  /**< Which glTF animation of the file. Default 0, the first. */
    uint64_t max_bytes; /**< Memory for the clip (bytes); beyond it VRM_ERR_LIMIT. Default 0: 8 MiB
                             plus 32 bytes for each byte of the file, at most 256 MiB. */
    vrm_Report* report; /**< Receives the findings. Default NULL. */
    vrm_Allocator allocator; /**< For the clip, until it is destroyed. Default: the C library. */
} vrm_ClipDef;

/** Sets every field to its default; called by vrm_default_clip_def(). */
VRM_API void vrm_clip_def_init(vrm_ClipDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_ClipDef vrm_default_clip_def(void) {
    vrm_ClipDef def;
    vrm_clip_def_init(&def, sizeof def);
    return def;
}

/* ---- Make ---- */

/** Compiles one animation of a model. `def` may be NULL. `model` and `def` are not kept. Returns
 * VRM_ERR_INVALID if the file has no animation at all, VRM_ERR_ARGUMENT if vrm_ClipDef.animation is
 * out of range. */
VRM_API vrm_Result vrm_clip_build(const vrm_Model* model, const vrm_ClipDef* def,
                                  vrm_Clip** out_clip);

/** Destroys a clip. `clip` may be NULL. */
VRM_API void vrm_clip_destroy(vrm_Clip* clip);

/* ---- Inspect: strings live as long as the clip ---- */

/** What a clip drives. */
typedef enum vrm_ClipKind {
    VRM_CLIP_HUMANOID = 0, /**< A VRM animation: plays on every avatar. */
    VRM_CLIP_NODES         /**< A glTF animation: plays on avatars of its own file. */
} vrm_ClipKind;

/** Returns the kind of a clip. */
VRM_API vrm_ClipKind vrm_clip_kind(const vrm_Clip* clip);

/** Returns the name of the glTF animation; "" if it has none. */
VRM_API const char* vrm_clip_name(const vrm_Clip* clip);

/** Returns the time of the last key (s); the first key need not be at 0. */
VRM_API float vrm_clip_duration(const vrm_Clip* clip);

/** Returns the number n of equal steps in which to sample a motion of `seconds` at `fps` frames a
 * second: step k is at seconds * k / n. The number is rounded up, so that there are at least `fps`
 * frames a second. Exception: a remainder of up to 0.001 frames, or 0.01 % of all frames, is
 * ignored. Times in files are rounded (60 frames of 1/30 s may end at 2.0000002), and an additional
 * step would shift all samples off the frames of the file. Returns 0 if either number is not above
 * 0; INT32_MAX if there are more steps. */
VRM_API int32_t vrm_clip_steps(double seconds, double fps);

/** Returns the height of the hips at rest in the clip's own skeleton (m); 0 without hips. */
VRM_API float vrm_clip_hips_height(const vrm_Clip* clip);

/** Returns the number of expressions that the clip sets. */
VRM_API int32_t vrm_clip_expression_count(const vrm_Clip* clip);
/** Returns the name of an expression; "" if it does not exist. */
VRM_API const char* vrm_clip_expression_name(const vrm_Clip* clip, int32_t expression);
/** Returns the preset of an expression; VRM_EXPRESSION_CUSTOM if it is custom or does not exist. */
VRM_API vrm_ExpressionPreset vrm_clip_expression_preset(const vrm_Clip* clip, int32_t expression);

/* ---- Sample: before its first key a track has the value of that key, after its last key the value
 * of the last. A time that is not finite counts as 0. ---- */

/** The values of a VRM animation at one time, for any avatar. */
typedef struct vrm_ClipSample {
    /** Bones that the clip does not move have the identity. hips_offset is in metres of the clip's
     * own skeleton; convert it to the avatar with vrm_clip_fit_hips(). */
    vrm_Pose pose;
    uint64_t bones;        /**< Bit b: the clip rotates bone b. */
    bool moves_hips;       /**< The clip animates pose.hips_offset. */
    bool has_gaze;         /**< The clip animates the gaze; else `gaze_degrees` is (0, 0). */
    vrm_Vec2 gaze_degrees; /**< x yaw, y pitch, as for vrm_avatar_look_along(). */
} vrm_ClipSample;

/** Samples a VRM animation. A clip of nodes gives a sample that moves nothing. */
VRM_API void vrm_clip_sample(const vrm_Clip* clip, float time_s, vrm_ClipSample* out_sample);

/** Returns the weight of an expression, 0..1; 0 if it does not exist. */
VRM_API float vrm_clip_sample_expression(const vrm_Clip* clip, int32_t expression, float time_s);

/** Samples a clip of nodes. `locals` has one entry for each node of the file; entries that the clip
 * does not move are unchanged. Returns false, without effect, if the clip is a VRM animation or
 * `count` is not the file's number of nodes. */
VRM_API bool vrm_clip_sample_nodes(const vrm_Clip* clip, float time_s, vrm_Transform* locals,
                                   int32_t count);

/** Samples the morph weights of a clip of nodes. `morphs` has the layout of vrm_avatar_morphs() for
 * `rig`, the rig of the clip's file; weights that the clip does not move are unchanged. Returns
 * false, without effect, if the clip is a VRM animation, the rig has another number of nodes, or
 * `count` is not vrm_rig_morph_count(). */
VRM_API bool vrm_clip_sample_morphs(const vrm_Clip* clip, const vrm_Rig* rig, float time_s,
                                    float* morphs, int32_t count);

/** Returns a hips offset of the clip, converted to an avatar: the position of the hips is scaled by
 * the ratio of the two rest heights. If either height is below 1 cm, the offset is not scaled. */
VRM_API vrm_Vec3 vrm_clip_fit_hips(const vrm_Clip* clip, const vrm_Rig* rig, vrm_Vec3 offset);

/* ---- Play ---- */

/** The playback state of a clip: a plain value that the caller may copy and change. To seek, set
 * time_s. */
typedef struct vrm_Player {
    const vrm_Clip* clip; /**< NULL plays nothing. */
    float time_s;         /**< Position in the clip (s). */
    float speed;          /**< 1 as recorded, 2 twice as fast, negative backwards. */
    float weight;         /**< 0..1; see vrm_avatar_play(). */
    bool loops;           /**< Starts again after the end; else stays at the end. */
    bool is_additive;     /**< Adds the clip's difference from its first key. */
    float remainder_s;    /**< Rounding error of `time_s` (s), kept by vrm_player_advance() so that
                               hours of short frames add up without drift. Ignored after `time_s`
                               was changed. Start with 0. */
} vrm_Player;

/** Returns a player at the beginning of a clip, at full weight and normal speed, looping. */
static inline vrm_Player vrm_player(const vrm_Clip* clip) {
    vrm_Player player = {clip, 0.0f, 1.0f, 1.0f, true, false, 0.0f};
    return player;
}

/** Advances a player by `dt` seconds times its speed. A result that is not finite counts as 0.
 * Times do not drift: after five hours of frames `time_s` is within 1 ms of their sum. */
VRM_API void vrm_player_advance(vrm_Player* player, float dt);

/** Returns true if a player that does not loop has reached its end (backwards: its beginning). */
VRM_API bool vrm_player_has_ended(const vrm_Player* player);

/** Sets an avatar's inputs to the blend of the players; the next vrm_sim_step() uses them. Each
 * value that some player of weight above 0 moves starts at rest (expressions at 0, the gaze
 * straight ahead) and is interpolated towards each player in turn by its weight: two players {walk,
 * weight 1} and {run, weight w} cross-fade from walk to run. An additive player adds to the result
 * of those before it, in proportion to its weight. Inputs that no player moves are unchanged.
 *
 * Bones, expressions and a gaze that the avatar lacks are ignored. Clips of nodes are applied after
 * VRM animations, in their own order, and overwrite them. Look-at, constraints and springs still
 * overwrite what they drive, as after vrm_avatar_set_node(). Morph weights are set as by
 * vrm_avatar_set_morph(): expressions add to them.
 *
 * Returns false, without effect, if the id is stale, a weight or time is not finite, or a clip of
 * nodes comes from a file with another number of nodes. */
VRM_API bool vrm_avatar_play(vrm_Sim* sim, vrm_AvatarId avatar, const vrm_Player* players,
                             int32_t count);

#ifdef __cplusplus
}
#endif

#endif
