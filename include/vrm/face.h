/* SPDX-License-Identifier: MIT */
/** A living face: emotions, mouth, blinks, gaze, face tracking and a little idle motion, mixed into
 * the inputs of one avatar.
 *
 *   vrm_face_map_build() once for a model; vrm_face_create() for each avatar
 *   each frame: vrm_face_emote(), _hear(), _look_at() ... -> vrm_face_step() -> vrm_face_apply()
 *   -> vrm_sim_step()
 *
 * Layers drive the same face, so they are reconciled here, before the overrides of the file: an eye
 * that an emotion closes is not closed again by a blink, a mouth that it opens is not opened twice
 * by a vowel. How much two expressions overlap is measured on the model's own vertices. While the
 * mouth speaks, by sound, vowels or visemes, emotions that have the lips yield to it.
 *
 * Everything is a function of time and seed: the same curve at every frame rate, and the same bits
 * on every CPU for the same calls. Inputs may be set once or in every frame: to repeat one changes
 * nothing, and one that moves is followed with its speed kept. A step allocates nothing. No weight
 * leaves 0..1, whatever the inputs; setters return false and change nothing when a number is not
 * finite.
 *
 * docs/guide/face.md shows the use, docs/reference/face.md has the layers, tables and sources. */
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

/** What a face tracker measures, in the order in which Live Link Face sends it. Left and right are
 * the person's own. */
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
    VRM_FACE_SHAPE_COUNT                   /**< How many there are; no shape itself. */
} vrm_FaceShape;

/** ARKit's name, such as "eyeBlinkLeft"; "" for a number that is no shape. Valid for ever. */
VRM_API const char* vrm_face_shape_name(vrm_FaceShape shape);
/** By any usual spelling: eyeBlinkLeft, EyeBlinkLeft, eyeBlink_L, eye_blink_left.
 * VRM_FACE_SHAPE_NONE for others and NULL. */
VRM_API vrm_FaceShape vrm_face_shape_by_name(const char* name);

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
    VRM_VISEME_COUNT    /**< How many there are; no viseme itself. */
} vrm_Viseme;

/** "PP", "aa" ...; "" for a number that is no viseme. Valid for ever. */
VRM_API const char* vrm_viseme_name(vrm_Viseme viseme);
/** By name, "PP" or "viseme_PP", capitals ignored; VRM_VISEME_COUNT for others and
 * NULL. */
VRM_API vrm_Viseme vrm_viseme_by_name(const char* name);

/* ---- What a model's face can do ---- */

/** A model's face compiled for driving: which channels there are, which have an effect, and how
 * much they overlap. Immutable, independent of the model, shared by any number of faces. */
typedef struct vrm_FaceMap vrm_FaceMap;

/** How face tracking reaches the model. */
typedef enum vrm_FaceTracking {
    VRM_FACE_TRACKING_NONE = 0,     /**< It has no expression that a tracker could drive. */
    VRM_FACE_TRACKING_PRESETS,      /**< Through vowels, blinks and emotions. */
    VRM_FACE_TRACKING_PARTIAL,      /**< Some of the 52 have their own expression, not all. */
    VRM_FACE_TRACKING_PERFECT_SYNC, /**< All 52 have their own expression ("perfect sync"). */
    VRM_FACE_TRACKING_MORPHS /**< Morph targets are named as the 52, no expression binds them. */
} vrm_FaceTracking;

/** Facts about a map. */
typedef struct vrm_FaceMapInfo {
    vrm_FaceTracking tracking;  /**< How the 52 shapes reach the model. */
    int32_t shape_count;        /**< Shapes that have an expression of their own. */
    int32_t shape_morph_count;  /**< Shapes that have only a morph target of their name; 0 unless
                                     half of the 52 are there by expression or morph target. */
    uint32_t presets;           /**< Bit p: preset p is there. */
    uint32_t effective_presets; /**< Bit p: and changes something when it is set. */
    bool has_vowels;            /**< At least one vowel has an effect. */
    bool has_blink;             /**< blink, or blinkLeft and blinkRight, have an effect. */
    bool has_visemes;           /**< The visemes of speech engines have expressions of their own. */
    bool has_gaze;              /**< Looking has an effect. */
} vrm_FaceMapInfo;

