/* SPDX-License-Identifier: MIT */
/* The inside of a vrm_FaceMap and a vrm_Face.
 *
 *   events (blink, saccade, end of an emotion, tick, renewal) in the order of their times
 *   -> emotion, mouth, blink and tracker at the present time -> mix -> weights
 *
 * Each layer is a function of the clock and of the times of its events. A step runs the events that
 * lie in it at their own times, so frames change nothing but where the curve is sampled. */
#ifndef VRMI_FACE_FACE_H
#define VRMI_FACE_FACE_H

#include "face/easing.h"
#include "face/face_tables.h"
#include "rig/rig.h"

#include "vrm/sim.h"

/* No event. */
#define VRMI_NEVER 1e300

/* ---- Map ---- */

typedef struct vrmi_FaceExpression {
    const char* name;
    int8_t category, binary;              /* vrm_Category, vrm_BinaryRule */
    int8_t overrides[VRM_CATEGORY_COUNT]; /* vrm_Override by vrm_Category */
    bool is_effective;
} vrmi_FaceExpression;

/* A morph target that only a tracker drives. */
typedef struct vrmi_FaceMorph {
    vrm_FaceShape shape;
    int32_t morph; /* place in vrm_avatar_morphs() */
    float rest;    /* weight of the file */
} vrmi_FaceMorph;

/* At rest, in the axes of a pose. */
typedef struct vrmi_FaceLeg {
    vrm_Vec3 thigh, shin; /* hip to knee, knee to ankle */
} vrmi_FaceLeg;

struct vrm_FaceMap {
    vrm_Allocator allocator;
    size_t size;        /* of the block that begins here */
    const vrm_Rig* rig; /* compared, never read */
    vrm_FaceMapInfo info;
    int32_t expression_count, rig_morph_count, morph_count;
    vrmi_FaceExpression* expressions;
    float* overlaps; /* [a * expression_count + b], vrm_face_map_overlap() */
    vrmi_FaceMorph* morphs;

    /* Expressions; -1: none. */
    int32_t presets[VRM_EXPRESSION_PRESET_COUNT];
    int32_t shapes[VRM_FACE_SHAPE_COUNT];
    int32_t visemes[VRM_VISEME_COUNT];
    int32_t vowels[VRM_VOWEL_COUNT][2]; /* what shows a vowel: its preset, or one or two shapes */
    int32_t blink, blink_sides[2];      /* left, right */

    uint64_t shape_morphs; /* bits: shapes that have only morph targets */
    uint64_t own_shapes;   /* bits: shapes that need no preset, their own expression or targets have
                              an effect */
    bool looks_by_shapes;  /* the eyeLook shapes have expressions of their own */
    bool has_legs;         /* thighs, shins and feet on both sides */
    vrmi_FaceLeg legs[2];  /* left, right */
};

/* ---- Emotion ---- */

#define VRMI_EMOTION_QUEUE 16

typedef struct vrmi_FaceEmotion {
    int32_t expressions[VRM_EMOTION_PARTS_MAX];
    float weights[VRM_EMOTION_PARTS_MAX];
    int32_t part_count;
    double ease_in_s, ease_out_s, hold_s; /* hold_s VRMI_NEVER: until the next */
    double queued_at;
} vrmi_FaceEmotion;

/* An expression that the emotions have a part in. */
typedef struct vrmi_EmotionEntry {
    int32_t expression;
    float now;   /* weight */
    float shown; /* `now` after the rule of a binary expression */
} vrmi_EmotionEntry;

typedef struct vrmi_EmotionLayer {
    vrmi_EmotionEntry* entries; /* room for all expressions */
    int32_t entry_count;
    vrmi_Easing easing;
    vrmi_FaceEmotion targets[VRMI_EASE_TARGETS]; /* by slot; no parts: the face at rest */
    double asked_at;                             /* when the emotion that is shown was, last */
    bool is_shown; /* eased in or held; else eases out, or nothing is shown */
    vrmi_FaceEmotion queue[VRMI_EMOTION_QUEUE];
    int32_t queue_count;
} vrmi_EmotionLayer;

