/* SPDX-License-Identifier: MIT */
/** An actor animates one avatar: layers of motion, a living face, speech and gaze.
 *
 *   vrm_motion_clip(), for the avatar -> vrm_actor_play()
 *   each frame: vrm_actor_step() -> vrm_sim_step()
 *
 * An actor writes the inputs of an avatar in a sim that the host owns. Each step sets the stance
 * (standing at ease, or the rest pose), plays the layers over it in the order in which they were
 * started, and then adds the face, the idle motion and the gaze. Inputs that the host sets between
 * vrm_actor_step() and vrm_sim_step() replace those of the actor for this frame.
 *
 * Inputs are a function of time: steps at any frame rate and a jump with vrm_actor_seek() give the
 * same inputs at the same time. Only springs depend on the past: vrm_actors_settle() prepares them
 * for the first picture and after a jump.
 *
 * Repeating a call with the same arguments changes nothing: vrm_actor_play(), vrm_actor_stop() and
 * all setters may be called in every frame. A step allocates nothing. Actors of different avatars
 * may be stepped on several threads at the same time, also by the input function of
 * vrm_sim_step_with(). */
#ifndef VRM_ACTOR_H
#define VRM_ACTOR_H

#include "base.h"
#include "clip.h"
#include "face.h"
#include "lip.h"
#include "sim.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Make ---- */

/** Animates one avatar. */
typedef struct vrm_Actor vrm_Actor;

/** The pose of an avatar where no layer moves it. */
typedef enum vrm_Stance {
    VRM_STANCE_IDLE = 0, /**< Stands at ease, breathing: vrm_pose_idle(). If the actor has a face
                              with idle motion, the face moves the body instead; after
                              vrm_face_set_idle(face, 0) the body stands still. */
    VRM_STANCE_REST,     /**< The file's rest pose, often with the arms held out. */
    VRM_STANCE_T,        /**< The T-pose: vrm_rig_t_pose(). */
    VRM_STANCE_A         /**< Arms 45 degrees below the rest pose: vrm_pose_a(). */
} vrm_Stance;

/** How to create an actor. Start from vrm_default_actor_def(). */
typedef struct vrm_ActorDef {
    uint32_t def_size;           /**< Set by the default function; do not touch. */
    vrm_Stance stance;           /**< Default VRM_STANCE_IDLE. */
    const vrm_FaceMap* face_map; /**< Gives the actor a face that blinks, speaks and shows emotions:
                                      vrm_face_map_build(). Must outlive the actor. Default NULL: no
                                      face. */
    const vrm_FaceDef* face;     /**< How the face behaves. Not kept. Default NULL: the defaults. */
    uint64_t seed; /**< Seed of blinks, saccades and idle motion, used instead of face->seed. Actors
                        with different seeds do not move in unison. Default 0. */
    vrm_Allocator allocator; /**< For the actor, until it is destroyed. Default: the C library. */
} vrm_ActorDef;