/** Measures a model's face. `rig` is the model's own; its expression rules count as they are now.
 * Keeps neither. `allocator` NULL: the C library. VRM_ERR_ARGUMENT when the rig was built from
 * another model, VRM_ERR_LIMIT where the morph targets are larger than a face could be. */
VRM_API vrm_Result vrm_face_map_build(const vrm_Model* model, const vrm_Rig* rig,
                                      const vrm_Allocator* allocator, vrm_FaceMap** out_map);
/** NULL is fine. Every face over the map must have been destroyed before. */
VRM_API void vrm_face_map_destroy(vrm_FaceMap* map);

/** What was found. */
VRM_API vrm_FaceMapInfo vrm_face_map_info(const vrm_FaceMap* map);
/** The rig's expression for a shape; -1 without one. */
VRM_API int32_t vrm_face_map_shape(const vrm_FaceMap* map, vrm_FaceShape shape);
/** Whether an expression changes something when it is set; false when there is no such one. */
VRM_API bool vrm_face_map_is_effective(const vrm_FaceMap* map, int32_t expression);
/** The part of expression `b`'s effect that expression `a` has already, 0..1: 1 where `a` includes
 * all that `b` moves. 0 for expressions that do not exist. */
VRM_API float vrm_face_map_overlap(const vrm_FaceMap* map, int32_t a, int32_t b);
/** The expression of a name of the rig's, preset or custom, or of a 0.x name ("joy", "A",
 * "blink_l"); -1 when the avatar does not have it, or for NULL. */
VRM_API int32_t vrm_face_map_expression(const vrm_FaceMap* map, const char* name);

/* ---- Faces ---- */

/** The face of one avatar. */
typedef struct vrm_Face vrm_Face;

/** What the gaze does by itself. */
typedef enum vrm_Attention {
    VRM_ATTENTION_AUTO = 0,  /**< Talking while speech is heard, else listening. */
    VRM_ATTENTION_LISTENING, /**< Small saccades, mostly at the target. */
    VRM_ATTENTION_TALKING,   /**< Larger ones, often away from the target. */
    VRM_ATTENTION_STEADY     /**< No motion of its own. */
} vrm_Attention;

/** How a face behaves. Start from vrm_default_face_def(). */
typedef struct vrm_FaceDef {
    uint32_t def_size; /**< Set by the default function; do not touch. */
    uint64_t seed;     /**< Of blinks, saccades and idle motion. Default 0. */
    bool blinks;       /**< By itself. Default true. */
    /** Mean time from one blink to the next while listening, 0.5..60; talking shortens it as on
     * people. Default 60.0 / 17 (docs/reference/face.md). */
    float blink_interval_s;
    vrm_Attention attention; /**< Default VRM_ATTENTION_AUTO. */
    float idle; /**< Amount of breathing, weight shift and sway of the head, 0..2. Default 1. */
    vrm_Allocator allocator; /**< For the face, until it is destroyed. Default: the C library. */
} vrm_FaceDef;

/** Sets every field to its default; called by vrm_default_face_def(). */
VRM_API void vrm_face_def_init(vrm_FaceDef* def, size_t def_size);

/** The defaults; change what you need. */
static inline vrm_FaceDef vrm_default_face_def(void) {
    vrm_FaceDef def;
    vrm_face_def_init(&def, sizeof def);
    return def;
}

/** `def` may be NULL: the defaults. VRM_ERR_ARGUMENT when a number is out of range. The map must
 * outlive the face. */
VRM_API vrm_Result vrm_face_create(const vrm_FaceMap* map, const vrm_FaceDef* def,
                                   vrm_Face** out_face);