/* ---- Mouth ---- */

/* Vowels, then visemes. */
#define VRMI_MOUTH_COUNT ((int)VRM_VOWEL_COUNT + (int)VRM_VISEME_COUNT)

/* Frames stored: 2 s ahead, and half a second behind, by which speech is recognized. */
#define VRMI_HEARD_MAX 256

typedef struct vrmi_Heard {
    double time; /* of the face's clock */
    float vowels[VRM_VOWEL_COUNT];
    bool is_speech;
} vrmi_Heard;

/* What drives the mouth. */
typedef struct vrmi_MouthSource {
    bool hears; /* the frames; else `weights` */
    float weights[VRMI_MOUTH_COUNT];
} vrmi_MouthSource;

typedef struct vrmi_MouthLayer {
    vrmi_Easing easing;
    vrmi_MouthSource sources[VRMI_EASE_TARGETS]; /* by slot */
    bool is_open;                                /* the host has set a weight above 0 */
    double open_until;                           /* when it last had */
    double sound_start;               /* on the face's clock: where time_s of the frames is 0 */
    bool is_live;                     /* the last frames came by vrm_face_hear_live() */
    double live_at;                   /* when */
    double live_time_s;               /* time_s of the last of them */
    vrmi_Heard heard[VRMI_HEARD_MAX]; /* a ring */
    int32_t heard_first, heard_count;
} vrmi_MouthLayer;

/* ---- Speech beside an emotion ---- */

/* While the mouth speaks, emotions yield to it. */
typedef struct vrmi_YieldLayer {
    bool is_on;
    vrmi_Easing easing;
    bool was_on[VRMI_EASE_TARGETS]; /* by slot */
} vrmi_YieldLayer;

/* ---- Eyes ---- */

#define VRMI_BLINKS_SHOWN 4 /* the newest; a blink lasts 0.3 s */

typedef struct vrmi_BlinkLayer {
    bool is_automatic;
    double next;
    uint64_t count, evoked_count; /* events so far, the numbers of their draws */
    bool is_double;               /* the next blink follows the last at once */
    double onsets[VRMI_BLINKS_SHOWN];
    int32_t newest;
    float by_hand[2];
} vrmi_BlinkLayer;

typedef enum vrmi_GazeAim { VRMI_AIM_OFF, VRMI_AIM_TARGET, VRMI_AIM_ANGLES } vrmi_GazeAim;

/* A change of direction that is on its way; several add up. */
#define VRMI_GAZE_TURNS 16

typedef struct vrmi_GazeTurn {
    double start, duration_s;
    vrm_Vec2 from; /* relative to the new direction */
} vrmi_GazeTurn;

typedef struct vrmi_GazeLayer {
    vrmi_GazeAim aim;
    vrm_Vec3 target;
    vrm_Vec2 angles; /* degrees */
    vrm_Attention attention;
    bool is_talking; /* as of the last tick */
    bool is_away;    /* from the target, by the last saccade */
    double next;
    uint64_t count;
    double start, duration_s; /* of the last saccade */
    vrm_Vec2 from, to;
    vrmi_GazeTurn turns[VRMI_GAZE_TURNS]; /* large changes of `angles`, oldest first */
    int32_t turn_count;
} vrmi_GazeLayer;

/* ---- Tracker ---- */

typedef struct vrmi_TrackLayer {
    float shapes[VRM_FACE_SHAPE_COUNT];
    float presets[VRM_EXPRESSION_PRESET_COUNT]; /* what stands for shapes without their own */
    bool is_on, was_used;
    vrmi_Easing easing;
    bool was_on[VRMI_EASE_TARGETS]; /* by slot */
    float share;                    /* now */
    vrm_Vec2 gaze;                  /* degrees */
} vrmi_TrackLayer;

/* ---- Face ---- */

enum { VRMI_DRIVEN = 1, VRMI_TOUCHED = 2 };

