/* SPDX-License-Identifier: MIT */
/* Players: several clips at once, each by its weight, into the inputs of an avatar.
 *
 *   VRM animations: samples -> one pose, one gaze, expressions -> inputs
 *   clips of nodes: track by track over the inputs, morph weights among them */
#include "runtime/play.h"

#include "runtime/clip_sample.h"
#include "runtime/sim.h"

#include <string.h>

/* ---- Time ---- */

/* A time that a float alone cannot hold: the sum of both, the second being less than what the first
 * is rounded by. With one float every frame would round in the same direction: seconds in half an
 * hour. Doubles would do, but not every graphics card has them (gpu/kernels/play.cl). */
typedef struct Time {
    float rounded, remainder;
} Time;

static const Time no_time = {0.0f, 0.0f};

/* The rounding error of the sum is exact: Knuth, The Art of Computer Programming, 4.2.2. */
static Time add_seconds(Time a, float seconds) {
    float sum = a.rounded + seconds, part = sum - a.rounded;
    float error = (a.rounded - (sum - part)) + (seconds - part);
    error = error + a.remainder;
    float rounded = sum + error;
    return (Time){rounded, error - (rounded - sum)};
}

/* A remainder larger than a rounding error belongs to another time: the host has set `time_s`. */
static Time time_of(const vrm_Player* player) {
    float most = fabsf(player->time_s) * FLT_EPSILON;
    bool belongs = fabsf(player->remainder_s) <= most;
    return (Time){player->time_s, belongs ? player->remainder_s : 0.0f};
}

/* From 0 to below the duration. fmodf() is exact, so equal everywhere. */
static Time wrap(Time time, float duration) {
    if (time.rounded >= 0.0f && time.rounded < duration) return time;
    time = add_seconds((Time){fmodf(time.rounded, duration), time.remainder}, 0.0f);
    if (time.rounded < 0.0f) time = add_seconds(time, duration);
    return time.rounded < duration ? time : no_time;
}

void vrm_player_advance(vrm_Player* player, float dt) {
    float duration = player->clip == NULL ? 0.0f : player->clip->duration;
    Time time = add_seconds(time_of(player), dt * player->speed);
    if (!(duration > 0.0f) || !vrmi_is_finite(time.rounded))
        time = no_time;
    else if (player->loops)
        time = wrap(time, duration);
    else if (!(time.rounded > 0.0f))
        time = no_time;
    else if (time.rounded >= duration)
        time = (Time){duration, 0.0f};
    player->time_s = time.rounded;
    player->remainder_s = time.remainder;
}

bool vrm_player_has_ended(const vrm_Player* player) {
    if (player->loops || player->clip == NULL) return false;
    return player->speed < 0.0f ? player->time_s <= 0.0f : player->time_s >= player->clip->duration;
}

/* ---- Blending ---- */

static float weight_of(const vrm_Player* player) {
    return player->clip == NULL ? 0.0f : vrmi_clamp(player->weight, 0.0f, 1.0f);
}

static vrm_Quat blend_quat(vrm_Quat made, vrm_Quat value, vrm_Quat first, float weight,
                           bool is_additive) {
    if (!is_additive) return weight == 1.0f ? value : vrmi_quat_slerp(made, value, weight);
    vrm_Quat change = vrmi_quat_mul(vrmi_quat_conjugate(vrmi_quat_normalize(first)), value);
    change = vrmi_quat_slerp(vrmi_quat_identity(), change, weight);
    return vrmi_quat_normalize(vrmi_quat_mul(made, change));
}

static float blend(float made, float value, float first, float weight, bool is_additive) {
    if (is_additive) return made + weight * (value - first);
    return weight == 1.0f ? value : vrmi_lerp(made, value, weight);
}

static vrm_Vec3 blend_vec3(vrm_Vec3 made, vrm_Vec3 value, vrm_Vec3 first, float weight,
                           bool is_additive) {
    return (vrm_Vec3){blend(made.x, value.x, first.x, weight, is_additive),
                      blend(made.y, value.y, first.y, weight, is_additive),
                      blend(made.z, value.z, first.z, weight, is_additive)};
}

