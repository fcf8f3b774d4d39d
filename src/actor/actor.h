/* SPDX-License-Identifier: MIT */
/* The inside of a vrm_Actor.
 *
 *   layers.c        what each layer plays at a time: place in its clip, weight
 *   root_path.c     the way of a clip over the ground
 *   root_motion.c   the ways of all layers, added up over time
 *   score.c         emotions and speech at their times, run on the face's clock
 *   actor.c         time, and the inputs of the avatar
 *
 * Layers are a function of the actor's time. The face has a state: to go back in time it begins
 * again and the score is run up to the time. */
#ifndef VRMI_ACTOR_ACTOR_H
#define VRMI_ACTOR_ACTOR_H

#include "actor/root_path.h"
#include "face/face.h"
#include "rig/clip_data.h"
#include "runtime/play.h"

#include "vrm/actor.h"

/* ---- Layers ---- */

typedef struct vrmi_Layer {
    uint32_t number;      /* 0: the place is free */
    const vrm_Clip* clip; /* not read while the layer is gone: the host may have destroyed it */
    double duration;      /* of the clip */
    vrm_LayerEnd at_end;
    bool is_additive, has_expressions, has_gaze;
    uint64_t bones;
    double begin_s;
    bool moves_hips;     /* replaces the motion of the hips beneath */
    vrmi_RootPath* path; /* that it hands to the root, owned; NULL: none */

    /* At `origin_s` the clip was at `origin_clip_s`, and has moved on at `speed` since. */
    double origin_s, origin_clip_s;
    float speed;

    /* The weight eases from one value to another within `ease_s` from `ease_begin_s` on. What moves
     * it then goes on from its speed and acceleration, both 0 at first. */
    double ease_begin_s, ease_s;
    double from_weight, from_speed, from_acceleration; /* per second, per second squared */
    float to_weight;

    double fade_out_s;          /* at the end of the clip, VRM_LAYER_STOPS */
    double stop_s, stop_fade_s; /* asked for by the host; VRMI_NEVER: not */

    /* A layer that was started by a cross-fade replaces those before it within `replace_s` from its
     * beginning. What `cover` has hides the others in the end; the rest fades out of them. */
    bool replaces;
    double replace_s;
    vrmi_PlayCover cover; /* empty where it does not come to full weight */
    double replaced_s;    /* when another one has replaced it; VRMI_NEVER: none does */

    bool told_end, told_stop; /* the events were given to the host */
} vrmi_Layer;

typedef struct vrmi_LayerMoment {
    double place_s; /* place in the clip */
    float clip_s;   /* the same, rounded */
    float weight;
    bool has_begun;
    bool has_ended; /* the clip is over */
    bool is_gone;
} vrmi_LayerMoment;

typedef struct vrmi_Layers {
    vrmi_Layer list[VRM_ACTOR_LAYERS_MAX]; /* in the order of their numbers */
    int32_t count;
    uint32_t last_number;
    uint32_t changes; /* number of changes after which the past of some layer looks different */
    const vrm_Rig* rig;
    const vrm_Allocator* allocator; /* of paths */
} vrmi_Layers;

vrmi_LayerMoment vrmi_layer_at(const vrmi_Layer* layer, double time_s);
/* Place in the clip if it were repeated for ever. */
double vrmi_layer_unwrapped(const vrmi_Layer* layer, double time_s);
/* How often it has begun its clip again: changes where its place jumps. */
double vrmi_layer_pass(const vrmi_Layer* layer, double time_s);
bool vrmi_layer_has_ended(const vrmi_Layer* layer, double time_s);
/* When it is gone; VRMI_NEVER: not by itself. */
double vrmi_layer_gone_s(const vrmi_Layer* layer);
/* Returns the next time after `time_s` at which the layer, or one of its fades, begins or ends;
 * VRMI_NEVER if there is none. */
double vrmi_layer_next_s(const vrmi_Layer* layer, double time_s);
/* Whether its weight, or what it leaves of those that it replaces, is changing. */
bool vrmi_layer_is_fading(const vrmi_Layer* layer, double time_s);
/* What it does to the layers that it replaces. */
vrmi_PlayCover vrmi_layer_cover(const vrmi_Layer* layer, double time_s);
/* NULL: there is none. */
vrmi_Layer* vrmi_layers_find(vrmi_Layers* layers, uint32_t number);
/* vrm_actor_play() for a definition that is complete and within range; 0: no place or no
 * memory is left. */