struct vrm_Face {
    vrm_Allocator allocator;
    size_t size; /* of the block that begins here */
    const vrm_FaceMap* map;
    uint64_t seed;
    double blink_interval_s;
    float idle;

    double now;
    uint64_t tick;    /* the number of the next */
    uint64_t renewal; /* likewise: VRMI_RENEW_S */
    vrmi_EmotionLayer emotion;
    vrmi_MouthLayer mouth;
    vrmi_YieldLayer yield;
    vrmi_BlinkLayer blink;
    vrmi_GazeLayer gaze;
    vrmi_TrackLayer track;

    /* The mix. By expression: */
    float* weights;   /* results */
    float* layers;    /* what all but the emotion ask for */
    uint8_t* flags;   /* VRMI_DRIVEN, VRMI_TOUCHED */
    int32_t* driven;  /* expressions that the last mix asked for */
    int32_t* touched; /* expressions that any mix asked for */
    int32_t driven_count, touched_count;
    float* morphs; /* weights of the map's morphs */
};

/* The mix has a weight for the expression. */
static inline void vrmi_face_note(vrm_Face* face, int32_t expression) {
    uint8_t* flags = &face->flags[expression];
    if ((*flags & VRMI_DRIVEN) == 0) face->driven[face->driven_count++] = expression;
    if ((*flags & VRMI_TOUCHED) == 0) face->touched[face->touched_count++] = expression;
    *flags = VRMI_DRIVEN | VRMI_TOUCHED;
}

/* A layer asks for an expression; no-op for -1. */
static inline void vrmi_face_add(vrm_Face* face, int32_t expression, float weight) {
    if (expression < 0 || weight <= 0.0f) return;
    vrmi_face_note(face, expression);
    face->layers[expression] += weight;
}

/* ---- Layers; times are never before the layer's last event ---- */

double vrmi_emotion_next(const vrmi_EmotionLayer* layer);
void vrmi_emotion_event(vrm_Face* face);
void vrmi_emotion_update(vrm_Face* face); /* sets `now` and `shown` of the entries */
/* How much of an expression's effect the emotion has already, 0..1, overrides of the file aside. */
float vrmi_emotion_covers(const vrm_Face* face, int32_t expression);
/* The same with overrides: how much less a blink shows. */
float vrmi_emotion_closes_eyes(const vrm_Face* face);

void vrmi_mouth_init(vrmi_MouthLayer* layer);
/* Weights of vowels and visemes. */
void vrmi_mouth_at(const vrmi_MouthLayer* layer, double time, float out[VRMI_MOUTH_COUNT]);
/* Speech at `time` or half a second before it, or at most `ahead_s` after it where the frames are
 * known already. */
bool vrmi_mouth_speaks(const vrmi_MouthLayer* layer, double time, double ahead_s);

/* No sound is near, and the last one is over: speaking does not change with time alone. */
bool vrmi_mouth_is_settled(const vrmi_MouthLayer* layer, double time);

/* Lets the emotions yield while the mouth speaks, or is about to. */
void vrmi_mouth_claim_lips(vrm_Face* face);

/* Begins or ends to yield to speech. */
void vrmi_yield_to(vrm_Face* face, bool speaks);
/* Lowers the weights of the emotion's entries. */
void vrmi_yield_apply(vrm_Face* face);

void vrmi_blink_init(vrm_Face* face);
/* Draws the next blinks anew, as those after the renewal of a number. */
void vrmi_blink_renew(vrm_Face* face, uint64_t renewal);
void vrmi_blink_event(vrm_Face* face);
void vrmi_blink_now(vrm_Face* face);
/* A movement of the eyes by so many degrees may bring a blink along. */
void vrmi_blink_evoke(vrm_Face* face, float degrees);
/* The pace changed: the time until the next blink is scaled. */
void vrmi_blink_pace(vrm_Face* face, double factor);
float vrmi_blink_closure(const vrmi_BlinkLayer* layer, double time);
/* Talking people blink this much more often. */
#define VRMI_BLINK_TALKING (26.0 / 17.0)

