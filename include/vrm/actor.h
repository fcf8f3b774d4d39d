/* SPDX-License-Identifier: MIT */
/** An actor plays one avatar over time: layers of motion, a living face, speech and gaze.
 *
 *   vrm_motion_clip(), for the avatar -> vrm_actor_play()
 *   each frame: vrm_actor_step() -> vrm_sim_step()
 *
 * An actor writes the inputs of an avatar in a sim that the host owns. In each step it sets the
 * stance (standing at ease, or the rest pose), plays the layers over it in the order in which they
 * were started, and then the face, the idle motion and the gaze. What the host sets between
 * vrm_actor_step() and vrm_sim_step() replaces what the actor has set, for this frame.
 *
 * Inputs are a function of time: stepping at any frame rate and vrm_actor_seek() give the same ones
 * at the same time. Only springs have a history: vrm_actors_settle() prepares them for the first
 * picture and after a jump.
 *
 * Asking for the same again changes nothing: play, stop and every setter may be called in each
 * frame. A step allocates nothing. Actors of different avatars may be stepped on several threads,
 * also by the input function of vrm_sim_step_with(). */
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

/** One avatar over time. */
typedef struct vrm_Actor vrm_Actor;

/** The pose of an avatar where no layer moves it. */
typedef enum vrm_Stance {
    VRM_STANCE_IDLE = 0, /**< Stands at ease, breathing: vrm_pose_idle(). A face that is created
                              with idle motion moves the body instead; after
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
    uint64_t seed; /**< Of blinks, saccades and idle motion; used instead of face->seed. Actors with
                        different seeds do not move in unison. Default 0. */
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

/** Changes the pose beneath the layers. */
VRM_API bool vrm_actor_set_stance(vrm_Actor* actor, vrm_Stance stance);

/* ---- Layers ---- */

/** A time that means "now", wherever a function takes a time of the actor. */
#define VRM_ACTOR_NOW (-1.0)

/** Layers that an actor plays at the same time. */
#define VRM_ACTOR_LAYERS_MAX 16

/** What happens at the end of a layer's clip. */
typedef enum vrm_LayerEnd {
    VRM_LAYER_LOOPS = 0, /**< The clip starts again. */
    VRM_LAYER_HOLDS,     /**< The layer stays at the end of the clip. */
    VRM_LAYER_STOPS      /**< The layer fades out before the end of the clip and is gone. */
} vrm_LayerEnd;

/** A clip to play. Start from vrm_default_layer_def(). */
typedef struct vrm_LayerDef {
    uint32_t def_size;    /**< Set by the default function; do not touch. */
    const vrm_Clip* clip; /**< Must outlive the actor, or be forgotten: vrm_actor_forget(). */
    vrm_LayerEnd at_end;  /**< Default VRM_LAYER_LOOPS. */
    float weight;         /**< 0..1; how much the layer replaces what lies beneath. Default 1. */
    float fade_in_s;      /**< Seconds until it has its weight. Default 0.25. */
    float fade_out_s;     /**< Seconds that VRM_LAYER_STOPS fades out. Default 0.25. */
    float speed;          /**< 1 as recorded, 2 twice as fast, negative backwards. Default 1. */
    float start_s;        /**< Place in the clip to start from, seconds from its beginning; from its
                               end if `speed` is negative. Default 0. */
    double begin_s; /**< Time of the actor at which the layer begins. Default VRM_ACTOR_NOW. */
    uint64_t bones; /**< Bit b: the layer may move bone b; the bit of the hips is also that of
                         their position. Clips of nodes move all of theirs. Default all. */
    bool has_expressions;     /**< Plays the expressions of the clip. Default true. */
    bool has_gaze;            /**< Plays the gaze of the clip. Default true. */
    bool is_additive;         /**< Adds the clip's difference from its first key. Default false. */
    bool applies_root_motion; /**< Moves the avatar's root by the root motion of the clip, instead
                                   of its hips; a loop keeps travelling: see vrm_actor_root().
                                   Ignored for additive layers, node clips and layers without the
                                   bit of the hips. Default false. */
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

/** Starts a layer over those that are there. Returns its number, or 0 if a number is out of range,
 * the clip moves the nodes of another file, VRM_ACTOR_LAYERS_MAX layers play, or memory runs out.
 * Allocates only for a new layer with root motion.
 *
 * If the clip plays already, with the same bones and not fading out, no layer is started: the one
 * that plays gets the new weight, speed and end, and its number is returned. */
VRM_API uint32_t vrm_actor_play(vrm_Actor* actor, const vrm_LayerDef* layer);

/** Plays a layer instead of all others: they stop when it has faded in. Until then bones,
 * expressions and gaze that it moves blend from them to it; what it does not move fades out. If the
 * clip plays already (see vrm_actor_play()), the others fade out over `fade_in_s`. */
VRM_API uint32_t vrm_actor_cross_fade(vrm_Actor* actor, const vrm_LayerDef* layer);

/** Fades a layer out and removes it. No-op while it fades out. Returns false if there is no such
 * layer or `fade_s` is not a number from 0 to 3600. */
VRM_API bool vrm_actor_stop(vrm_Actor* actor, uint32_t layer, float fade_s);

/** Removes all layers of a clip at once, those that are gone too: the actor keeps them for jumps
 * back. The clip may be destroyed then. Makes no events. */
VRM_API void vrm_actor_forget(vrm_Actor* actor, const vrm_Clip* clip);

/** Changes a layer's weight, eased over `fade_s` seconds. No-op while it eases to this weight. A
 * weight that changes in each frame is followed smoothly, a little more than half of `fade_s`
 * behind. */
VRM_API bool vrm_actor_set_weight(vrm_Actor* actor, uint32_t layer, float weight, float fade_s);

/** Changes a layer's speed from now on. A layer that fades out before its end goes on fading from
 * its present weight. */
VRM_API bool vrm_actor_set_speed(vrm_Actor* actor, uint32_t layer, float speed);

/** Moves a layer to a place in its clip, seconds from the clip's beginning. */
VRM_API bool vrm_actor_set_clip_time(vrm_Actor* actor, uint32_t layer, double time_s);

/** A layer at the actor's present time. */
typedef struct vrm_LayerState {
    const vrm_Clip* clip; /**< The clip that it plays. */
    float time_s;         /**< Place in the clip. */
    float weight;         /**< Weight with its fades, 0..1. */
    float speed;          /**< As it was set. */
    bool has_ended;       /**< The clip has come to its end; never true in a loop. */
} vrm_LayerState;

/** Reads a layer. Returns false if there is no such layer, or it is gone. */
VRM_API bool vrm_actor_layer(const vrm_Actor* actor, uint32_t layer, vrm_LayerState* out_state);

/* ---- Root ---- */

/** Puts the avatar somewhere at the present time; root motion goes on from there. Also sets the
 * avatar's root at once, as vrm_avatar_set_root() does; call vrm_avatar_teleport() with the same
 * root before to keep hair and clothes from swinging. Returns false if the avatar was removed, a
 * number is not finite, or the rotation is 0. */
VRM_API bool vrm_actor_set_root(vrm_Actor* actor, vrm_Transform root);

/** Returns the avatar's root as of the last step, jump or vrm_actor_set_root().
 *
 * Who sets the root: until the first layer with vrm_LayerDef.applies_root_motion, or a call of
 * vrm_actor_set_root(), the host alone, by vrm_avatar_set_root(). From then on the actor does in
 * each step, beginning with the root that the avatar had. What the host sets between
 * vrm_actor_step() and vrm_sim_step() counts for this frame; to move the avatar for good, call
 * vrm_actor_set_root().
 *
 * Root motion is position on the ground and heading of the hips without the sway of steps: in clips
 * below 4 seconds an arc from beginning to end, in longer ones a smooth path. The rest stays in the
 * hips. Each pass of a loop goes on from where the last one ended, in the direction it faced.
 * Layers blend their speeds by their weights, as they blend the hips: one above that moves the hips
 * without root motion holds the avatar where it is. When a layer is gone, the avatar stays where it
 * went.
 *
 * The root is a function of time as all inputs are: vrm_actor_seek() gives the root that stepping
 * gives. For times before the last vrm_actor_set_root() or change of weight, speed or clip time,
 * the root is computed backwards from that point with the present layers. A request at such a time
 * leaves the avatar where it is then. A layer whose `begin_s` is in the past moves the root at once
 * by what it has travelled since it began, or since that point if that is later. */
VRM_API vrm_Transform vrm_actor_root(const vrm_Actor* actor);

/* ---- Face, speech and gaze ---- */

/** Returns the actor's face, to set what is not a matter of time: tracking, live sound, vowels,
 * attention, blinks by hand. NULL without a face. Lives as long as the actor; the actor steps and
 * applies it. After a jump back, emotions and sound that were given to the face itself are gone;
 * those of vrm_actor_emote() and vrm_actor_speak() are shown again at their times. */
VRM_API vrm_Face* vrm_actor_face(vrm_Actor* actor);

/** Shows an emotion at a time of the actor, as vrm_face_emote() does. The last 1024 are kept for
 * jumps back; the same one again, held until the next, counts once. Returns false as
 * vrm_face_emote() does, without a face, for a time that is over, or without memory. Allocates. */
VRM_API bool vrm_actor_emote(vrm_Actor* actor, double time_s, const vrm_EmotionDef* emotion);

/** Speaks: the mouth follows the frames of a sound that begins at a time of the actor. The frames
 * must be in order of time; they are copied. The same frames at the same time again are a no-op. A
 * sound replaces what is left of the one before it. The last 1024 sounds are kept for jumps back.
 * Returns false without a face, for frames that are not finite or not in order, or without memory.
 * Allocates. */
VRM_API bool vrm_actor_speak(vrm_Actor* actor, double time_s, const vrm_LipFrame* frames,
                             int32_t count);

/** Looks at a point in world space, whatever the layers do. */
VRM_API bool vrm_actor_look_at(vrm_Actor* actor, vrm_Vec3 target_world);
/** Looks in a direction relative to the head, as vrm_avatar_look_along(), whatever the layers do.
 */
VRM_API bool vrm_actor_look_along(vrm_Actor* actor, float yaw_degrees, float pitch_degrees);
/** Looks where the layers look; ahead where none has a gaze. This is the initial state. */
VRM_API void vrm_actor_look_free(vrm_Actor* actor);

/* ---- Run ---- */

/** Moves the actor on by `dt` seconds and sets the avatar's inputs. A `dt` that is negative or not
 * finite counts as 0. Returns false if the avatar was removed from the sim. */
VRM_API bool vrm_actor_step(vrm_Actor* actor, float dt);

/** Moves the actor to a time and sets the avatar's inputs, as vrm_actor_step() does: springs go on
 * from where they are. For films, whose frames have exact times. A time before the present one
 * makes no events; use it to play a loop again without a jump of the springs. Returns false if the
 * avatar was removed, or for a time that is negative or beyond 1e9. */
VRM_API bool vrm_actor_step_to(vrm_Actor* actor, double time_s);

/** Jumps to a time and sets the avatar's inputs for it. Springs are reset to rest under the pose;
 * vrm_actors_settle() lets them hang. Layers that began later are silent until their time; those
 * that are gone play again if the time is before their end, unless their place was needed. A
 * jump back begins the face again, and ends what was given to the face itself: vrm_actor_face().
 * The face is then run to the time; days in which it has nothing to show are skipped, so the cost
 * does not grow with the time. Returns false if the avatar was removed, or for a time that is
 * negative or beyond 1e9. */
VRM_API bool vrm_actor_seek(vrm_Actor* actor, double time_s);

/** Lets springs settle: runs the motion of the last `seconds` before the present time again, at 60
 * steps a second. Before time 0, layers and face stand still and the idle stance goes on. The
 * actors must share one sim, which is stepped with all of its avatars. A second is enough for most
 * avatars.
 *
 * What the host has set at the face itself is treated as by a jump back: emotions, sound, vowels,
 * visemes, tracking and blinks by hand are lost, unless the present time or `seconds` is 0;
 * attention, gaze, eyes and automatic blinking stay. Emotions and speech of the actor are shown
 * again. Inputs that the host has set at the avatar are replaced by those of the actor.
 *
 * Returns false if an avatar was removed, the sims differ, or `seconds` is not a number from 0 to
 * 60. */
VRM_API bool vrm_actors_settle(vrm_Actor* const* actors, int32_t count, float seconds);

/** Sets the host's own inputs of a moment, after those of the actor. `time_s` is negative before
 * the actor's beginning. */
typedef void vrm_SettleFn(void* ctx, vrm_Actor* actor, double time_s);

/** Lets springs settle under what the actors and the host do, like vrm_actors_settle(). `fn` is
 * called for each actor before each step; it may be NULL. What it sets at the avatar lasts for that
 * step; tracking or vowels that it sets at the actor's face show from the next one on. */
VRM_API bool vrm_actors_settle_with(vrm_Actor* const* actors, int32_t count, float seconds,
                                    vrm_SettleFn* fn, void* ctx);

/** Seconds since the beginning. */
VRM_API double vrm_actor_time(const vrm_Actor* actor);

/* ---- Events ---- */

/** What can happen. */
typedef enum vrm_ActorEventKind {
    VRM_ACTOR_LOOPED = 0,   /**< A layer has started its clip again. */
    VRM_ACTOR_ENDED,        /**< A layer has come to the end of its clip. */
    VRM_ACTOR_STOPPED,      /**< A layer has faded out and is gone. */
    VRM_ACTOR_BLINKED,      /**< The eyes began to close for a blink. Steps of more than a day do
                                 not count all blinks. */
    VRM_ACTOR_SPEECH_BEGAN, /**< The mouth began to speak, whatever the face's attention. */
    VRM_ACTOR_SPEECH_ENDED  /**< The mouth has been still for half a second after speech. */
} vrm_ActorEventKind;

/** Something that happened in a step. */
typedef struct vrm_ActorEvent {
    vrm_ActorEventKind kind; /**< What happened. */
    uint32_t layer;          /**< The layer it happened to; 0 for the face. */
    int32_t count;           /**< How often it happened in the step. */
    double time_s;           /**< The actor's time at the end of the step. */
} vrm_ActorEvent;

/** Takes the oldest event. Returns false if there is none. The last 32 are kept; vrm_actor_seek()
 * makes none and discards those that are waiting. */
VRM_API bool vrm_actor_poll(vrm_Actor* actor, vrm_ActorEvent* out_event);

#ifdef __cplusplus
}
#endif

#endif