uint32_t vrmi_layers_play(vrmi_Layers* layers, const vrm_LayerDef* def, double now_s);
void vrmi_layers_set_weight(vrmi_Layers* layers, vrmi_Layer* layer, float weight, double fade_s,
                            double now_s);
void vrmi_layers_set_speed(vrmi_Layers* layers, vrmi_Layer* layer, float speed, double now_s);
void vrmi_layers_set_clip_time(vrmi_Layers* layers, vrmi_Layer* layer, double clip_s, double now_s);
/* Stops a layer, and those that wait to be replaced by it. */
void vrmi_layers_stop(vrmi_Layers* layers, vrmi_Layer* layer, double now_s, double fade_s);
/* vrm_actor_cross_fade(), as vrmi_layers_play(). */
uint32_t vrmi_layers_cross_fade(vrmi_Layers* layers, const vrm_LayerDef* def, double now_s);
/* Removes all layers of a clip. */
void vrmi_layers_forget(vrmi_Layers* layers, const vrm_Clip* clip);
/* Removes all layers. */
void vrmi_layers_clear(vrmi_Layers* layers);

/* ---- Root motion ---- */

typedef struct vrmi_RootNode {
    double time_s;
    vrmi_Ground at;
    int32_t seams; /* passed since the last change */
} vrmi_RootNode;

typedef struct vrmi_RootMotion {
    bool is_used;         /* else the root is the host's */
    vrm_Transform origin; /* what places are relative to */
    vrmi_RootNode base;   /* where the root was at the last change, or was put */
    vrmi_RootNode last;   /* the last node on from there that was passed */
    vrm_Transform shown;  /* the last that the avatar was given */
} vrmi_RootMotion;

/* Returns the root at a time, relative to the origin. For times before the base, computed backwards
 * as if the layers had never changed. */
vrmi_Ground vrmi_root_motion_at(vrmi_RootMotion* root, const vrmi_Layers* layers, double time_s);
/* Goes on from a place, whatever the layers were before. */
void vrmi_root_motion_keep(vrmi_RootMotion* root, vrmi_Ground at, double time_s);
/* In the world. `facing`: 1 if an avatar whose root is the identity faces +Z, -1 if it faces -Z. */
vrm_Transform vrmi_root_motion_transform(const vrmi_RootMotion* root, vrmi_Ground at,
                                         int32_t facing);

/* ---- Score ---- */

typedef struct vrmi_ScoreEmotion {
    double time_s;
    vrmi_EmotionAsked asked;
} vrmi_ScoreEmotion;

typedef struct vrmi_ScoreSound {
    double time_s;        /* when the face gets to know of it */
    double begin_s;       /* when it sounds */
    vrm_LipFrame* frames; /* owned; NULL if there are none */
    int32_t count;
} vrmi_ScoreSound;

/* What the face has done since they were counted anew. */
typedef struct vrmi_FaceCounts {
    int32_t blinks, speech_begins, speech_ends;
    bool is_talking;  /* now */
    double blinked_s; /* onset of the last blink */
} vrmi_FaceCounts;

/* Both lists are in the order of `time_s`. */
typedef struct vrmi_Score {
    vrmi_ScoreEmotion* emotions;
    vrmi_ScoreSound* sounds;
    size_t emotion_count, emotion_capacity, sound_count, sound_capacity;
    size_t next_emotion, next_sound; /* not yet shown, not yet begun */
    int32_t next_frame;              /* of the sound before `next_sound` */
    vrmi_FaceCounts counts;
} vrmi_Score;

void vrmi_score_release(vrmi_Score* score, const vrm_Allocator* allocator);
/* Whether an emotion that is asked for now finds a place in the face's queue. */
bool vrmi_score_has_room(const vrmi_Score* score, const vrm_Face* face,
                         const vrmi_EmotionAsked* asked);
/* False without memory. The time of an emotion is not over. Frames are copied. */
bool vrmi_score_add_emotion(vrmi_Score* score, const vrm_Allocator* allocator, double time_s,
                            const vrmi_EmotionAsked* asked);
bool vrmi_score_add_sound(vrmi_Score* score, const vrm_Allocator* allocator, double now_s,
                          double begin_s, const vrm_LipFrame* frames, int32_t count);
void vrmi_score_count_anew(vrmi_Score* score);
/* Runs the face to a time, not before its present one. */
void vrmi_score_run(vrmi_Score* score, vrm_Face* face, double time_s);
/* The face begins again. */
void vrmi_score_restart(vrmi_Score* score, vrm_Face* face);

#endif