static vrm_Vec4 first_of(const vrm_Clip* clip, int32_t track) {
    return vrmi_track_first(&clip->tracks[track]);
}

/* ---- What is about to be replaced ---- */

static const vrmi_PlayParts all_parts = {
    .bones = ~(uint64_t)0, .has_expressions = true, .has_gaze = true};

static const vrmi_PlayParts* parts_of(const vrmi_Play* play, int32_t player) {
    return play->parts == NULL ? &all_parts : &play->parts[player];
}

typedef bool HidesFn(const vrmi_PlayCover* cover, const void* what);

/* The share of a part of the player that covers leave. */
static float left_of(const vrmi_PlayParts* parts, HidesFn* hides, const void* what) {
    float share = 1.0f;
    for (int32_t i = 0; i < parts->cover_count; i++)
        if (!hides(&parts->covers[i], what)) share *= parts->covers[i].left;
    return share;
}

static bool hides_bone(const vrmi_PlayCover* cover, const void* what) {
    return (cover->bones >> *(const int32_t*)what & 1) != 0;
}

static bool hides_hips(const vrmi_PlayCover* cover, const void* what) {
    (void)what;
    return cover->moves_hips;
}

static bool hides_gaze(const vrmi_PlayCover* cover, const void* what) {
    (void)what;
    return cover->has_gaze;
}

static bool hides_track(const vrmi_PlayCover* cover, const void* what) {
    const vrmi_Track* track = what;
    size_t place = vrmi_node_track(track->index, (vrmi_TrackTarget)track->target);
    return cover->nodes != NULL && cover->nodes->node_tracks[place] >= 0;
}

/* ---- Pose and gaze ---- */

static void add_bones(vrm_ClipSample* made, const vrm_ClipSample* sample, const vrm_Player* player,
                      const vrmi_PlayParts* parts) {
    const vrm_Clip* clip = player->clip;
    bool is_copied = weight_of(player) == 1.0f && !player->is_additive && parts->cover_count == 0;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        if ((sample->bones >> b & 1) == 0) continue;
        if (is_copied) {
            made->pose.rotations[b] = sample->pose.rotations[b];
            continue;
        }
        float weight = weight_of(player) * left_of(parts, hides_bone, &b);
        vrm_Quat first = vrmi_vec4_quat(first_of(clip, clip->bone_tracks[b]));
        made->pose.rotations[b] = blend_quat(made->pose.rotations[b], sample->pose.rotations[b],
                                             first, weight, player->is_additive);
    }
    made->bones |= sample->bones;
}

/* In the axes of vrm_Pose. */
static vrm_Vec3 rest_of_hips(const vrm_Rig* rig) {
    int32_t hips = rig->bones[VRM_BONE_HIPS].slot;
    vrm_Vec3 rest = {0.0f, 0.0f, 0.0f};
    if (hips >= 0) rest = rig->rest_models[hips].translation;
    return rig->facing < 0 ? (vrm_Vec3){-rest.x, rest.y, -rest.z} : rest;
}

/* The root is below the hips at rest. */
static vrm_Vec3 relative_to_root(const vrmi_PlayRoot* root, const vrm_Rig* rig, vrm_Vec3 offset) {
    vrm_Vec3 rest = rest_of_hips(rig);
    rest.y = 0.0f;
    vrm_Vec3 at = vrmi_vec3_add(vrmi_vec3_sub(offset, root->place), rest);
    return vrmi_vec3_sub(vrmi_quat_rotate(root->turn_back, at), rest);
}

static void add_hips(vrm_ClipSample* made, vrm_Vec3 offset, const vrm_Player* player, float weight,
                     const vrmi_PlayRoot* root, const vrm_Rig* rig) {
    const vrm_Clip* clip = player->clip;
    vrm_Vec3 first = vrmi_vec4_vec3(first_of(clip, clip->hips_track));
    vrm_Vec3 fitted = vrm_clip_fit_hips(clip, rig, offset);
    if (root != NULL) fitted = relative_to_root(root, rig, fitted);
    made->pose.hips_offset =
        blend_vec3(made->pose.hips_offset, fitted, vrm_clip_fit_hips(clip, rig, first), weight,
                   player->is_additive);
    made->moves_hips = true;
}

