/* SPDX-License-Identifier: MIT */
/* Nodes above the hips that a VRM animation moves: root motion. Their motion is folded into the
 * hips, so that every player shows the motion that the nodes of the file make.
 *
 *   tracks of the nodes -> places of the hips at all their key times -> two tracks
 *
 * DEVIATION: VRMC_vrm_animation 1.0 says nothing of them, and three-vrm-animation ignores them. */
#include "rig/clip_build.h"

#include "base/sort.h"
#include "rig/rig.h"

#include <string.h>

enum {
    ROOTS_MAX = 8, /* moving nodes above the hips; files with more play without their motion */
    PARTS_MAX = 16 /* keys for one of the file */
};

/* In steps of this, hips beside a root that turns go along lines. */
static const float step_s = 1.0f / 60.0f;

/* The moving nodes from the top down to the hips, and what lies still above each. */
typedef struct Chain {
    int32_t nodes[ROOTS_MAX + 1];
    vrm_Affine above[ROOTS_MAX + 1];
    vrm_Quat turns_above[ROOTS_MAX + 1];
    int32_t count;
    bool is_curved; /* between keys the hips go along no line */
} Chain;

/* ---- Which nodes ---- */

static bool moves(const vrm_AnimationChannel* channel) {
    return channel->path == VRM_PATH_ROTATION || channel->path == VRM_PATH_TRANSLATION;
}

static int32_t hips_of(const vrmi_ClipBuild* build) {
    return build->info->bones[VRM_BONE_HIPS];
}

/* By node: 1 for those from the hips up, and 2 for those of them that move. */
static uint8_t* mark_nodes(vrmi_ClipBuild* build) {
    const vrm_Gltf* gltf = build->gltf;
    uint8_t* marks = vrmi_arena_alloc(&build->scratch, (size_t)gltf->node_count, sizeof *marks);
    if (marks == NULL) {
        build->result = VRM_ERR_MEMORY;
        return NULL;
    }
    memset(marks, 0, (size_t)gltf->node_count);
    for (int32_t n = hips_of(build); n >= 0; n = gltf->nodes[n].parent) marks[n] = 1;
    for (int32_t c = 0; c < build->animation->channel_count; c++) {
        const vrm_AnimationChannel* channel = &build->animation->channels[c];
        if (channel->node >= 0 && marks[channel->node] != 0 && moves(channel))
            marks[channel->node] = 2;
    }
    return marks;
}

static void add_rest(const vrm_Gltf* gltf, int32_t node, vrm_Affine* all, vrm_Quat* turn) {
    vrm_Transform rest = gltf->nodes[node].rest;
    vrmi_transform_bound(&rest);
    vrm_Affine local = vrmi_affine_from_transform(rest);
    *all = vrmi_affine_mul(&local, all);
    vrmi_affine_bound(all);
    *turn = vrmi_quat_normalize(vrmi_quat_mul(vrmi_quat_normalize(rest.rotation), *turn));
}

/* False: no node above the hips moves, or too many do. */
static bool find_chain(vrmi_ClipBuild* build, const uint8_t* marks, Chain* out) {
    const vrm_Gltf* gltf = build->gltf;
    int32_t hips = hips_of(build), count = 0;
    for (int32_t n = gltf->nodes[hips].parent; n >= 0; n = gltf->nodes[n].parent)
        count += marks[n] == 2;
    if (count == 0 || count > ROOTS_MAX) return false;
    out->count = count + 1;
    int32_t at = hips;
    for (int32_t i = count; i >= 0; i--) {
        out->nodes[i] = at;
        out->above[i] = vrmi_affine_identity();
        out->turns_above[i] = vrmi_quat_identity();
        for (at = gltf->nodes[at].parent; at >= 0 && marks[at] != 2; at = gltf->nodes[at].parent)
            add_rest(gltf, at, &out->above[i], &out->turns_above[i]);
    }
    return true;
}

