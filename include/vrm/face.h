/* SPDX-License-Identifier: MIT */
/** A living face: emotions, mouth, blinks, gaze, face tracking and a little idle motion, mixed into
 * the inputs of one avatar.
 *
 *   vrm_face_map_build() once for a model; vrm_face_create() for each avatar
 *   each frame: vrm_face_emote(), _hear(), _look_at() ... -> vrm_face_step() -> vrm_face_apply()
 *   -> vrm_sim_step()
 *
 * Emotions, mouth, blinks and tracking drive the same face, so they are reconciled before the
 * overrides of the file apply: an eye that an emotion closes is not closed again by a blink, a
 * mouth that an emotion opens is not opened twice by a vowel. How much two expressions overlap is
 * measured on the model's own vertices. While the mouth speaks, by sound, vowels or visemes,
 * emotions that use the lips are reduced.
 *
 * Everything is a function of time and seed: the curves are the same at every frame rate, and the
 * same calls give the same bits on every CPU. Inputs may be set once or in every frame: repeating
 * an input changes nothing, and an input that changes in every frame is followed at its own speed.
 * A face begins with the gaze, attention and blinking that were set before its first step.
 * A step allocates nothing. Weights are always within 0..1. Setters return false and change nothing
 * if a number is not finite.
 *
 * One thread at a time may use a face. docs/guide/face.md has examples, docs/reference/face.md the
 * layers, tables and sources. */
#ifndef VRM_FACE_H
#define VRM_FACE_H

#include "base.h"
#include "lip.h"
#include "model.h"
#include "rig.h"
#include "sim.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Face tracking: the 52 blend shapes of ARKit ---- */