static void add_gaze(vrm_ClipSample* made, vrm_Vec2 gaze, const vrm_Player* player, float weight) {
    vrm_Vec2 first = {0.0f, 0.0f};
    if (player->is_additive)
        first = vrmi_gaze_degrees(vrmi_vec4_quat(first_of(player->clip, player->clip->gaze_track)));
    made->gaze_degrees.x =
        blend(made->gaze_degrees.x, gaze.x, first.x, weight, player->is_additive);
    made->gaze_degrees.y =
        blend(made->gaze_degrees.y, gaze.y, first.y, weight, player->is_additive);
    made->has_gaze = true;
}

/* A player whose sample is the pose, since nothing else has a part in it. */
static bool is_whole(const vrmi_Play* play) {
    const vrm_Player* player = play->players;
    return play->count == 1 && play->base == NULL && play->parts == NULL &&
           weight_of(player) == 1.0f && !player->is_additive &&
           player->clip->kind == VRM_CLIP_HUMANOID;
}

static void sample_whole(const vrm_Player* player, const vrm_Rig* rig, vrm_ClipSample* made) {
    vrm_clip_sample(player->clip, player->time_s, made);
    if (made->moves_hips)
        made->pose.hips_offset = vrm_clip_fit_hips(player->clip, rig, made->pose.hips_offset);
}

static void add_sample(vrm_ClipSample* made, const vrm_Player* player, const vrmi_PlayParts* parts,
                       const vrm_Rig* rig) {
    vrm_ClipSample sample;
    vrm_clip_sample(player->clip, player->time_s, &sample);
    sample.bones &= parts->bones;
    float weight = weight_of(player);
    if (parts->root != NULL)
        sample.pose.rotations[VRM_BONE_HIPS] = vrmi_quat_normalize(
            vrmi_quat_mul(parts->root->turn_back, sample.pose.rotations[VRM_BONE_HIPS]));
    add_bones(made, &sample, player, parts);
    if (sample.moves_hips && (parts->bones >> VRM_BONE_HIPS & 1) != 0)
        add_hips(made, sample.pose.hips_offset, player, weight * left_of(parts, hides_hips, NULL),
                 parts->root, rig);
    if (sample.has_gaze && parts->has_gaze)
        add_gaze(made, sample.gaze_degrees, player, weight * left_of(parts, hides_gaze, NULL));
}

static void blend_poses(const vrmi_Play* play, const vrm_Rig* rig, vrm_ClipSample* made) {
    *made = (vrm_ClipSample){.pose = play->base != NULL ? *play->base : vrm_pose_rest()};
    for (int32_t i = 0; i < play->count; i++)
        if (weight_of(&play->players[i]) > 0.0f && play->players[i].clip->kind == VRM_CLIP_HUMANOID)
            add_sample(made, &play->players[i], parts_of(play, i), rig);
    if (play->base == NULL) return;
    made->bones = all_parts.bones >> (64 - VRM_BONE_COUNT);
    made->moves_hips = true;
}

vrm_Transform vrmi_play_hips(const vrmi_Play* play, const vrm_Rig* rig) {
    vrm_ClipSample made;
    blend_poses(play, rig, &made);
    return (vrm_Transform){vrmi_vec3_add(rest_of_hips(rig), made.pose.hips_offset),
                           made.pose.rotations[VRM_BONE_HIPS],
                           {1.0f, 1.0f, 1.0f}};
}

static void play_poses(vrm_Sim* sim, vrm_AvatarId id, vrmi_Play* play) {
    vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    const vrm_Rig* rig = avatar->block->rig;
    vrm_ClipSample made;
    if (is_whole(play))
        sample_whole(play->players, rig, &made);
    else
        blend_poses(play, rig, &made);
    if (made.bones != 0) vrmi_avatar_turn_bones(avatar, made.pose.rotations, made.bones);
    if (made.moves_hips) (void)vrm_avatar_set_hips(sim, id, made.pose.hips_offset);
    if (made.has_gaze)
        (void)vrm_avatar_look_along(sim, id, made.gaze_degrees.x, made.gaze_degrees.y);
    play->has_gaze = made.has_gaze;
}

