/* SPDX-License-Identifier: MIT */
/* Actors: time, events, and the inputs of the avatar. */
#include "actor/actor.h"

#include "base/alloc.h"
#include "base/carver.h"
#include "face/chance.h"
#include "runtime/spring_stage.h"

#include "vrm/pose.h"
#include "vrm/spring.h"

#include <math.h>
#include <string.h>

#define FADE_MAX  3600.0f
#define SPEED_MAX 1000.0f
#define TIME_MAX  1e9

#define SETTLE_RATE 60.0f
#define SETTLE_MAX  60.0f

#define EVENTS_MAX 32

/* Who says where the avatar looks. */
typedef enum GazeBy {
    GAZE_BY_LAYERS, /* where one has a gaze; else the face */
    GAZE_BY_TARGET, /* `target` */
    GAZE_BY_ANGLES  /* `angles` */
} GazeBy;

struct vrm_Actor {
    vrm_Allocator allocator;
    size_t size; /* of the block that begins here */
    vrm_Sim* sim;
    vrm_AvatarId avatar;
    vrm_Stance stance;
    double idle_phase_s; /* that the idle is ahead by */
    double now;
    double shown_s;   /* that the last inputs were for */
    double settled_s; /* while springs settle: the time to arrive at */
    double early_s;   /* and the time before the beginning, where the idle goes on */

    vrmi_Layers layers;
    vrmi_RootMotion root;
    vrm_Face* face;       /* NULL: none */
    bool face_moves_body; /* its idle motion is added to a stance that stands still */
    vrmi_Score score;
    GazeBy gaze_by;
    vrm_Vec3 target;
    vrm_Vec2 angles;

    /* What the last inputs had, to be put back when it ends. */
    bool had_nodes, had_expressions, had_gaze;
    int32_t expression_count;
    float* played; /* by expression: the weight that the layers gave it; -1: they do not move it */

    vrm_ActorEvent events[EVENTS_MAX]; /* a ring */
    int32_t first_event, event_count;
};

/* ---- Make ---- */