/** Sets every field to its default; called by vrm_default_actor_def(). */
VRM_API void vrm_actor_def_init(vrm_ActorDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_ActorDef vrm_default_actor_def(void) {
    vrm_ActorDef def;
    vrm_actor_def_init(&def, sizeof def);
    return def;
}

/** Creates an actor for an avatar. `def` may be NULL. The sim must outlive the actor. Returns
 * VRM_ERR_ARGUMENT if the id is stale, or the face map was built for another rig. */
VRM_API vrm_Result vrm_actor_create(vrm_Sim* sim, vrm_AvatarId avatar, const vrm_ActorDef* def,
                                    vrm_Actor** out_actor);
/** Destroys an actor. The avatar keeps its inputs. `actor` may be NULL. */
VRM_API void vrm_actor_destroy(vrm_Actor* actor);

/** Changes the pose beneath the layers. Returns false if `stance` is out of range. */
VRM_API bool vrm_actor_set_stance(vrm_Actor* actor, vrm_Stance stance);

/* ---- Layers ---- */

/** Means the actor's present time, wherever a function or member has a time of the actor. */
#define VRM_ACTOR_NOW (-1.0)

/** Maximum number of layers that an actor plays at the same time. */
#define VRM_ACTOR_LAYERS_MAX 16

/** How a layer continues at the end of its clip. */
typedef enum vrm_LayerEnd {
    VRM_LAYER_LOOPS = 0, /**< The clip starts again. If its hips end elsewhere than they begin, hair
                              goes along with them and does not swing from the jump. */
    VRM_LAYER_HOLDS,     /**< The layer stays at the end of the clip. */
    VRM_LAYER_STOPS      /**< The layer fades out before the end of the clip and is removed. */
} vrm_LayerEnd;

/** A clip to play. Start from vrm_default_layer_def(). */
typedef struct vrm_LayerDef {
    uint32_t def_size;    /**< Set by the default function; do not touch. */
    const vrm_Clip* clip; /**< Clip to play. It must live until vrm_actor_forget() is called for it,
                               or the actor is destroyed. */
    vrm_LayerEnd at_end;  /**< Default VRM_LAYER_LOOPS. */
    float weight;         /**< How much the layer replaces the layers beneath, 0..1. Default 1. */
    float fade_in_s;      /**< Time of the fade from 0 to `weight` (s), 0..3600. Default 0.25. */
    float fade_out_s;     /**< Time of the fade at the end of a clip with VRM_LAYER_STOPS (s),
                               0..3600. Default 0.25. */
    float speed;          /**< 1 as recorded, 2 twice as fast, negative backwards; -1000..1000.
                               Default 1. */
    float start_s;        /**< Position in the clip to start from (s), from its beginning, or from
                               its end if `speed` is negative. Default 0. */
    double begin_s; /**< Time of the actor at which the layer begins (s). Default VRM_ACTOR_NOW. */
    uint64_t bones; /**< Bit b: the layer may move bone b. The bit of the hips includes their
                         position. Clips of nodes ignore it. Parts of a body have names:
                         vrm_motion_part(). Default: all. */
    bool has_expressions;     /**< Plays the expressions of the clip. Default true. */
    bool has_gaze;            /**< Plays the gaze of the clip. Default true. */
    bool is_additive;         /**< Adds the clip's difference from its first key. Default false. */
    bool applies_root_motion; /**< Moves the avatar's root, instead of its hips, by the root motion
                                   of the clip; a loop keeps travelling (see vrm_actor_root()).
                                   Ignored for additive layers, clips of nodes and layers without
                                   the bit of the hips. Default false. */
} vrm_LayerDef;

/** Sets every field to its default; called by vrm_default_layer_def(). */
VRM_API void vrm_layer_def_init(vrm_LayerDef* def, size_t def_size);

/** Returns the defaults: the clip in a loop, fading in. */
static inline vrm_LayerDef vrm_default_layer_def(const vrm_Clip* clip) {
    vrm_LayerDef def;
    vrm_layer_def_init(&def, sizeof def);
    def.clip = clip;
    return def;
}

/** Starts a layer on top of the others. Returns its number, which identifies it in the functions
 * below. Returns 0 if a member of `layer` is out of range, the clip moves the nodes of another
 * file, VRM_ACTOR_LAYERS_MAX layers play already, or memory runs out. Allocates only for a new
 * layer with root motion.
 *
 * If a layer already plays the clip with the same bones, and is not fading out, no layer is
 * started: the present one gets the new weight, speed and end, and its number is returned. */
VRM_API uint32_t vrm_actor_play(vrm_Actor* actor, const vrm_LayerDef* layer);

/** Plays a layer instead of all others, which stop when it has faded in. During the fade, bones,
 * expressions and gaze that the new layer moves blend from the others to it; those that it does not
 * move fade out. If a layer already plays the clip (see vrm_actor_play()), the others fade out over
 * `fade_in_s`. Returns as vrm_actor_play() does. */
VRM_API uint32_t vrm_actor_cross_fade(vrm_Actor* actor, const vrm_LayerDef* layer);

/** Fades a layer out over `fade_s` seconds and removes it. No-op if it is already fading out.
 * Returns false if there is no such layer or `fade_s` is not within 0..3600. */
VRM_API bool vrm_actor_stop(vrm_Actor* actor, uint32_t layer, float fade_s);

/** Removes all layers of a clip at once, and those that the actor keeps for jumps back, so that the
 * clip may be destroyed. Makes no events. */
VRM_API void vrm_actor_forget(vrm_Actor* actor, const vrm_Clip* clip);

/** Changes a layer's weight, eased over `fade_s` seconds. No-op while the layer already eases to
 * this weight. A weight that changes in every frame is followed smoothly, with a delay of a little
 * more than half of `fade_s`. Returns false if there is no such layer, `weight` is not within 0..1,
 * or `fade_s` is not within 0..3600. */
VRM_API bool vrm_actor_set_weight(vrm_Actor* actor, uint32_t layer, float weight, float fade_s);

/** Changes a layer's speed from now on. If a layer with VRM_LAYER_STOPS is fading out, it continues
 * from its present weight. Returns false if there is no such layer or `speed` is not within
 * -1000..1000. */
VRM_API bool vrm_actor_set_speed(vrm_Actor* actor, uint32_t layer, float speed);

/** Moves a layer to a position in its clip (s). Returns false if there is no such layer, or the
 * time is negative or beyond 1e9. */
VRM_API bool vrm_actor_set_clip_time(vrm_Actor* actor, uint32_t layer, double time_s);

/** A layer at the actor's present time. */
typedef struct vrm_LayerState {
    const vrm_Clip* clip; /**< The clip that it plays. */
    float time_s;         /**< Position in the clip (s). */
    float weight;         /**< Present weight, fades included, 0..1. */
    float speed;          /**< Speed, as it was set. */
    bool has_ended;       /**< The clip has reached its end; never true in a loop. */
} vrm_LayerState;

/** Reads the state of a layer. Returns false if there is no such layer or it was removed. */
VRM_API bool vrm_actor_layer(const vrm_Actor* actor, uint32_t layer, vrm_LayerState* out_state);

/* ---- Root ---- */

/** Moves the avatar to a root transform at the present time; root motion continues from there. Also
 * sets the avatar's root at once, as vrm_avatar_set_root() does. To keep hair and clothes from
 * swinging, call vrm_avatar_teleport() with the same root first. Returns false if the avatar was
 * removed, a number is not finite, or the rotation is 0. */
VRM_API bool vrm_actor_set_root(vrm_Actor* actor, vrm_Transform root);

/** Returns the avatar's root as of the last step, jump or vrm_actor_set_root().
 *
 * At first the host sets the root, by vrm_avatar_set_root(). From the first layer with
 * vrm_LayerDef.applies_root_motion, or the first call of vrm_actor_set_root(), the actor sets it in
 * each step, beginning with the root that the avatar had. A root that the host sets between
 * vrm_actor_step() and vrm_sim_step() then lasts for one frame; to move the avatar permanently,
 * call vrm_actor_set_root().
 *
 * Root motion is the position on the ground and the heading of the hips, without the sway of steps:
 * in clips shorter than 4 seconds an arc from beginning to end, in longer ones a smooth path. The
 * remaining motion stays in the hips. Each pass of a loop continues from where the last one ended,
 * in the direction it faced. The speeds of layers are blended by their weights, as the hips are: a
 * layer above that moves the hips without root motion holds the avatar in place. When a layer is
 * removed, the avatar stays where it is.
 *
 * The root is a function of time, as all inputs are: vrm_actor_seek() gives the same root as
 * stepping. The last call of vrm_actor_set_root(), or change of a weight, speed or clip time, fixes
 * the root at its time; the root at earlier times is computed backwards from there with the present
 * layers. Such a call at an earlier time does not move the avatar at that time. A layer whose
 * `begin_s` is in the past moves the root at once by the distance that it has travelled since it
 * began, or since the fixed time if that is later. */
VRM_API vrm_Transform vrm_actor_root(const vrm_Actor* actor);

/* ---- Face, speech and gaze ---- */

/** Returns the actor's face, for live inputs: tracking, live sound, vowels, attention, blinks by
 * hand. Returns NULL if the actor has no face. Lives as long as the actor, which steps and applies
 * it: do not call vrm_face_step() or vrm_face_apply(). After a jump back,
 * emotions, mouth and tracking that were set on the face itself are gone; those of
 * vrm_actor_emote() and vrm_actor_speak() are shown again at their times. Its settings (blinking,
 * eyes, gaze, attention, idle motion) stay, as if they had been made at time 0. */
VRM_API vrm_Face* vrm_actor_face(vrm_Actor* actor);

/** Shows an emotion at a time of the actor (s), as vrm_face_emote() does. The last 1024 emotions
 * are kept for jumps back. Repeating an emotion is a no-op if its hold_s is INFINITY and it is not
 * queued. Returns false as vrm_face_emote() does, or if the actor has no face, the time has passed,
 * or memory runs out. If the queue is full at the time of a queued emotion, that emotion is
 * dropped. Allocates. */
VRM_API bool vrm_actor_emote(vrm_Actor* actor, double time_s, const vrm_EmotionDef* emotion);

/** Speaks: the mouth follows the frames of a sound that begins at a time of the actor (s). The
 * frames must be in order of time; they are copied. Repeating the same frames at the same time is a
 * no-op. A sound ends the one before it. The last 1024 sounds are kept for jumps back. Returns
 * false if the actor has no face, a frame is not finite or not in order, or memory runs out.
 * Allocates. */
VRM_API bool vrm_actor_speak(vrm_Actor* actor, double time_s, const vrm_LipFrame* frames,
                             int32_t count);

/** Looks at a point in world space (m). Replaces the gaze of the layers. Returns false if a number
 * is not finite. */
VRM_API bool vrm_actor_look_at(vrm_Actor* actor, vrm_Vec3 target_world);
/** Looks in a direction relative to the head, as vrm_avatar_look_along(). Replaces the gaze of the
 * layers. Returns false if a number is not finite. */
VRM_API bool vrm_actor_look_along(vrm_Actor* actor, float yaw_degrees, float pitch_degrees);
/** Uses the gaze of the layers; straight ahead if none has one. This is the initial state. */
VRM_API void vrm_actor_look_free(vrm_Actor* actor);

/* ---- Run ---- */

/** Advances the actor by `dt` seconds and sets the avatar's inputs. A `dt` that is negative or not
 * finite counts as 0. Returns false if the avatar was removed from the sim. */
VRM_API bool vrm_actor_step(vrm_Actor* actor, float dt);

/** Advances the actor to a time (s) and sets the avatar's inputs; springs continue from their
 * present state. Use it to render frames at exact times. A time before the present one is allowed
 * and makes no events: use it to play a loop again without resetting the springs. Returns false if
 * the avatar was removed, or the time is negative or beyond 1e9. */
VRM_API bool vrm_actor_step_to(vrm_Actor* actor, double time_s);

/** Jumps to a time (s) and sets the avatar's inputs for it. Springs are reset to rest under the
 * pose; vrm_actors_settle() lets them fall into place. Layers that begin later do not play until
 * their time. Layers that were removed play again if the time is before their end, unless newer
 * layers needed their place. A jump back restarts the face; see vrm_actor_face() for what it keeps.
 * The face is then advanced to the time; long periods without inputs are skipped, so the cost does
 * not grow with the time. Returns false if the avatar was removed, or the time is negative or
 * beyond 1e9. */
VRM_API bool vrm_actor_seek(vrm_Actor* actor, double time_s);

/** Settles springs: replays the last `seconds` before the present time, at 60 steps per second.
 * Before time 0, layers and face are still and the idle stance continues. The actors must share one
 * sim, which is stepped with all of its avatars. One second is enough for most avatars.
 *
 * Unless the present time or `seconds` is 0, settling discards emotions, sound, vowels, visemes,
 * tracking and blinks that the host has set on the face directly; attention, gaze, eyes and
 * automatic blinking stay. Emotions and speech of the actor are replayed. Inputs that the host has
 * set on the avatar are replaced by those of the actor.
 *
 * Returns false if an avatar was removed, the sims differ, or `seconds` is not within 0..60. */
VRM_API bool vrm_actors_settle(vrm_Actor* const* actors, int32_t count, float seconds);

/** Sets the host's inputs at a time, after those of the actor. `time_s` is the actor's time (s),
 * negative before its beginning. */
typedef void vrm_SettleFn(void* ctx, vrm_Actor* actor, double time_s);

/** Settles springs as vrm_actors_settle() does, with inputs of the host. `fn` is called for each
 * actor before each step; it may be NULL. Inputs that it sets on the avatar last for that step;
 * tracking or vowels that it sets on the actor's face take effect in the next step. */
VRM_API bool vrm_actors_settle_with(vrm_Actor* const* actors, int32_t count, float seconds,
                                    vrm_SettleFn* fn, void* ctx);

/** Returns the actor's time: seconds since it was created, or the time of the last jump plus the
 * steps since. */
VRM_API double vrm_actor_time(const vrm_Actor* actor);

/* ---- Events ---- */

/** Kinds of events. */
typedef enum vrm_ActorEventKind {
    VRM_ACTOR_LOOPED = 0,   /**< A layer has started its clip again. */
    VRM_ACTOR_ENDED,        /**< A layer has reached the end of its clip. */
    VRM_ACTOR_STOPPED,      /**< A layer has faded out and was removed. */
    VRM_ACTOR_BLINKED,      /**< The eyes began to close for a blink. Steps of more than a day do
                                 not count all blinks. */
    VRM_ACTOR_SPEECH_BEGAN, /**< The mouth began to speak. */
    VRM_ACTOR_SPEECH_ENDED  /**< The mouth has been still for half a second after speech. */
} vrm_ActorEventKind;

/** Something that happened in a step. */
typedef struct vrm_ActorEvent {
    vrm_ActorEventKind kind; /**< What happened. */
    uint32_t layer;          /**< The layer it happened to; 0 for the face. */
    int32_t count;           /**< How often it happened in the step. */
    double time_s;           /**< The actor's time at the end of the step. */
} vrm_ActorEvent;

/** Removes the oldest event from the queue and returns it in `out_event`. Returns false if there is
 * none. The last 32 are kept. vrm_actor_seek() makes no events and discards those in the queue. */
VRM_API bool vrm_actor_poll(vrm_Actor* actor, vrm_ActorEvent* out_event);

#ifdef __cplusplus
}
#endif

#endif