/** NULL is fine. */
VRM_API void vrm_face_destroy(vrm_Face* face);

/* ---- Emotion ---- */

/** The most expressions of one emotion. */
#define VRM_EMOTION_PARTS_MAX 8

/** An expression as a part of an emotion. */
typedef struct vrm_EmotionPart {
    const char* expression; /**< As vrm_face_map_expression() finds it: "happy", "joy". */
    float weight;           /**< 0..1. */
} vrm_EmotionPart;

/** An emotion. Start from vrm_default_emotion_def(). */
typedef struct vrm_EmotionDef {
    uint32_t def_size;            /**< Set by the default function; do not touch. */
    const vrm_EmotionPart* parts; /**< Default NULL: none, the face returns to rest. */
    int32_t part_count;           /**< At most VRM_EMOTION_PARTS_MAX. Default 0. */
    float intensity;              /**< Multiplies the weights, 0..1. Default 1. */
    float ease_in_s, ease_out_s;  /**< Seconds. Default 0.25 and 0.4. */
    float hold_s;   /**< Between the two; INFINITY until the next. Default INFINITY. */
    bool is_queued; /**< Waits until the hold of those before it has ended; one that is held for
                         ever ends then. Default false: starts now and empties the queue. */
} vrm_EmotionDef;

/** Sets every field to its default; called by vrm_default_emotion_def(). */
VRM_API void vrm_emotion_def_init(vrm_EmotionDef* def, size_t def_size);

/** The defaults; change what you need. */
static inline vrm_EmotionDef vrm_default_emotion_def(void) {
    vrm_EmotionDef def;
    vrm_emotion_def_init(&def, sizeof def);
    return def;
}

/** Shows an emotion: eases over from the present one. Asking for the present one again begins its
 * hold anew and changes nothing else. NULL: the defaults, back to rest. False, without effect, when
 * the avatar lacks one of the expressions, a number is out of range, or the queue (16) is full. */
VRM_API bool vrm_face_emote(vrm_Face* face, const vrm_EmotionDef* emotion);

/* ---- Mouth: the last of these that was called drives it ---- */

/** Opens the mouth by vowels, by vrm_Vowel, 0..1 each. A change is eased in 0.08 s; vowels that
 * change in every frame are followed 0.04 s behind. Scaled down where they sum to more than 1. */
VRM_API bool vrm_face_set_vowels(vrm_Face* face, const float vowels[VRM_VOWEL_COUNT]);
/** By the visemes of a speech engine, by vrm_Viseme, as vowels are set. Models that have them as
 * expressions (vrm_FaceMapInfo.has_visemes) get them; others get vowels. */
VRM_API bool vrm_face_set_visemes(vrm_Face* face, const float visemes[VRM_VISEME_COUNT]);
/** The next frames heard belong to a sound that begins now: time_s 0 is the face's present time. */
VRM_API void vrm_face_begin_sound(vrm_Face* face);
/** Tells which moment of the sound is played now. Call it in every frame, or now and then, where
 * the sound has a clock of its own, as audio devices do, or `dt` is bounded: frames that are stored
 * and that follow move to their places when both are apart by more than 0.04 s. The mouth eases
 * over. False for a time that is not finite or beyond 1e9. */
VRM_API bool vrm_face_sync_sound(vrm_Face* face, double time_s);
/** Gives frames of vrm_Lip, in order of time; false, without effect, when they are not. They may be
 * ahead of the face by VRM_FACE_AHEAD_S; of more, the oldest are dropped. The mouth follows them at
 * their own times, interpolated; it is closed when none came for 0.2 s, and frames that come after
 * a gap of more than 0.1 s ease in. */
VRM_API bool vrm_face_hear(vrm_Face* face, const vrm_LipFrame* frames, int32_t count);
/** Gives frames of a sound that is heard live, such as that of a microphone: the first of those
 * that come together is for now. Needs no vrm_face_begin_sound(). Differences between the clocks of
 * sound and face are taken off; when they are apart by more than 0.1 s, because sound was lost or
 * the face was not stepped, the next frames are for now again. False, without effect, when a number
 * is not finite or the frames are not in order of time. */