void vrmi_gaze_init(vrm_Face* face);
/* Draws the first blink and the first saccade. Settings changed at time 0 are as those of
 * the definition, so that a restart gives the same face. */
void vrmi_gaze_begin(vrm_Face* face);
/* Draws the next saccades anew, beginning at the target. Before vrmi_blink_renew(). */
void vrmi_gaze_renew(vrm_Face* face, uint64_t renewal);
void vrmi_gaze_event(vrm_Face* face);
/* The attention changed: draws the time of the next saccade anew. */
void vrmi_gaze_retime(vrm_Face* face);
vrm_Vec2 vrmi_gaze_saccade(const vrmi_GazeLayer* layer, double time);
/* What is left of large changes of direction. */
vrm_Vec2 vrmi_gaze_turn(const vrmi_GazeLayer* layer, double time);

/* Bones whose rotations idle motion depends on: hips and legs. */
#define VRMI_IDLE_BONES                                                                            \
    ((uint64_t)1 << VRM_BONE_HIPS | (uint64_t)1 << VRM_BONE_LEFT_UPPER_LEG |                       \
     (uint64_t)1 << VRM_BONE_LEFT_LOWER_LEG | (uint64_t)1 << VRM_BONE_LEFT_FOOT |                  \
     (uint64_t)1 << VRM_BONE_RIGHT_UPPER_LEG | (uint64_t)1 << VRM_BONE_RIGHT_LOWER_LEG |           \
     (uint64_t)1 << VRM_BONE_RIGHT_FOOT)

void vrmi_track_update(vrm_Face* face);
/* Adds the expressions of the tracked shapes. */
void vrmi_track_mix(vrm_Face* face);

/* ---- Run ---- */

/* Blinks and saccades are drawn anew at multiples of this time: the second after one of them does
 * not depend on the blinks and saccades before it. So a face can skip a long time. */
#define VRMI_RENEW_S 86400.0

/* As vrm_face_step() to a time of the face's clock, which is not before its present one. */
void vrmi_face_run_to(vrm_Face* face, double end);
/* Skips time, if the end is more than VRMI_RENEW_S away, nothing but blinks and saccades happens
 * until then, and the host changes nothing: running to `end` from there takes at most twice that
 * time and gives the same face. */
void vrmi_face_skip(vrm_Face* face, double end);
/* Back to time 0. Blinking, attention, gaze and eyes stay as the host has set them; emotions, mouth
 * and tracking end. */
void vrmi_face_restart(vrm_Face* face);

/* The parts of vrm_face_apply(). The avatar's rig is the map's. */
bool vrmi_face_is_for(const vrm_Face* face, const vrm_Rig* rig);
void vrmi_face_apply_morphs(const vrm_Face* face, vrm_Sim* sim, vrm_AvatarId avatar);
void vrmi_face_apply_gaze(const vrm_Face* face, vrm_Sim* sim, vrm_AvatarId avatar);

/* As vrm_face_emote() in two parts. */
typedef struct vrmi_EmotionAsked {
    vrmi_FaceEmotion emotion;
    bool is_queued;
} vrmi_EmotionAsked;
bool vrmi_emotion_read(const vrm_FaceMap* map, const vrm_EmotionDef* emotion,
                       vrmi_EmotionAsked* out);
bool vrmi_emotion_show(vrm_Face* face, const vrmi_EmotionAsked* asked);
/* To show it after the last one would change nothing: both are the same, and held for ever. */
bool vrmi_emotion_repeats(const vrmi_EmotionAsked* asked, const vrmi_EmotionAsked* last);

/* As vrm_face_begin_sound(), but time_s 0 of the frames is `start`, which may lie ahead. */
void vrmi_mouth_begin_sound(vrm_Face* face, double start);
/* The frames are finite, and in order of time after `last`. */
bool vrmi_mouth_can_hear(const vrm_LipFrame* frames, int32_t count, double last);

/* ---- Mix ---- */

/* The layers at the present time become weights. */
void vrmi_face_mix(vrm_Face* face);

#endif