void vrm_actor_def_init(vrm_ActorDef* def, size_t def_size) {
    vrm_ActorDef defaults = {.stance = VRM_STANCE_IDLE};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

void vrm_layer_def_init(vrm_LayerDef* def, size_t def_size) {
    vrm_LayerDef defaults = {.weight = 1.0f,
                             .fade_in_s = 0.25f,
                             .fade_out_s = 0.25f,
                             .speed = 1.0f,
                             .begin_s = VRM_ACTOR_NOW,
                             .bones = ~(uint64_t)0,
                             .has_expressions = true,
                             .has_gaze = true};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

static void carve(vrmi_Carver* carver, int32_t expression_count, vrm_Actor* actor) {
    (void)vrmi_carve(carver, 1, sizeof *actor);
    actor->played = vrmi_carve(carver, (size_t)expression_count, sizeof *actor->played);
}

static vrm_Result create_face(vrm_Actor* actor, const vrm_ActorDef* def) {
    vrm_FaceDef face_def = vrm_default_face_def();
    if (def->face != NULL && !vrmi_def_copy(&face_def, sizeof face_def, def->face))
        return VRM_ERR_DEF;
    actor->score.counts.blinked_s = -VRMI_NEVER;
    face_def.seed = def->seed;
    face_def.allocator = actor->allocator;
    actor->face_moves_body = face_def.idle > 0.0f;
    vrm_Result result = vrm_face_create(def->face_map, &face_def, &actor->face);
    if (result != VRM_OK) return result;
    return vrmi_face_is_for(actor->face, vrm_avatar_rig(actor->sim, actor->avatar))
               ? VRM_OK
               : VRM_ERR_ARGUMENT;
}

vrm_Result vrm_actor_create(vrm_Sim* sim, vrm_AvatarId avatar, const vrm_ActorDef* def,
                            vrm_Actor** out_actor) {
    *out_actor = NULL;
    vrm_ActorDef given;
    vrm_actor_def_init(&given, sizeof given);
    if (def != NULL && !vrmi_def_copy(&given, sizeof given, def)) return VRM_ERR_DEF;
    const vrm_Rig* rig = vrm_avatar_rig(sim, avatar);
    if (rig == NULL || (unsigned)given.stance > VRM_STANCE_A) return VRM_ERR_ARGUMENT;
    vrm_Allocator allocator = vrmi_allocator(&given.allocator);
    vrmi_Carver carver = {0};
    vrm_Actor measured;
    carve(&carver, rig->expression_count, &measured);
    size_t size = carver.used;
    if (!vrmi_carver_fill(&carver, &allocator)) return VRM_ERR_MEMORY;
    memset(carver.base, 0, size);
    vrm_Actor* actor = (vrm_Actor*)(void*)carver.base;
    carve(&carver, rig->expression_count, actor);
    actor->allocator = allocator;
    actor->size = size;
    actor->sim = sim;
    actor->avatar = avatar;
    actor->stance = given.stance;
    actor->layers.rig = rig;
    actor->layers.allocator = &actor->allocator;
    actor->expression_count = rig->expression_count;
    for (int32_t e = 0; e < rig->expression_count; e++) actor->played[e] = -1.0f;
    if (given.seed != 0)
        actor->idle_phase_s =
            vrmi_chance(given.seed, VRMI_STREAM_IDLE, 0, 0) * (double)VRM_IDLE_PERIOD_S;
    vrm_Result result = given.face_map != NULL ? create_face(actor, &given) : VRM_OK;
    if (result == VRM_OK)
        *out_actor = actor;
    else
        vrm_actor_destroy(actor);
    return result;
}

void vrm_actor_destroy(vrm_Actor* actor) {
    if (actor == NULL) return;
    vrm_Allocator allocator = actor->allocator;
    vrm_face_destroy(actor->face);
    vrmi_layers_clear(&actor->layers);
    vrmi_score_release(&actor->score, &allocator);
    vrmi_release(&allocator, actor, actor->size);
}

bool vrm_actor_set_stance(vrm_Actor* actor, vrm_Stance stance) {
    if ((unsigned)stance > VRM_STANCE_A) return false;
    actor->stance = stance;
    return true;
}

/* ---- Root ---- */

/* As the host has set it: without the half turn of a 0.x avatar. */
static vrm_Transform root_of_avatar(const vrm_Actor* actor) {
    vrm_Transform root = vrm_avatar_root(actor->sim, actor->avatar);
    const vrm_Rig* rig = vrm_avatar_rig(actor->sim, actor->avatar);
    if (rig != NULL && vrmi_is_turned(actor->sim, rig))
        root.rotation = vrmi_quat_mul(root.rotation, (vrm_Quat){0.0f, -1.0f, 0.0f, 0.0f});
    return root;
}

static void claim_root(vrm_Actor* actor) {
    if (actor->root.is_used) return;
    actor->root.is_used = true;
    actor->root.origin = actor->root.shown = root_of_avatar(actor);
}

static void set_root(vrm_Actor* actor) {
    vrmi_RootMotion* root = &actor->root;
    vrmi_Ground at = vrmi_root_motion_at(root, &actor->layers, actor->now);
    root->shown =
        vrmi_root_motion_transform(root, at, vrm_avatar_facing(actor->sim, actor->avatar));
    (void)vrm_avatar_set_root(actor->sim, actor->avatar, root->shown);
}

bool vrm_actor_set_root(vrm_Actor* actor, vrm_Transform root) {
    if (!vrm_avatar_set_root(actor->sim, actor->avatar, root)) return false;
    actor->root.is_used = true;
    actor->root.origin = actor->root.shown = root_of_avatar(actor);
    vrmi_root_motion_keep(&actor->root, (vrmi_Ground){0.0, 0.0, 0.0}, actor->now);
    return true;
}

vrm_Transform vrm_actor_root(const vrm_Actor* actor) {
    return actor->root.is_used ? actor->root.shown : root_of_avatar(actor);
}

/* Where the root is before the host asks for something that may change how it came there. */
typedef struct RootBefore {
    vrmi_Ground at;
    uint32_t changes;
} RootBefore;

static RootBefore root_before(vrm_Actor* actor) {
    RootBefore before = {.changes = actor->layers.changes};
    if (actor->root.is_used)
        before.at = vrmi_root_motion_at(&actor->root, &actor->layers, actor->now);
    return before;
}

/* Keeps the root where it is after what the host has asked for. Before the base, every request
 * changes the way that leads back from it. */
static void keep_root(vrm_Actor* actor, const RootBefore* before) {
    vrmi_RootMotion* root = &actor->root;
    if (actor->layers.changes != before->changes || actor->now < root->base.time_s)
        vrmi_root_motion_keep(root, before->at, actor->now);
    else if (actor->now < root->last.time_s) /* after a jump back: the nodes behind may change */
        root->last = root->base;
}

/* ---- Layers ---- */

static bool is_within(float a, float low, float high) {
    return a >= low && a <= high; /* false for NaN */
}

static bool is_time(double time_s) {
    return time_s >= 0.0 && time_s <= TIME_MAX;
}

static bool can_play(const vrm_Actor* actor, const vrm_LayerDef* def) {
    const vrm_Rig* rig = vrm_avatar_rig(actor->sim, actor->avatar);
    vrm_Player player = vrm_player(def->clip);
    return def->clip != NULL && rig != NULL && vrmi_avatar_can_play(&player, rig) &&
           (unsigned)def->at_end <= VRM_LAYER_STOPS && is_within(def->weight, 0.0f, 1.0f) &&
           is_within(def->fade_in_s, 0.0f, FADE_MAX) &&
           is_within(def->fade_out_s, 0.0f, FADE_MAX) &&
           is_within(def->speed, -SPEED_MAX, SPEED_MAX) &&
           is_within(def->start_s, 0.0f, (float)TIME_MAX) &&
           (def->begin_s == VRM_ACTOR_NOW || is_time(def->begin_s));
}

static bool read_layer(const vrm_Actor* actor, const vrm_LayerDef* given, vrm_LayerDef* out) {
    vrm_layer_def_init(out, sizeof *out);
    return given != NULL && vrmi_def_copy(out, sizeof *out, given) && can_play(actor, out);
}

typedef uint32_t StartFn(vrmi_Layers* layers, const vrm_LayerDef* def, double now_s);

/* The past of a layer that begins earlier than now counts, too. */
static uint32_t start_layer(vrm_Actor* actor, const vrm_LayerDef* layer, StartFn* start) {
    vrm_LayerDef def;
    if (!read_layer(actor, layer, &def)) return 0;
    RootBefore before = root_before(actor);
    uint32_t number = start(&actor->layers, &def, actor->now);
    if (number != 0 && vrmi_layers_find(&actor->layers, number)->path != NULL) claim_root(actor);
    keep_root(actor, &before);
    if (def.begin_s != VRM_ACTOR_NOW && def.begin_s < actor->root.last.time_s)
        actor->root.last = actor->root.base;
    return number;
}

uint32_t vrm_actor_play(vrm_Actor* actor, const vrm_LayerDef* layer) {
    return start_layer(actor, layer, vrmi_layers_play);
}

uint32_t vrm_actor_cross_fade(vrm_Actor* actor, const vrm_LayerDef* layer) {
    return start_layer(actor, layer, vrmi_layers_cross_fade);
}

/* NULL for one that is gone, too. */
static vrmi_Layer* layer_of(const vrm_Actor* actor, uint32_t number) {
    vrmi_Layers* layers = (vrmi_Layers*)&actor->layers;
    vrmi_Layer* layer = number == 0 ? NULL : vrmi_layers_find(layers, number);
    return layer == NULL || vrmi_layer_at(layer, actor->now).is_gone ? NULL : layer;
}

bool vrm_actor_stop(vrm_Actor* actor, uint32_t layer, float fade_s) {
    vrmi_Layer* found = layer_of(actor, layer);
    if (found == NULL || !is_within(fade_s, 0.0f, FADE_MAX)) return false;
    RootBefore before = root_before(actor);
    vrmi_layers_stop(&actor->layers, found, actor->now, (double)fade_s);
    keep_root(actor, &before);
    return true;
}

void vrm_actor_forget(vrm_Actor* actor, const vrm_Clip* clip) {
    RootBefore before = root_before(actor);
    vrmi_layers_forget(&actor->layers, clip);
    keep_root(actor, &before);
}

bool vrm_actor_set_weight(vrm_Actor* actor, uint32_t layer, float weight, float fade_s) {
    vrmi_Layer* found = layer_of(actor, layer);
    if (found == NULL || !is_within(weight, 0.0f, 1.0f) || !is_within(fade_s, 0.0f, FADE_MAX))
        return false;
    RootBefore before = root_before(actor);
    vrmi_layers_set_weight(&actor->layers, found, weight, (double)fade_s, actor->now);
    keep_root(actor, &before);
    return true;
}

bool vrm_actor_set_speed(vrm_Actor* actor, uint32_t layer, float speed) {
    vrmi_Layer* found = layer_of(actor, layer);
    if (found == NULL || !is_within(speed, -SPEED_MAX, SPEED_MAX)) return false;
    RootBefore before = root_before(actor);
    vrmi_layers_set_speed(&actor->layers, found, speed, actor->now);
    keep_root(actor, &before);
    return true;
}

bool vrm_actor_set_clip_time(vrm_Actor* actor, uint32_t layer, double time_s) {
    vrmi_Layer* found = layer_of(actor, layer);
    if (found == NULL || !is_time(time_s)) return false;
    RootBefore before = root_before(actor);
    vrmi_layers_set_clip_time(&actor->layers, found, time_s, actor->now);
    keep_root(actor, &before);
    return true;
}

bool vrm_actor_layer(const vrm_Actor* actor, uint32_t layer, vrm_LayerState* out_state) {
    const vrmi_Layer* found = layer_of(actor, layer);
    if (found == NULL) return false;
    vrmi_LayerMoment moment = vrmi_layer_at(found, actor->now);
    *out_state = (vrm_LayerState){.clip = found->clip,
                                  .time_s = moment.clip_s,
                                  .weight = moment.weight,
                                  .speed = found->speed,
                                  .has_ended = moment.has_ended};
    return true;
}

/* ---- Face and gaze ---- */

vrm_Face* vrm_actor_face(vrm_Actor* actor) {
    return actor->face;
}

bool vrm_actor_emote(vrm_Actor* actor, double time_s, const vrm_EmotionDef* emotion) {
    vrmi_EmotionAsked asked;
    if (time_s == VRM_ACTOR_NOW) time_s = actor->now;
    if (actor->face == NULL || !is_time(time_s) || time_s < actor->now) return false;
    if (!vrmi_emotion_read(actor->face->map, emotion, &asked)) return false;
    bool is_now = time_s == actor->now;
    return (!is_now || vrmi_score_has_room(&actor->score, actor->face, &asked)) &&
           vrmi_score_add_emotion(&actor->score, &actor->allocator, time_s, &asked);
}

bool vrm_actor_speak(vrm_Actor* actor, double time_s, const vrm_LipFrame* frames, int32_t count) {
    if (time_s == VRM_ACTOR_NOW) time_s = actor->now;
    if (actor->face == NULL || !is_time(time_s) || (frames == NULL && count != 0) ||
        !vrmi_mouth_can_hear(frames, count, -VRMI_NEVER))
        return false;
    return vrmi_score_add_sound(&actor->score, &actor->allocator, actor->now, time_s, frames,
                                count);
}

bool vrm_actor_look_at(vrm_Actor* actor, vrm_Vec3 target_world) {
    if (!vrmi_vec3_is_finite(target_world)) return false;
    actor->gaze_by = GAZE_BY_TARGET;
    actor->target = target_world;
    return actor->face == NULL || vrm_face_look_at(actor->face, target_world);
}

bool vrm_actor_look_along(vrm_Actor* actor, float yaw_degrees, float pitch_degrees) {
    if (!vrmi_is_finite(yaw_degrees) || !vrmi_is_finite(pitch_degrees)) return false;
    actor->gaze_by = GAZE_BY_ANGLES;
    actor->angles = (vrm_Vec2){yaw_degrees, pitch_degrees};
    return actor->face == NULL || vrm_face_look_along(actor->face, yaw_degrees, pitch_degrees);
}

void vrm_actor_look_free(vrm_Actor* actor) {
    if (actor->gaze_by == GAZE_BY_LAYERS) return;
    actor->gaze_by = GAZE_BY_LAYERS;
    if (actor->face != NULL) (void)vrm_face_look_along(actor->face, 0.0f, 0.0f);
    actor->had_gaze = true; /* the last direction is put back */
}

/* ---- Inputs ---- */

static vrm_Pose stance_pose(const vrm_Actor* actor) {
    switch (actor->stance) {
    case VRM_STANCE_REST: return vrm_pose_rest();
    case VRM_STANCE_T: return vrm_rig_t_pose(vrm_avatar_rig(actor->sim, actor->avatar));
    case VRM_STANCE_A: return vrm_pose_a();
    case VRM_STANCE_IDLE: break;
    }
    if (actor->face_moves_body) return vrm_pose_idle(0.0f);
    double time_s = actor->now - actor->early_s + actor->idle_phase_s;
    return vrm_pose_idle((float)fmod(time_s, (double)VRM_IDLE_PERIOD_S));
}

/* What the layers play now; the rest of a vrmi_Play is zero. */
typedef struct Playlist {
    vrm_Player players[VRM_ACTOR_LAYERS_MAX];
    vrmi_PlayParts parts[VRM_ACTOR_LAYERS_MAX];
    vrmi_PlayCover covers[VRM_ACTOR_LAYERS_MAX];    /* the topmost first */
    vrmi_PlayRoot roots[VRM_ACTOR_LAYERS_MAX];      /* of layers with a path */
    const vrmi_Layer* layers[VRM_ACTOR_LAYERS_MAX]; /* of the players */
    int32_t count;
    bool has_nodes, has_expressions;
} Playlist;

/* The layers that are about to replace others; `at` gets their places. */
static int32_t list_covers(const vrm_Actor* actor, Playlist* out, int32_t* at) {
    int32_t count = 0;
    for (int32_t i = actor->layers.count; i-- > 0;) {
        const vrmi_Layer* layer = &actor->layers.list[i];
        if (!layer->replaces || actor->now < layer->begin_s) continue;
        at[count] = i;
        out->covers[count++] = vrmi_layer_cover(layer, actor->now);
    }
    return count;
}

static vrmi_PlayRoot play_root(const vrmi_RootPath* path, double place_s) {
    vrmi_Ground at = vrmi_ground_mul(path->begin, vrmi_root_path_at(path, place_s));
    vrm_Vec3 up = {0.0f, 1.0f, 0.0f};
    return (vrmi_PlayRoot){{(float)at.x, 0.0f, (float)at.z},
                           vrmi_quat_from_axis_angle(up, -(float)at.yaw)};
}

static void place_player(Playlist* list, int32_t at, double place_s) {
    const vrmi_Layer* layer = list->layers[at];
    list->players[at].time_s = (float)place_s;
    if (layer->path != NULL) list->roots[at] = play_root(layer->path, (double)(float)place_s);
}

static void list_players(const vrm_Actor* actor, Playlist* out) {
    int32_t cover_at[VRM_ACTOR_LAYERS_MAX], cover_count = list_covers(actor, out, cover_at);
    out->count = 0;
    out->has_nodes = out->has_expressions = false;
    for (int32_t i = 0; i < actor->layers.count; i++) {
        const vrmi_Layer* layer = &actor->layers.list[i];
        vrmi_LayerMoment moment = vrmi_layer_at(layer, actor->now);
        if (cover_count > 0 && cover_at[cover_count - 1] == i) cover_count--;
        if (moment.weight <= 0.0f) continue;
        vrm_Player* player = &out->players[out->count];
        *player = vrm_player(layer->clip);
        player->weight = moment.weight;
        player->is_additive = layer->is_additive;
        const vrmi_PlayRoot* root = layer->path != NULL ? &out->roots[out->count] : NULL;
        out->layers[out->count] = layer;
        place_player(out, out->count, moment.place_s);
        out->parts[out->count++] = (vrmi_PlayParts){.bones = layer->bones,
                                                    .has_expressions = layer->has_expressions,
                                                    .has_gaze = layer->has_gaze,
                                                    .root = root,
                                                    .covers = out->covers,
                                                    .cover_count = cover_count};
        out->has_nodes |= layer->clip->kind == VRM_CLIP_NODES;
        out->has_expressions |= layer->has_expressions && layer->clip->expression_count > 0;
    }
}

/* Expressions that the layers moved last go back to 0: they may not move them again. */
static void clear_played(vrm_Actor* actor) {
    for (int32_t e = 0; actor->had_expressions && e < actor->expression_count; e++) {
        if (actor->played[e] < 0.0f) continue;
        (void)vrm_avatar_set_expression_at(actor->sim, actor->avatar, e, 0.0f);
        actor->played[e] = -1.0f;
    }
}

/* Those that the face and the layers both move have the stronger weight. */
static void set_face(vrm_Actor* actor) {
    const vrm_Face* face = actor->face;
    for (int32_t i = 0; i < face->touched_count; i++) {
        int32_t e = face->touched[i];
        if (face->weights[e] >= actor->played[e])
            (void)vrm_avatar_set_expression_at(actor->sim, actor->avatar, e, face->weights[e]);
    }
    vrmi_face_apply_morphs(face, actor->sim, actor->avatar);
    (void)vrm_face_apply_idle(face, actor->sim, actor->avatar);
}

static void set_gaze(vrm_Actor* actor, bool is_played) {
    bool by_layers = actor->gaze_by == GAZE_BY_LAYERS;
    if (by_layers && is_played) {
        actor->had_gaze = true;
        return;
    }
    bool has_face = actor->face != NULL;
    bool is_hosts = has_face && actor->face->gaze.aim == VRMI_AIM_OFF;
    if (has_face && !is_hosts)
        vrmi_face_apply_gaze(actor->face, actor->sim, actor->avatar);
    else if (actor->gaze_by == GAZE_BY_TARGET && !has_face)
        (void)vrm_avatar_look_at(actor->sim, actor->avatar, actor->target);
    else if (actor->gaze_by == GAZE_BY_ANGLES && !has_face)
        (void)vrm_avatar_look_along(actor->sim, actor->avatar, actor->angles.x, actor->angles.y);
    else if (actor->had_gaze) /* the layers leave nothing behind */
        (void)vrm_avatar_look_off(actor->sim, actor->avatar);
    actor->had_gaze = false;
}

/* The hips with the loops that are at a seam at the end of a pass, or at the beginning of one. */
static vrm_Transform hips_at_seams(const vrm_Actor* actor, Playlist* list, uint32_t seams,
                                   bool is_end, const vrmi_Play* play) {
    for (int32_t i = 0; i < list->count; i++) {
        const vrmi_Layer* layer = list->layers[i];
        bool is_last_key = is_end == (layer->speed > 0.0f);
        if ((seams >> i & 1) != 0) place_player(list, i, is_last_key ? layer->duration : 0.0);
    }
    return vrmi_play_hips(play, actor->layers.rig);
}

/* Where clips begin again that end elsewhere, the hips jump. Hair goes along: only the motion
 * before and after swings it. */
static void follow_seams(const vrm_Actor* actor, Playlist* list, const vrmi_Play* play) {
    uint32_t seams = 0; /* bits: players */
    double places_s[VRM_ACTOR_LAYERS_MAX];
    for (int32_t i = 0; i < list->count; i++) {
        const vrmi_Layer* layer = list->layers[i];
        places_s[i] = (double)list->players[i].time_s;
        bool has_seam =
            vrmi_layer_pass(layer, actor->now) != vrmi_layer_pass(layer, actor->shown_s);
        if (has_seam && layer->clip->kind == VRM_CLIP_HUMANOID) seams |= (uint32_t)1 << i;
    }
    if (seams == 0) return;
    vrm_Transform from = hips_at_seams(actor, list, seams, true, play);
    vrm_Transform to = hips_at_seams(actor, list, seams, false, play);
    vrm_Quat turn = vrmi_quat_mul(to.rotation, vrmi_quat_conjugate(from.rotation));
    vrm_Vec3 way = vrmi_vec3_sub(to.translation, vrmi_quat_rotate(turn, from.translation));
    vrmi_springs_follow_hips(actor->sim, actor->avatar,
                             (vrm_Transform){way, turn, {1.0f, 1.0f, 1.0f}});
    for (int32_t i = 0; i < list->count; i++) place_player(list, i, places_s[i]);
}

/* All of them, for the present time. False when the avatar is gone. */
static bool set_inputs(vrm_Actor* actor) {
    vrm_Sim* sim = actor->sim;
    vrm_AvatarId avatar = actor->avatar;
    if (!vrm_avatar_is_valid(sim, avatar)) return false;
    Playlist list;
    list_players(actor, &list);
    if (actor->had_nodes) {
        (void)vrm_avatar_reset_pose(sim, avatar);
        (void)vrm_avatar_reset_morphs(sim, avatar);
    }
    actor->had_nodes = list.has_nodes;
    vrm_Pose base = stance_pose(actor);
    vrmi_Play play = {.players = list.players,
                      .parts = list.parts,
                      .count = list.count,
                      .base = &base,
                      .expressions = actor->played};
    clear_played(actor);
    actor->had_expressions = list.has_expressions;
    if (actor->now > actor->shown_s) follow_seams(actor, &list, &play);
    actor->shown_s = actor->now;
    vrmi_avatar_play(sim, avatar, &play);
    if (actor->root.is_used) set_root(actor);
    set_gaze(actor, play.has_gaze);
    if (actor->face != NULL) set_face(actor);
    return true;
}

/* ---- Events ---- */

static void add_event(vrm_Actor* actor, vrm_ActorEventKind kind, uint32_t layer, int32_t count) {
    int32_t place = (actor->first_event + actor->event_count) % EVENTS_MAX;
    actor->events[place] = (vrm_ActorEvent){kind, layer, count, actor->now};
    if (actor->event_count < EVENTS_MAX)
        actor->event_count++;
    else
        actor->first_event = (actor->first_event + 1) % EVENTS_MAX;
}

/* How often a loop has come to its end; backwards, to its beginning. */
static double passes_at(const vrmi_Layer* layer, double time_s) {
    double turns = vrmi_layer_unwrapped(layer, time_s) / layer->duration;
    return layer->speed < 0.0f ? ceil(turns) : floor(turns);
}

static void add_passes(vrm_Actor* actor, const vrmi_Layer* layer, double since_s, double until_s) {
    if (layer->at_end != VRM_LAYER_LOOPS || !(layer->duration > 0.0) || !(until_s > since_s))
        return;
    double passes = fabs(passes_at(layer, until_s) - passes_at(layer, since_s));
    if (passes > 0.0)
        add_event(actor, VRM_ACTOR_LOOPED, layer->number,
                  passes < 1e9 ? (int32_t)passes : 1000000000);
}

/* What happens after a layer is gone is not told, however long the step is. */
static void add_layer_events(vrm_Actor* actor, vrmi_Layer* layer, double since_s) {
    if (layer->told_stop) return;
    double gone_s = vrmi_layer_gone_s(layer);
    bool is_gone = actor->now >= gone_s;
    double until_s = is_gone ? gone_s : actor->now;
    add_passes(actor, layer, since_s, until_s);
    bool has_ended = vrmi_layer_has_ended(layer, until_s);
    if (has_ended && !layer->told_end) add_event(actor, VRM_ACTOR_ENDED, layer->number, 1);
    if (is_gone) add_event(actor, VRM_ACTOR_STOPPED, layer->number, 1);
    layer->told_end = has_ended;
    layer->told_stop = is_gone;
}

/* After a jump: what has happened before is not told. */
static void skip_layer_events(vrm_Actor* actor) {
    for (int32_t i = 0; i < actor->layers.count; i++) {
        vrmi_Layer* layer = &actor->layers.list[i];
        layer->told_end = vrmi_layer_has_ended(layer, actor->now);
        layer->told_stop = actor->now >= vrmi_layer_gone_s(layer);
    }
}

static void add_speech_events(vrm_Actor* actor, bool begins, int32_t count) {
    if (count > 0)
        add_event(actor, begins ? VRM_ACTOR_SPEECH_BEGAN : VRM_ACTOR_SPEECH_ENDED, 0, count);
}

static void add_face_events(vrm_Actor* actor, bool was_talking) {
    const vrmi_FaceCounts* counts = &actor->score.counts;
    if (counts->blinks > 0) add_event(actor, VRM_ACTOR_BLINKED, 0, counts->blinks);
    if (was_talking) add_speech_events(actor, false, counts->speech_ends);
    add_speech_events(actor, true, counts->speech_begins);
    if (!was_talking) add_speech_events(actor, false, counts->speech_ends);
}

bool vrm_actor_poll(vrm_Actor* actor, vrm_ActorEvent* out_event) {
    if (actor->event_count == 0) return false;
    *out_event = actor->events[actor->first_event];
    actor->first_event = (actor->first_event + 1) % EVENTS_MAX;
    actor->event_count--;
    return true;
}

/* ---- Run ---- */

static void move_to(vrm_Actor* actor, double time_s) {
    actor->now = time_s;
    if (actor->face == NULL) return;
    if (time_s < actor->face->now) vrmi_score_restart(&actor->score, actor->face);
    vrmi_score_run(&actor->score, actor->face, time_s);
}

bool vrm_actor_step_to(vrm_Actor* actor, double time_s) {
    if (!is_time(time_s)) return false;
    double since_s = actor->now;
    bool was_talking = actor->score.counts.is_talking;
    vrmi_score_count_anew(&actor->score);
    move_to(actor, time_s);
    if (time_s < since_s) { /* the events of this time have been told */
        skip_layer_events(actor);
        return set_inputs(actor);
    }
    for (int32_t i = 0; i < actor->layers.count; i++)
        add_layer_events(actor, &actor->layers.list[i], since_s);
    if (actor->face != NULL) add_face_events(actor, was_talking);
    return set_inputs(actor);
}

bool vrm_actor_step(vrm_Actor* actor, float dt) {
    double end_s = actor->now + (vrmi_is_finite(dt) && dt > 0.0f ? (double)dt : 0.0);
    return vrm_actor_step_to(actor, end_s < TIME_MAX ? end_s : TIME_MAX);
}

bool vrm_actor_seek(vrm_Actor* actor, double time_s) {
    if (!is_time(time_s)) return false;
    move_to(actor, time_s);
    actor->event_count = 0;
    skip_layer_events(actor);
    return set_inputs(actor) && vrm_avatar_reset_springs(actor->sim, actor->avatar);
}

double vrm_actor_time(const vrm_Actor* actor) {
    return actor->now;
}

/* The inputs of a moment that leads to the one to arrive at. Before the beginning, layers and face
 * stand still. Returns the moment's time. */
static double lead_to(vrm_Actor* actor, double before_s) {
    double time_s = actor->settled_s - before_s;
    actor->early_s = time_s < 0.0 ? -time_s : 0.0;
    move_to(actor, time_s > 0.0 ? time_s : 0.0);
    (void)set_inputs(actor);
    return time_s;
}

static bool can_settle(vrm_Actor* const* actors, int32_t count, float seconds) {
    if (count <= 0 || !is_within(seconds, 0.0f, SETTLE_MAX)) return false;
    for (int32_t a = 0; a < count; a++)
        if (actors[a]->sim != actors[0]->sim ||
            !vrm_avatar_is_valid(actors[a]->sim, actors[a]->avatar))
            return false;
    return true;
}

bool vrm_actors_settle_with(vrm_Actor* const* actors, int32_t count, float seconds,
                            vrm_SettleFn* fn, void* ctx) {
    if (!can_settle(actors, count, seconds)) return false;
    int32_t steps = (int32_t)(seconds * SETTLE_RATE + 0.5f);
    for (int32_t a = 0; a < count; a++) {
        actors[a]->settled_s = actors[a]->now;
        (void)vrm_avatar_reset_springs(actors[a]->sim, actors[a]->avatar);
    }
    for (int32_t i = steps; i >= 0; i--) {
        for (int32_t a = 0; a < count; a++) {
            double time_s = lead_to(actors[a], (double)i / (double)SETTLE_RATE);
            if (fn != NULL) fn(ctx, actors[a], time_s);
        }
        vrm_sim_step(actors[0]->sim, steps > 0 ? 1.0f / SETTLE_RATE : 0.0f);
    }
    return true;
}

bool vrm_actors_settle(vrm_Actor* const* actors, int32_t count, float seconds) {
    return vrm_actors_settle_with(actors, count, seconds, NULL, NULL);
}