/** Weights from a face tracker, in Live Link Face order. Left and right are the person's own. */
typedef enum vrm_FaceShape {
    VRM_FACE_SHAPE_NONE = -1,              /**< No shape. */
    VRM_FACE_SHAPE_EYE_BLINK_LEFT = 0,     /**< The left eye closes. */
    VRM_FACE_SHAPE_EYE_LOOK_DOWN_LEFT,     /**< The left eye looks down. */
    VRM_FACE_SHAPE_EYE_LOOK_IN_LEFT,       /**< The left eye looks towards the nose. */
    VRM_FACE_SHAPE_EYE_LOOK_OUT_LEFT,      /**< The left eye looks away from the nose. */
    VRM_FACE_SHAPE_EYE_LOOK_UP_LEFT,       /**< The left eye looks up. */
    VRM_FACE_SHAPE_EYE_SQUINT_LEFT,        /**< The face contracts around the left eye. */
    VRM_FACE_SHAPE_EYE_WIDE_LEFT,          /**< The left eye opens wide. */
    VRM_FACE_SHAPE_EYE_BLINK_RIGHT,        /**< The right eye closes. */
    VRM_FACE_SHAPE_EYE_LOOK_DOWN_RIGHT,    /**< The right eye looks down. */
    VRM_FACE_SHAPE_EYE_LOOK_IN_RIGHT,      /**< The right eye looks towards the nose. */
    VRM_FACE_SHAPE_EYE_LOOK_OUT_RIGHT,     /**< The right eye looks away from the nose. */
    VRM_FACE_SHAPE_EYE_LOOK_UP_RIGHT,      /**< The right eye looks up. */
    VRM_FACE_SHAPE_EYE_SQUINT_RIGHT,       /**< The face contracts around the right eye. */
    VRM_FACE_SHAPE_EYE_WIDE_RIGHT,         /**< The right eye opens wide. */
    VRM_FACE_SHAPE_JAW_FORWARD,            /**< The lower jaw moves forward. */
    VRM_FACE_SHAPE_JAW_LEFT,               /**< The lower jaw moves to the left. */
    VRM_FACE_SHAPE_JAW_RIGHT,              /**< The lower jaw moves to the right. */
    VRM_FACE_SHAPE_JAW_OPEN,               /**< The lower jaw opens. */
    VRM_FACE_SHAPE_MOUTH_CLOSE,            /**< The lips close, whatever the jaw does. */
    VRM_FACE_SHAPE_MOUTH_FUNNEL,           /**< Both lips form an open circle. */
    VRM_FACE_SHAPE_MOUTH_PUCKER,           /**< Both lips contract, closed. */
    VRM_FACE_SHAPE_MOUTH_LEFT,             /**< Both lips move to the left. */
    VRM_FACE_SHAPE_MOUTH_RIGHT,            /**< Both lips move to the right. */
    VRM_FACE_SHAPE_MOUTH_SMILE_LEFT,       /**< The left corner of the mouth rises. */
    VRM_FACE_SHAPE_MOUTH_SMILE_RIGHT,      /**< The right corner of the mouth rises. */
    VRM_FACE_SHAPE_MOUTH_FROWN_LEFT,       /**< The left corner of the mouth sinks. */
    VRM_FACE_SHAPE_MOUTH_FROWN_RIGHT,      /**< The right corner of the mouth sinks. */
    VRM_FACE_SHAPE_MOUTH_DIMPLE_LEFT,      /**< The left corner of the mouth moves back. */
    VRM_FACE_SHAPE_MOUTH_DIMPLE_RIGHT,     /**< The right corner of the mouth moves back. */
    VRM_FACE_SHAPE_MOUTH_STRETCH_LEFT,     /**< The left corner of the mouth moves outwards. */
    VRM_FACE_SHAPE_MOUTH_STRETCH_RIGHT,    /**< The right corner of the mouth moves outwards. */
    VRM_FACE_SHAPE_MOUTH_ROLL_LOWER,       /**< The lower lip rolls inwards. */
    VRM_FACE_SHAPE_MOUTH_ROLL_UPPER,       /**< The upper lip rolls inwards. */
    VRM_FACE_SHAPE_MOUTH_SHRUG_LOWER,      /**< The lower lip moves outwards. */
    VRM_FACE_SHAPE_MOUTH_SHRUG_UPPER,      /**< The upper lip moves outwards. */
    VRM_FACE_SHAPE_MOUTH_PRESS_LEFT,       /**< The left of the lower lip presses upwards. */
    VRM_FACE_SHAPE_MOUTH_PRESS_RIGHT,      /**< The right of the lower lip presses upwards. */
    VRM_FACE_SHAPE_MOUTH_LOWER_DOWN_LEFT,  /**< The left of the lower lip sinks. */
    VRM_FACE_SHAPE_MOUTH_LOWER_DOWN_RIGHT, /**< The right of the lower lip sinks. */
    VRM_FACE_SHAPE_MOUTH_UPPER_UP_LEFT,    /**< The left of the upper lip rises. */
    VRM_FACE_SHAPE_MOUTH_UPPER_UP_RIGHT,   /**< The right of the upper lip rises. */
    VRM_FACE_SHAPE_BROW_DOWN_LEFT,         /**< The outer part of the left eyebrow sinks. */
    VRM_FACE_SHAPE_BROW_DOWN_RIGHT,        /**< The outer part of the right eyebrow sinks. */
    VRM_FACE_SHAPE_BROW_INNER_UP,          /**< The inner parts of both eyebrows rise. */
    VRM_FACE_SHAPE_BROW_OUTER_UP_LEFT,     /**< The outer part of the left eyebrow rises. */
    VRM_FACE_SHAPE_BROW_OUTER_UP_RIGHT,    /**< The outer part of the right eyebrow rises. */
    VRM_FACE_SHAPE_CHEEK_PUFF,             /**< Both cheeks puff up. */
    VRM_FACE_SHAPE_CHEEK_SQUINT_LEFT,      /**< The left cheek rises below the eye. */
    VRM_FACE_SHAPE_CHEEK_SQUINT_RIGHT,     /**< The right cheek rises below the eye. */
    VRM_FACE_SHAPE_NOSE_SNEER_LEFT,        /**< The left of the nose rises. */
    VRM_FACE_SHAPE_NOSE_SNEER_RIGHT,       /**< The right of the nose rises. */
    VRM_FACE_SHAPE_TONGUE_OUT,             /**< The tongue is shown. */
    VRM_FACE_SHAPE_COUNT                   /**< Number of shapes. */
} vrm_FaceShape;