/* ---- Expressions ---- */

/* The index of the same expression in another clip; -1: none. */
static int32_t same_expression(const vrm_Clip* clip, const vrmi_ClipExpression* wanted) {
    if (wanted->preset != VRM_EXPRESSION_CUSTOM) return clip->preset_expressions[wanted->preset];
    for (int32_t e = 0; e < clip->expression_count; e++)
        if (clip->expressions[e].preset == VRM_EXPRESSION_CUSTOM &&
            strcmp(clip->expressions[e].name, wanted->name) == 0)
            return e;
    return -1;
}

static bool hides_expression(const vrmi_PlayCover* cover, const void* what) {
    return cover->expressions != NULL && same_expression(cover->expressions, what) >= 0;
}

static float weight_in_face(const vrmi_Play* play, int32_t player) {
    return parts_of(play, player)->has_expressions ? weight_of(&play->players[player]) : 0.0f;
}

/* The weight blended over all players, or -1 when a player before `from` has the same expression:
 * the blend was then computed for that player. */
static float blend_expression(const vrmi_Play* play, int32_t from,
                              const vrmi_ClipExpression* wanted) {
    float made = 0.0f;
    for (int32_t i = 0; i < play->count; i++) {
        const vrm_Player* player = &play->players[i];
        float weight = weight_in_face(play, i);
        if (weight <= 0.0f) continue;
        const vrm_Clip* clip = player->clip;
        int32_t e = same_expression(clip, wanted);
        if (e < 0) continue;
        if (i < from) return -1.0f;
        weight *= left_of(parts_of(play, i), hides_expression, wanted);
        float value = vrm_clip_sample_expression(clip, e, player->time_s);
        float first = vrmi_clamp(first_of(clip, clip->expressions[e].track).x, 0.0f, 1.0f);
        made = blend(made, value, first, weight, player->is_additive);
    }
    return vrmi_clamp(made, 0.0f, 1.0f);
}

static void play_expressions(vrm_Sim* sim, vrm_AvatarId id, const vrmi_Play* play) {
    const vrm_Rig* rig = vrm_avatar_rig(sim, id);
    for (int32_t i = 0; i < play->count; i++) {
        if (weight_in_face(play, i) <= 0.0f) continue;
        const vrm_Clip* clip = play->players[i].clip;
        for (int32_t e = 0; e < clip->expression_count; e++) {
            const vrmi_ClipExpression* expression = &clip->expressions[e];
            int32_t target = expression->preset != VRM_EXPRESSION_CUSTOM
                                 ? rig->preset_expressions[expression->preset]
                                 : vrm_rig_expression(rig, expression->name);
            float weight = target < 0 ? -1.0f : blend_expression(play, i, expression);
            if (weight < 0.0f) continue;
            (void)vrm_avatar_set_expression_at(sim, id, target, weight);
            if (play->expressions != NULL) play->expressions[target] = weight;
        }
    }
}

/* ---- Nodes ---- */

typedef struct NodeSink {
    vrm_Sim* sim;
    vrm_AvatarId id;
    vrmi_Avatar* avatar;
    const vrmi_Play* play;
    const vrm_Player* players; /* of it */
    int32_t at;                /* the current player */
} NodeSink;

/* Whether it moves the track from rest; else from where the track is. */
static bool moves_from_rest(const NodeSink* sink, const vrmi_Track* track) {
    if (sink->play->base != NULL) return false;
    size_t place = vrmi_node_track(track->index, (vrmi_TrackTarget)track->target);
    for (int32_t i = 0; i < sink->at; i++) {
        const vrm_Clip* clip = sink->players[i].clip;
        if (weight_of(&sink->players[i]) > 0.0f && clip->kind == VRM_CLIP_NODES &&
            clip->node_tracks[place] >= 0)
            return false;
    }
    return true;
}

static float weight_of_track(const NodeSink* sink, const vrmi_Track* track) {
    return weight_of(&sink->players[sink->at]) *
           left_of(parts_of(sink->play, sink->at), hides_track, track);
}