VRM_API bool vrm_face_hear_live(vrm_Face* face, const vrm_LipFrame* frames, int32_t count);
/** Seconds of frames that a face stores. */
#define VRM_FACE_AHEAD_S 2.0

/* ---- Eyes ---- */

/** Blinks now. No-op while the eyes are closing for another blink. */
VRM_API void vrm_face_blink(vrm_Face* face);
/** Switches automatic blinking. On from the beginning if vrm_FaceDef.blinks. */
VRM_API void vrm_face_set_blinks(vrm_Face* face, bool blinks);
/** Closes the eyes by hand, 0 open .. 1 closed, in addition to blinks. */
VRM_API bool vrm_face_set_eyes(vrm_Face* face, float left, float right);
/** Looks at a point in world space, with saccades around it. */
VRM_API bool vrm_face_look_at(vrm_Face* face, vrm_Vec3 target_world);
/** Looks in a direction as vrm_avatar_look_along() takes it, with saccades around it. This is the
 * initial state, straight ahead. */
VRM_API bool vrm_face_look_along(vrm_Face* face, float yaw_degrees, float pitch_degrees);
/** Leaves the gaze to the host: vrm_face_apply() does not touch it. */
VRM_API void vrm_face_look_off(vrm_Face* face);
/** What the gaze does by itself from now on. False for a number that is no attention. */
VRM_API bool vrm_face_set_attention(vrm_Face* face, vrm_Attention attention);

/* ---- Tracking ---- */

/** Sets the 52 weights of a tracker, by vrm_FaceShape; tracked blinks and mouth replace those of
 * the other layers. Eyes' directions become the gaze. */
VRM_API bool vrm_face_track(vrm_Face* face, const float shapes[VRM_FACE_SHAPE_COUNT]);
/** Ends tracking: eases back to the other layers. */
VRM_API void vrm_face_track_off(vrm_Face* face);

/* ---- Run ---- */

/** Moves the face on. A `dt` that is not finite or is negative counts as 0, more than 10 as 10. */
VRM_API void vrm_face_step(vrm_Face* face, float dt);
/** Sets the avatar's expressions, those morph targets that only a tracker drives, and its gaze. The
 * avatar's rig must be the map's. False when the id is stale or the rig is another. Expressions
 * that the face has never driven stay as the host sets them. */
VRM_API bool vrm_face_apply(const vrm_Face* face, vrm_Sim* sim, vrm_AvatarId avatar);
/** Adds breathing, weight shift and the sway of the head to a pose. The feet stay in place, however
 * hips and legs are turned. */
VRM_API void vrm_face_add_idle(const vrm_Face* face, vrm_Pose* pose);
/** The same for the pose that an avatar has now, such as that of vrm_avatar_play():
 * vrm_avatar_add_pose(). Call it once after the pose of the frame was set, or it adds up. */
VRM_API bool vrm_face_apply_idle(const vrm_Face* face, vrm_Sim* sim, vrm_AvatarId avatar);

/* ---- Inspect ---- */

/** Seconds since the beginning. */
VRM_API double vrm_face_time(const vrm_Face* face);
/** Weights as vrm_face_apply() sets them, one for each expression of the rig. Valid until the next
 * step. `out_count` may be NULL. */
VRM_API const float* vrm_face_weights(const vrm_Face* face, int32_t* out_count);
/** The gaze relative to its target or direction, degrees as vrm_avatar_look_along(): the saccade of
 * this moment. */
VRM_API vrm_Vec2 vrm_face_saccade(const vrm_Face* face);
/** True while the face talks: by its attention, or because it hears speech. */
VRM_API bool vrm_face_is_talking(const vrm_Face* face);

#ifdef __cplusplus
}
#endif

#endif