/** Returns ARKit's name, such as "eyeBlinkLeft"; "" if `shape` is out of range. The string is
 * static. */
VRM_API const char* vrm_face_shape_name(vrm_FaceShape shape);
/** Returns the shape of a name in any usual spelling: eyeBlinkLeft, EyeBlinkLeft, eyeBlink_L,
 * eye_blink_left. Returns VRM_FACE_SHAPE_NONE for other names and NULL. */
VRM_API vrm_FaceShape vrm_face_shape_by_name(const char* name);

/** Sets the weights of presets that imitate the 52 shapes, 0..1, for avatars without expressions
 * for all of them (docs/reference/face.md). `shapes` are weights by vrm_FaceShape; `out_weights` is
 * indexed by vrm_ExpressionPreset, 0 for presets that no shape sets. Returns the presets that
 * shapes set. Bit p: preset p. */
VRM_API uint32_t vrm_face_shapes_to_presets(const float shapes[VRM_FACE_SHAPE_COUNT],
                                            float out_weights[VRM_EXPRESSION_PRESET_COUNT]);
/** Returns the gaze of the shapes of the eyes (degrees), as for vrm_avatar_look_along(): yaw in x,
 * pitch in y. */
VRM_API vrm_Vec2 vrm_face_shapes_gaze(const float shapes[VRM_FACE_SHAPE_COUNT]);

/* ---- Speech engines ---- */

/** The 15 visemes of speech engines. */
typedef enum vrm_Viseme {
    VRM_VISEME_SIL = 0, /**< Silence. */
    VRM_VISEME_PP,      /**< p, b, m */
    VRM_VISEME_FF,      /**< f, v */
    VRM_VISEME_TH,      /**< th */
    VRM_VISEME_DD,      /**< t, d */
    VRM_VISEME_KK,      /**< k, g */
    VRM_VISEME_CH,      /**< ch, j, sh */
    VRM_VISEME_SS,      /**< s, z */
    VRM_VISEME_NN,      /**< n, l */
    VRM_VISEME_RR,      /**< r */
    VRM_VISEME_AA,      /**< a */
    VRM_VISEME_E,       /**< e */
    VRM_VISEME_I,       /**< i */
    VRM_VISEME_O,       /**< o */
    VRM_VISEME_U,       /**< u */
    VRM_VISEME_COUNT    /**< Number of visemes. */
} vrm_Viseme;

/** Returns the name of a viseme, such as "PP" or "aa"; "" if `viseme` is out of range. The string
 * is static. */
VRM_API const char* vrm_viseme_name(vrm_Viseme viseme);
/** Returns the viseme of a name, "PP" or "viseme_PP", ignoring case; VRM_VISEME_COUNT for other
 * names and NULL. */
VRM_API vrm_Viseme vrm_viseme_by_name(const char* name);

/* ---- What a model's face can do ---- */

/** A model's face, compiled for animation: which channels exist, which have an effect, and how much
 * they overlap. Immutable and independent of the model; any number of faces may share it. */
typedef struct vrm_FaceMap vrm_FaceMap;

/** How face tracking reaches the model. */
typedef enum vrm_FaceTracking {
    VRM_FACE_TRACKING_NONE = 0,     /**< The model has no expression that a tracker can drive. */
    VRM_FACE_TRACKING_PRESETS,      /**< Through vowels, blinks and emotions. */
    VRM_FACE_TRACKING_PARTIAL,      /**< Some of the 52 shapes have their own expression. */
    VRM_FACE_TRACKING_PERFECT_SYNC, /**< All 52 have their own expression ("perfect sync"). */
    VRM_FACE_TRACKING_MORPHS /**< Morph targets with the shapes' names, without expressions. */
} vrm_FaceTracking;

/** Facts about a map. */
typedef struct vrm_FaceMapInfo {
    vrm_FaceTracking tracking;  /**< How the 52 shapes reach the model. */
    int32_t shape_count;        /**< Number of shapes with an expression of their own. */
    int32_t shape_morph_count;  /**< Number of shapes with only a morph target of their name; 0
                                     unless half of the 52 exist as expression or morph target. */
    uint32_t presets;           /**< Bit p: the model has preset p. */
    uint32_t effective_presets; /**< Bit p: preset p has an effect. */
    bool has_vowels;            /**< At least one vowel has an effect. */
    bool has_blink;             /**< blink, or blinkLeft and blinkRight, have an effect. */
    bool has_visemes;           /**< The visemes of speech engines have expressions of their own. */
    bool has_gaze;              /**< Look-at has an effect. */
} vrm_FaceMapInfo;