static void move_morphs(const NodeSink* sink, const vrmi_Track* track, const vrm_Vec4* value) {
    const vrm_Player* player = &sink->players[sink->at];
    const vrm_Rig* rig = sink->avatar->block->rig;
    if (sink->avatar->morph_inputs == NULL) return;
    const float* from =
        moves_from_rest(sink, track) ? rig->rest_morphs : sink->avatar->morph_inputs;
    vrm_Vec4 first_key = vrmi_track_first(track);
    const float values[4] = {value->x, value->y, value->z, value->w};
    const float start[4] = {first_key.x, first_key.y, first_key.z, first_key.w};
    float weight = weight_of_track(sink, track);
    int32_t first = 0, count = vrmi_track_morphs(track, rig, &first);
    for (int32_t i = 0; i < count; i++)
        vrmi_avatar_set_morph(
            sink->avatar, first + i,
            blend(from[first + i], values[i], start[i], weight, player->is_additive));
}

static void move_node(void* ctx, const vrmi_Track* track, const vrm_Vec4* value) {
    const NodeSink* sink = ctx;
    if (track->target == VRMI_TRACK_MORPH) {
        move_morphs(sink, track, value);
        return;
    }
    const vrm_Player* player = &sink->players[sink->at];
    const vrm_Rig* rig = sink->avatar->block->rig;
    int32_t slot = rig->node_slots[track->index];
    vrm_Transform now = vrmi_lane_transform(sink->avatar->block, slot, sink->avatar->lane);
    vrm_Transform made = moves_from_rest(sink, track) ? rig->rests[slot] : now;
    vrm_Vec4 first = vrmi_track_first(track);
    float weight = weight_of_track(sink, track);
    switch (track->target) {
    case VRMI_TRACK_NODE_ROTATION:
        (void)vrm_avatar_set_rotation(sink->sim, sink->id, track->index,
                                      blend_quat(made.rotation, vrmi_vec4_quat(*value),
                                                 vrmi_vec4_quat(first), weight,
                                                 player->is_additive));
        break;
    case VRMI_TRACK_NODE_TRANSLATION:
        (void)vrm_avatar_set_translation(sink->sim, sink->id, track->index,
                                         blend_vec3(made.translation, vrmi_vec4_vec3(*value),
                                                    vrmi_vec4_vec3(first), weight,
                                                    player->is_additive));
        break;
    default:
        now.scale = blend_vec3(made.scale, vrmi_vec4_vec3(*value), vrmi_vec4_vec3(first), weight,
                               player->is_additive);
        (void)vrm_avatar_set_node(sink->sim, sink->id, track->index, now);
        break;
    }
}

/* ---- All of it ---- */

bool vrmi_avatar_can_play(const vrm_Player* player, const vrm_Rig* rig) {
    if (!vrmi_is_finite(player->weight) || !vrmi_is_finite(player->time_s)) return false;
    return player->clip == NULL || player->clip->kind != VRM_CLIP_NODES ||
           player->clip->node_count == rig->slot_count;
}

void vrmi_avatar_play(vrm_Sim* sim, vrm_AvatarId id, vrmi_Play* play) {
    play_poses(sim, id, play);
    play_expressions(sim, id, play);
    NodeSink sink = {.sim = sim,
                     .id = id,
                     .avatar = vrmi_avatar(sim, id),
                     .play = play,
                     .players = play->players};
    for (sink.at = 0; sink.at < play->count; sink.at++) {
        const vrm_Player* player = &play->players[sink.at];
        if (weight_of(player) > 0.0f && player->clip->kind == VRM_CLIP_NODES)
            vrmi_clip_tracks_at(player->clip, player->time_s, move_node, &sink);
    }
}

bool vrm_avatar_play(vrm_Sim* sim, vrm_AvatarId id, const vrm_Player* players, int32_t count) {
    vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL) return false;
    for (int32_t i = 0; i < count; i++)
        if (!vrmi_avatar_can_play(&players[i], avatar->block->rig)) return false;
    vrmi_avatar_play(sim, id, &(vrmi_Play){.players = players, .count = count});
    return true;
}