bool vrmi_clip_has_root(vrmi_ClipBuild* build) {
    if (hips_of(build) < 0) return false;
    Chain chain = {.count = 0};
    uint8_t* marks = mark_nodes(build);
    bool has_root = marks != NULL && find_chain(build, marks, &chain);
    vrmi_arena_clear(&build->scratch);
    return has_root;
}

/* ---- When ---- */

static const vrmi_Track* track_of(const vrm_Clip* nodes, int32_t node, vrmi_TrackTarget target) {
    int32_t track = nodes->node_tracks[vrmi_node_track(node, target)];
    return track < 0 ? NULL : &nodes->tracks[track];
}

/* The key times of the chain, each once. */
static float* list_times(vrmi_ClipBuild* build, const vrm_Clip* nodes, Chain* chain,
                         size_t* out_count) {
    static const vrmi_TrackTarget targets[] = {VRMI_TRACK_NODE_ROTATION,
                                               VRMI_TRACK_NODE_TRANSLATION};
    size_t room = 0, count = 0, made = 0;
    for (int pass = 0; pass < 2; pass++) {
        float* times = NULL;
        if (pass == 1) times = vrmi_clip_keep(build, room, sizeof *times);
        if (pass == 1 && times == NULL) return NULL;
        for (int32_t i = 0; i < chain->count; i++) {
            for (int t = 0; t < 2; t++) {
                const vrmi_Track* track = track_of(nodes, chain->nodes[i], targets[t]);
                if (track == NULL) continue;
                const vrmi_Timeline* line = &nodes->timelines[track->timeline];
                size_t keys = (size_t)line->key_count;
                bool is_above = i + 1 < chain->count;
                if ((is_above && t == 0) || track->interpolation != VRM_INTERPOLATION_LINEAR)
                    chain->is_curved = true;
                if (pass == 0) room += keys;
                if (pass == 1) memcpy(times + count, line->times, keys * sizeof *times);
                if (pass == 1) count += keys;
            }
        }
        if (pass == 0) continue;
        vrmi_sort_floats(times, count);
        for (size_t i = 0; i < count; i++)
            if (made == 0 || times[i] > times[made - 1]) times[made++] = times[i];
        *out_count = made;
        return times;
    }
    return NULL;
}

static size_t parts_of(const Chain* chain, float span) {
    if (!chain->is_curved || !(span > step_s)) return 1;
    float parts = ceilf(span / step_s);
    return parts < (float)PARTS_MAX ? (size_t)parts : PARTS_MAX;
}

static float* divide_times(vrmi_ClipBuild* build, const Chain* chain, const float* times,
                           size_t count, size_t* out_count) {
    size_t made = 0;
    for (size_t i = 0; i + 1 < count; i++) made += parts_of(chain, times[i + 1] - times[i]);
    float* all = vrmi_clip_keep(build, made + 1, sizeof *all);
    if (all == NULL) return NULL;
    made = 0;
    for (size_t i = 0; i < count; i++) {
        size_t parts = i + 1 < count ? parts_of(chain, times[i + 1] - times[i]) : 1;
        for (size_t p = 0; p < parts; p++) {
            float span = p == 0 ? 0.0f : times[i + 1] - times[i];
            float time = times[i] + span * (float)p / (float)parts;
            if (made == 0 || time > all[made - 1]) all[made++] = time;
        }
    }
    *out_count = made;
    return all;
}

/* ---- Where the hips are ---- */

static vrm_Transform local_at(const vrm_Gltf* gltf, const vrm_Transform* locals, int32_t node) {
    vrm_Transform local = locals[node];
    local.scale = gltf->nodes[node].rest.scale;
    vrmi_transform_bound(&local);
    local.rotation = vrmi_quat_normalize(local.rotation);
    return local;
}