/** Creates the map of a model's face. `rig` must be built from `model`; its present expression
 * rules are used. Neither is kept. `allocator` may be NULL. Returns VRM_ERR_ARGUMENT if the rig was
 * built from another model, VRM_ERR_LIMIT if the morph targets are too large for a face. */
VRM_API vrm_Result vrm_face_map_build(const vrm_Model* model, const vrm_Rig* rig,
                                      const vrm_Allocator* allocator, vrm_FaceMap** out_map);
/** Destroys a map. Every face that uses it must have been destroyed before. `map` may be NULL. */
VRM_API void vrm_face_map_destroy(vrm_FaceMap* map);

/** Returns facts about a map. */
VRM_API vrm_FaceMapInfo vrm_face_map_info(const vrm_FaceMap* map);
/** Returns the index of the rig's expression for a shape; -1 if there is none. */
VRM_API int32_t vrm_face_map_shape(const vrm_FaceMap* map, vrm_FaceShape shape);
/** Returns true if an expression exists and has an effect. */
VRM_API bool vrm_face_map_is_effective(const vrm_FaceMap* map, int32_t expression);
/** Returns the fraction of expression `b`'s effect that expression `a` already has, 0..1: 1 if `a`
 * includes all that `b` moves. Returns 0 if one of them does not exist. */
VRM_API float vrm_face_map_overlap(const vrm_FaceMap* map, int32_t a, int32_t b);
/** Returns the index of the rig's expression with a preset or custom name, or with a 0.x name
 * ("joy", "A", "blink_l"); -1 if the avatar does not have it or `name` is NULL. */
VRM_API int32_t vrm_face_map_expression(const vrm_FaceMap* map, const char* name);

/* ---- Faces ---- */

/** The face of one avatar. */
typedef struct vrm_Face vrm_Face;

/** How the gaze moves by itself. */
typedef enum vrm_Attention {
    VRM_ATTENTION_AUTO = 0,  /**< Talking while speech is heard, else listening. */
    VRM_ATTENTION_LISTENING, /**< Small saccades, mostly at the target. */
    VRM_ATTENTION_TALKING,   /**< Larger saccades, often away from the target. */
    VRM_ATTENTION_STEADY     /**< No motion of its own. */
} vrm_Attention;

/** How a face behaves. Start from vrm_default_face_def(). */
typedef struct vrm_FaceDef {
    uint32_t def_size; /**< Set by the default function; do not touch. */
    uint64_t seed;     /**< Seed of blinks, saccades and idle motion. Default 0. */
    bool blinks;       /**< Automatic blinking. Default true. */
    /** Mean time between blinks while listening (s), 0.5..60; talking shortens it, as in people.
     * Default 60.0 / 17 (docs/reference/face.md). */
    float blink_interval_s;
    vrm_Attention attention; /**< Default VRM_ATTENTION_AUTO. */
    float idle; /**< Amount of breathing, weight shift and sway of the head, 0..2. Default 1. */
    vrm_Allocator allocator; /**< For the face, until it is destroyed. Default: the C library. */
} vrm_FaceDef;

/** Sets every field to its default; called by vrm_default_face_def(). */
VRM_API void vrm_face_def_init(vrm_FaceDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_FaceDef vrm_default_face_def(void) {
    vrm_FaceDef def;
    vrm_face_def_init(&def, sizeof def);
    return def;
}

/** Creates a face. `def` may be NULL. Returns VRM_ERR_ARGUMENT if a number is out of range. The map
 * must outlive the face. */
VRM_API vrm_Result vrm_face_create(const vrm_FaceMap* map, const vrm_FaceDef* def,
                                   vrm_Face** out_face);
/** Destroys a face. `face` may be NULL. */
VRM_API void vrm_face_destroy(vrm_Face* face);

/* ---- Emotion ---- */

/** Maximum number of expressions in an emotion. */
#define VRM_EMOTION_PARTS_MAX 8

/** An expression as a part of an emotion. */
typedef struct vrm_EmotionPart {
    const char* expression; /**< Name for vrm_face_map_expression(): "happy", "joy". */
    float weight;           /**< Weight, 0..1. */
} vrm_EmotionPart;

/** An emotion. Start from vrm_default_emotion_def(). */
typedef struct vrm_EmotionDef {
    uint32_t def_size;            /**< Set by the default function; do not touch. */
    const vrm_EmotionPart* parts; /**< Expressions of the emotion. Default NULL: none, so the face
                                       returns to rest. */
    int32_t part_count;           /**< Entries of `parts`, at most VRM_EMOTION_PARTS_MAX. Default
                                       0. */
    float intensity;              /**< Multiplies the weights, 0..1. Default 1. */
    float ease_in_s, ease_out_s;  /**< Fade times (s). Default 0.25 and 0.4. */
    float hold_s;   /**< Hold time between the fades (s). Default INFINITY: until the next
                         emotion. */
    bool is_queued; /**< Starts when the hold of earlier emotions has ended; an infinite hold ends
                         at once. Default false: starts now and empties the queue. */
} vrm_EmotionDef;

/** Sets every field to its default; called by vrm_default_emotion_def(). */
VRM_API void vrm_emotion_def_init(vrm_EmotionDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_EmotionDef vrm_default_emotion_def(void) {
    vrm_EmotionDef def;
    vrm_emotion_def_init(&def, sizeof def);
    return def;
}

/** Shows an emotion, blending from the present one. Showing the present one again only restarts its
 * hold. If `emotion` is NULL, the face returns to rest. Returns false, without effect, if the
 * avatar lacks one of the expressions, a number is out of range, or the queue (16) is full. */
VRM_API bool vrm_face_emote(vrm_Face* face, const vrm_EmotionDef* emotion);

/* ---- Mouth: driven by the function that was called last ---- */

/** Sets the mouth by vowel weights, indexed by vrm_Vowel, 0..1 each. A change is eased over 0.08 s;
 * weights that change in every frame are followed with a delay of 0.04 s. Weights that sum to more
 * than 1 are scaled down. */
VRM_API bool vrm_face_set_vowels(vrm_Face* face, const float vowels[VRM_VOWEL_COUNT]);
/** Sets the mouth by the visemes of a speech engine, indexed by vrm_Viseme, in the same way. Models
 * with expressions for them (vrm_FaceMapInfo.has_visemes) use these; others use vowels. */
VRM_API bool vrm_face_set_visemes(vrm_Face* face, const float visemes[VRM_VISEME_COUNT]);
/** Begins a sound: a vrm_LipFrame.time_s of 0 is from now on the present time of the face. */
VRM_API void vrm_face_begin_sound(vrm_Face* face);
/** Sets the present playback time of the sound (s). Call it in every frame, or from time to time,
 * if the sound has a clock of its own, as audio devices do, or if the host limits `dt`. If sound
 * and face differ by more than 0.04 s, stored and later frames are shifted, and the mouth eases to
 * them. Returns false if the time is not finite or beyond 1e9. */
VRM_API bool vrm_face_sync_sound(vrm_Face* face, double time_s);
/** Adds frames of vrm_Lip, in order of time. They may be up to VRM_FACE_AHEAD_S ahead of the face;
 * beyond that the oldest are dropped. The mouth follows them at their own times, interpolated. It
 * is closed 0.2 s after the last frame; frames after a gap of more than 0.1 s ease in. Returns
 * false, without effect, if the frames are not in order. */
VRM_API bool vrm_face_hear(vrm_Face* face, const vrm_LipFrame* frames, int32_t count);
/** Adds frames of live sound, such as from a microphone; the first of them is shown at the present
 * time. Needs no vrm_face_begin_sound(). Drift between the clocks of sound and face is corrected.
 * If they differ by more than 0.1 s, because sound was lost or the face was not stepped, the next
 * frame is shown at the present time again. Returns false, without effect, if a number is not
 * finite or the frames are not in order of time. */
VRM_API bool vrm_face_hear_live(vrm_Face* face, const vrm_LipFrame* frames, int32_t count);
/** How far ahead of the face its sound frames may be (s). */
#define VRM_FACE_AHEAD_S 2.0

/* ---- Eyes ---- */

/** Blinks now. No-op while the eyes are closing for another blink. */
VRM_API void vrm_face_blink(vrm_Face* face);
/** Turns automatic blinking on or off. Initially as vrm_FaceDef.blinks. */
VRM_API void vrm_face_set_blinks(vrm_Face* face, bool blinks);
/** Closes the eyes by hand, 0 open .. 1 closed, in addition to blinks. */
VRM_API bool vrm_face_set_eyes(vrm_Face* face, float left, float right);
/** Looks at a point in world space, with saccades around it. */
VRM_API bool vrm_face_look_at(vrm_Face* face, vrm_Vec3 target_world);
/** Looks in a direction, as vrm_avatar_look_along(), with saccades around it. This is the initial
 * state, straight ahead. */
VRM_API bool vrm_face_look_along(vrm_Face* face, float yaw_degrees, float pitch_degrees);
/** Leaves the gaze to the host: vrm_face_apply() does not touch it. In an actor, layers with a gaze
 * still set it. */
VRM_API void vrm_face_look_off(vrm_Face* face);
/** Sets how the gaze moves by itself. Returns false if `attention` is out of range. */
VRM_API bool vrm_face_set_attention(vrm_Face* face, vrm_Attention attention);

/* ---- Body ---- */

/** Sets the amount of idle motion, 0 none .. 2. Initially as vrm_FaceDef.idle. Returns false,
 * without effect, if it is out of range. */
VRM_API bool vrm_face_set_idle(vrm_Face* face, float idle);

/* ---- Tracking ---- */

/** Sets the 52 weights of a tracker, indexed by vrm_FaceShape. They replace the blinks and the
 * mouth of the other layers. The tracked directions of the eyes set the gaze. */
VRM_API bool vrm_face_track(vrm_Face* face, const float shapes[VRM_FACE_SHAPE_COUNT]);
/** Ends tracking: eases back to the other layers. */
VRM_API void vrm_face_track_off(vrm_Face* face);

/* ---- Run ---- */

/** Advances the face by `dt` seconds. A `dt` that is negative or not finite counts as 0, more than
 * 10 as 10. */
VRM_API void vrm_face_step(vrm_Face* face, float dt);
/** Sets the avatar's expressions, its gaze, and the morph targets that only a tracker drives.
 * Expressions that the face has never driven stay as the host sets them. Returns false if the id is
 * stale or the avatar's rig is not the map's. */
VRM_API bool vrm_face_apply(const vrm_Face* face, vrm_Sim* sim, vrm_AvatarId avatar);
/** Adds breathing, weight shift and head sway to a pose. The feet stay in place, whatever the
 * rotation of hips and legs. */
VRM_API void vrm_face_add_idle(const vrm_Face* face, vrm_Pose* pose);
/** Adds the same motion to an avatar's present pose, for example after vrm_avatar_play(), by
 * vrm_avatar_add_pose(). Call it once each time the pose was set; otherwise it accumulates. Returns
 * false if the id is stale. */
VRM_API bool vrm_face_apply_idle(const vrm_Face* face, vrm_Sim* sim, vrm_AvatarId avatar);

/* ---- Inspect ---- */

/** Returns the time of the face: the sum of its steps (s). */
VRM_API double vrm_face_time(const vrm_Face* face);
/** Returns the weights that vrm_face_apply() sets, one for each expression of the rig. Valid until
 * the next step. `out_count` may be NULL. */
VRM_API const float* vrm_face_weights(const vrm_Face* face, int32_t* out_count);
/** Returns the present saccade: the gaze relative to its target or direction (degrees), as for
 * vrm_avatar_look_along(). */
VRM_API vrm_Vec2 vrm_face_saccade(const vrm_Face* face);
/** Returns true while the face talks: because of its attention, or because it hears speech. */
VRM_API bool vrm_face_is_talking(const vrm_Face* face);

#ifdef __cplusplus
}
#endif

#endif