static void put_keys(const vrmi_ClipBuild* build, const Chain* chain, const vrm_Transform* locals,
                     vrm_Quat rest_back, vrm_Vec4* out_turn, vrm_Vec4* out_offset) {
    vrm_Affine place = vrmi_affine_identity();
    vrm_Quat turn = vrmi_quat_identity();
    for (int32_t i = 0; i < chain->count; i++) {
        vrm_Transform local = local_at(build->gltf, locals, chain->nodes[i]);
        vrm_Affine own = vrmi_affine_from_transform(local);
        place = vrmi_affine_mul(&place, &chain->above[i]);
        place = vrmi_affine_mul(&place, &own);
        vrmi_affine_bound(&place);
        turn = vrmi_quat_mul(vrmi_quat_mul(turn, chain->turns_above[i]), local.rotation);
    }
    turn = vrmi_quat_normalize(vrmi_quat_mul(vrmi_quat_normalize(turn), rest_back));
    vrm_Vec3 offset = vrmi_vec3_sub(vrmi_affine_column(&place, 3), build->draft.hips_rest);
    vrmi_vec3_bound(&offset, VRMI_LENGTH_MAX);
    *out_turn = (vrm_Vec4){turn.x, turn.y, turn.z, turn.w};
    *out_offset = (vrm_Vec4){offset.x, offset.y, offset.z, 0.0f};
}

static void add_tracks(vrmi_ClipBuild* build, Chain* chain, const vrm_Clip* nodes,
                       vrm_Quat rest_back) {
    const vrm_Gltf* gltf = build->gltf;
    size_t count = 0;
    float* times = list_times(build, nodes, chain, &count);
    if (times != NULL) times = divide_times(build, chain, times, count, &count);
    if (times == NULL || count == 0) return;
    vrm_Vec4* turns = vrmi_clip_keep(build, count, sizeof *turns);
    vrm_Vec4* offsets = vrmi_clip_keep(build, count, sizeof *offsets);
    vrm_Transform* locals = vrmi_clip_keep(build, (size_t)gltf->node_count, sizeof *locals);
    if (turns == NULL || offsets == NULL || locals == NULL) return;
    for (int32_t i = 0; i < chain->count; i++)
        locals[chain->nodes[i]] = gltf->nodes[chain->nodes[i]].rest;
    for (size_t k = 0; k < count; k++) {
        (void)vrm_clip_sample_nodes(nodes, times[k], locals, gltf->node_count);
        put_keys(build, chain, locals, rest_back, &turns[k], &offsets[k]);
    }
    vrm_Clip* clip = &build->draft;
    clip->bone_tracks[VRM_BONE_HIPS] =
        vrmi_clip_add_keys(build, VRMI_TRACK_BONE, VRM_BONE_HIPS, times, turns, count);
    clip->hips_track = vrmi_clip_add_keys(build, VRMI_TRACK_HIPS, 0, times, offsets, count);
    if (clip->bone_tracks[VRM_BONE_HIPS] >= 0) clip->bones |= (uint64_t)1 << VRM_BONE_HIPS;
}

vrm_Animation vrmi_clip_root_animation(vrmi_ClipBuild* build) {
    vrm_Animation only = *build->animation;
    only.channel_count = 0;
    vrmi_arena_clear(&build->scratch);
    uint8_t* marks = mark_nodes(build);
    vrm_AnimationChannel* channels =
        vrmi_arena_alloc(&build->arena, (size_t)build->animation->channel_count, sizeof *channels);
    if (channels == NULL) build->result = VRM_ERR_MEMORY;
    if (build->result != VRM_OK) return only;
    for (int32_t c = 0; c < build->animation->channel_count; c++) {
        const vrm_AnimationChannel* channel = &build->animation->channels[c];
        if (channel->node >= 0 && marks[channel->node] == 2 && moves(channel))
            channels[only.channel_count++] = *channel;
    }
    only.channels = channels;
    return only;
}

void vrmi_clip_fold_root(vrmi_ClipBuild* build, const vrm_Clip* nodes, vrm_Quat rest) {
    Chain chain = {.count = 0};
    vrmi_arena_clear(&build->scratch);
    uint8_t* marks = mark_nodes(build);
    if (marks != NULL && find_chain(build, marks, &chain))
        add_tracks(build, &chain, nodes, vrmi_quat_conjugate(rest));
}
