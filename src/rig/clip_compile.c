/* SPDX-License-Identifier: MIT */
/* Builds a clip from a model: determines the target of each channel of the animation, sorts the
 * tracks by their key times, and carves everything from one block. */
#include "rig/clip_build.h"

#include "base/budget.h"
#include "rig/rig.h"

#include <string.h>

void vrm_clip_def_init(vrm_ClipDef* def, size_t def_size) {
    vrm_ClipDef defaults = {.max_bytes = 0};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

static void* draft_alloc(vrmi_ClipBuild* build, size_t count, size_t size) {
    void* memory = build->result == VRM_OK ? vrmi_arena_alloc(&build->arena, count, size) : NULL;
    if (memory == NULL && build->result == VRM_OK) build->result = VRM_ERR_MEMORY;
    return memory;
}

static int32_t* draft_indices(vrmi_ClipBuild* build, size_t count) {
    int32_t* indices = draft_alloc(build, count, sizeof *indices);
    for (size_t i = 0; indices != NULL && i < count; i++) indices[i] = -1;
    return indices;
}

static void complain(const vrmi_ClipBuild* build, vrmi_RuleId rule, vrm_JsonRef at) {
    vrmi_report(build->def.report, rule, build->gltf->json, at, NULL);
}

/* Adds a channel's track; its number goes to `slot` unless an earlier channel has set it. */
static void add_once(vrmi_ClipBuild* build, const vrm_AnimationChannel* channel,
                     const vrmi_KeyMap* map, int32_t* slot) {
    if (*slot >= 0)
        complain(build, VRMI_RULE_ANIMATION_DUPLICATE_TARGETS, channel->json);
    else if (vrmi_clip_add_channel(build, channel, map))
        *slot = build->draft.track_count - 1;
}

/* ---- The skeleton at rest ---- */

static vrm_Quat rest_rotation(const vrm_Gltf* gltf, int32_t node) {
    vrm_Quat q = vrmi_quat_identity();
    for (int32_t n = node; n >= 0; n = gltf->nodes[n].parent)
        q = vrmi_quat_normalize(
            vrmi_quat_mul(vrmi_quat_normalize(gltf->nodes[n].rest.rotation), q));
    return q;
}

static vrm_Affine rest_affine(const vrm_Gltf* gltf, int32_t node) {
    vrm_Affine all = vrmi_affine_identity();
    for (int32_t n = node; n >= 0; n = gltf->nodes[n].parent) {
        vrm_Transform rest = gltf->nodes[n].rest;
        vrmi_transform_bound(&rest);
        vrm_Affine local = vrmi_affine_from_transform(rest);
        all = vrmi_affine_mul(&local, &all);
        vrmi_affine_bound(&all);
    }
    return all;
}

/* ---- A VRM animation ---- */

/* The roles of the file's nodes; a node may have several. */
typedef struct Cast {
    int32_t* bones;            /* vrm_Bone of each node; -1 */
    int32_t* expressions;      /* the first expression of each node; -1 */
    int32_t* next_expressions; /* the next one of the same node */
    int32_t* expression_tracks;
} Cast;

static bool cast_nodes(vrmi_ClipBuild* build, Cast* cast) {
    const vrm_ClipInfo* info = build->info;
    size_t node_count = (size_t)build->gltf->node_count;
    cast->bones = draft_indices(build, node_count);
    cast->expressions = draft_indices(build, node_count);
    cast->next_expressions = draft_indices(build, (size_t)info->expression_count);
    cast->expression_tracks = draft_indices(build, (size_t)info->expression_count);
    if (build->result != VRM_OK) return false;
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        if (info->bones[b] >= 0) cast->bones[info->bones[b]] = b;
    for (int32_t e = info->expression_count - 1; e >= 0; e--) {
        int32_t node = info->expressions[e].node;
        cast->next_expressions[e] = cast->expressions[node];
        cast->expressions[node] = e;
    }
    return true;
}

static void add_rotation(vrmi_ClipBuild* build, const Cast* cast,
                         const vrm_AnimationChannel* channel) {
    vrm_Clip* clip = &build->draft;
    int32_t bone = cast->bones[channel->node];
    vrmi_KeyMap map = {.before = vrmi_quat_identity(), .after = vrmi_quat_identity()};
    if (channel->node == build->info->look_at_node) {
        map.target = VRMI_TRACK_GAZE;
        add_once(build, channel, &map, &clip->gaze_track);
    }
    bool is_folded = build->has_root && bone == VRM_BONE_HIPS;
    if (bone >= 0 && !is_folded) {
        map.target = VRMI_TRACK_BONE;
        map.index = bone;
        map.before = rest_rotation(build->gltf, build->gltf->nodes[channel->node].parent);
        map.after = vrmi_quat_conjugate(rest_rotation(build->gltf, channel->node));
        add_once(build, channel, &map, &clip->bone_tracks[bone]);
        if (clip->bone_tracks[bone] >= 0) clip->bones |= (uint64_t)1 << bone;
    }
    if (bone < 0 && channel->node != build->info->look_at_node &&
        cast->expressions[channel->node] >= 0)
        complain(build, VRMI_RULE_CLIP_EXPRESSION_NOT_TRANSLATED, channel->json);
}

static void add_translation(vrmi_ClipBuild* build, const Cast* cast,
                            const vrm_AnimationChannel* channel) {
    vrm_Clip* clip = &build->draft;
    int32_t first = cast->expressions[channel->node];
    for (int32_t e = first; e >= 0; e = cast->next_expressions[e]) {
        vrmi_KeyMap map = {.target = VRMI_TRACK_EXPRESSION, .index = e};
        add_once(build, channel, &map, &cast->expression_tracks[e]);
    }
    if (channel->node == build->info->bones[VRM_BONE_HIPS]) {
        if (build->has_root) return;
        int32_t parent = build->gltf->nodes[channel->node].parent;
        vrmi_KeyMap map = {.target = VRMI_TRACK_HIPS,
                           .to_model = rest_affine(build->gltf, parent),
                           .origin = clip->hips_rest};
        add_once(build, channel, &map, &clip->hips_track);
    } else if (first < 0 && cast->bones[channel->node] >= 0) {
        complain(build, VRMI_RULE_CLIP_TRANSLATION_NOT_HIPS, channel->json);
    } else if (first < 0 && channel->node == build->info->look_at_node) {
        complain(build, VRMI_RULE_CLIP_GAZE_NOT_ROTATED, channel->json);
    }
}

static void add_other(const vrmi_ClipBuild* build, const Cast* cast,
                      const vrm_AnimationChannel* channel) {
    if (cast->bones[channel->node] >= 0)
        complain(build, VRMI_RULE_CLIP_SCALE_ANIMATED, channel->json);
    else if (cast->expressions[channel->node] >= 0)
        complain(build, VRMI_RULE_CLIP_EXPRESSION_NOT_TRANSLATED, channel->json);
    else if (channel->node == build->info->look_at_node)
        complain(build, VRMI_RULE_CLIP_GAZE_NOT_ROTATED, channel->json);
}

/* Expressions whose node is not animated have the weight of the node's rest pose
 * (VRMC_vrm_animation 1.0, Expressions). */
static void fill_expressions(vrmi_ClipBuild* build, const Cast* cast) {
    vrm_Clip* clip = &build->draft;
    const vrm_ClipInfo* info = build->info;
    vrmi_ClipExpression* expressions =
        draft_alloc(build, (size_t)info->expression_count, sizeof *expressions);
    if (expressions == NULL) return;
    for (int32_t e = 0; e < info->expression_count; e++) {
        const vrm_ClipExpression* from = &info->expressions[e];
        int32_t track = cast->expression_tracks[e];
        if (track < 0) {
            float x = build->gltf->nodes[from->node].rest.translation.x;
            vrm_Vec4 value = {vrmi_clamp(x, 0.0f, 1.0f), 0.0f, 0.0f, 0.0f};
            track = vrmi_clip_add_constant(build, VRMI_TRACK_EXPRESSION, e, value);
        }
        expressions[e] = (vrmi_ClipExpression){from->name, from->preset, track};
        if (from->preset >= 0 && from->preset < VRM_EXPRESSION_PRESET_COUNT)
            clip->preset_expressions[from->preset] = e;
    }
    clip->expressions = expressions;
    clip->expression_count = info->expression_count;
}

static vrm_Result run(vrmi_ClipBuild* build, vrm_Clip** out_clip);

/* The tracks of the hips, with the motion of the nodes above them. */
static void fold_root(vrmi_ClipBuild* build, int32_t hips) {
    const vrm_Animation animation = vrmi_clip_root_animation(build);
    vrmi_ClipBuild nodes = {.gltf = build->gltf, .animation = &animation, .def = build->def};
    vrm_Clip* clip = NULL;
    if (build->result == VRM_OK) build->result = run(&nodes, &clip);
    if (build->result == VRM_OK) vrmi_clip_fold_root(build, clip, rest_rotation(build->gltf, hips));
    vrm_clip_destroy(clip);
}

static void build_humanoid(vrmi_ClipBuild* build) {
    Cast cast;
    if (!cast_nodes(build, &cast)) return;
    int32_t hips = build->info->bones[VRM_BONE_HIPS];
    if (hips >= 0) {
        vrm_Affine rest = rest_affine(build->gltf, hips);
        build->draft.hips_rest = vrmi_affine_column(&rest, 3);
        vrmi_vec3_bound(&build->draft.hips_rest, VRMI_LENGTH_MAX);
        build->has_root = vrmi_clip_has_root(build);
    }
    for (int32_t c = 0; c < build->animation->channel_count; c++) {
        const vrm_AnimationChannel* channel = &build->animation->channels[c];
        if (channel->node < 0) continue;
        if (channel->path == VRM_PATH_ROTATION)
            add_rotation(build, &cast, channel);
        else if (channel->path == VRM_PATH_TRANSLATION)
            add_translation(build, &cast, channel);
        else
            add_other(build, &cast, channel);
    }
    if (build->has_root) fold_root(build, hips);
    if (build->draft.hips_track >= 0 && !(build->draft.hips_rest.y > VRMI_HIPS_MIN))
        complain(build, VRMI_RULE_CLIP_HIPS_ON_GROUND, build->gltf->nodes[hips].json);
    fill_expressions(build, &cast);
}

/* ---- A glTF animation, node by node ---- */

static void build_nodes(vrmi_ClipBuild* build) {
    size_t node_count = (size_t)build->gltf->node_count;
    int32_t* tracks = draft_indices(build, VRMI_NODE_TRACKS * node_count);
    if (build->result != VRM_OK) return;
    for (int32_t c = 0; c < build->animation->channel_count; c++) {
        const vrm_AnimationChannel* channel = &build->animation->channels[c];
        if (channel->node < 0) continue;
        vrmi_KeyMap map = {
            .index = channel->node, .before = vrmi_quat_identity(), .after = vrmi_quat_identity()};
        switch (channel->path) {
        case VRM_PATH_ROTATION: map.target = VRMI_TRACK_NODE_ROTATION; break;
        case VRM_PATH_TRANSLATION: map.target = VRMI_TRACK_NODE_TRANSLATION; break;
        case VRM_PATH_SCALE: map.target = VRMI_TRACK_NODE_SCALE; break;
        case VRM_PATH_WEIGHTS: map.target = VRMI_TRACK_MORPH; break;
        default: continue;
        }
        add_once(build, channel, &map, &tracks[vrmi_node_track(channel->node, map.target)]);
    }
    build->draft.node_count = build->gltf->node_count;
    build->draft.node_tracks = tracks;
}

/* ---- Order ---- */

static bool slerps(const vrmi_Track* track) {
    return vrmi_track_turns(track) && track->interpolation == VRM_INTERPOLATION_LINEAR;
}

/* Sorts tracks by timeline, those that slerp first, and updates all members that refer to tracks by
 * number. */
static void sort_tracks(vrmi_ClipBuild* build) {
    vrm_Clip* clip = &build->draft;
    size_t count = (size_t)clip->track_count;
    vrmi_Track* sorted = draft_alloc(build, count, sizeof *sorted);
    int32_t* places = draft_alloc(build, count, sizeof *places);
    if (build->result != VRM_OK) return;
    for (int32_t t = 0; t < clip->track_count; t++) {
        vrmi_Timeline* line = &build->timelines[build->tracks[t].timeline];
        line->track_count++;
        if (slerps(&build->tracks[t])) line->slerp_count++;
    }
    int32_t at = 0;
    for (int32_t i = 0; i < clip->timeline_count; i++) {
        build->timelines[i].first_track = at;
        at += build->timelines[i].track_count;
        build->timelines[i].track_count = 0;
    }
    for (int pass = 0; pass < 2; pass++) {
        for (int32_t t = 0; t < clip->track_count; t++) {
            if (slerps(&build->tracks[t]) != (pass == 0)) continue;
            vrmi_Timeline* line = &build->timelines[build->tracks[t].timeline];
            places[t] = line->first_track + line->track_count++;
            sorted[places[t]] = build->tracks[t];
        }
    }
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++)
        if (clip->bone_tracks[b] >= 0) clip->bone_tracks[b] = places[clip->bone_tracks[b]];
    if (clip->hips_track >= 0) clip->hips_track = places[clip->hips_track];
    if (clip->gaze_track >= 0) clip->gaze_track = places[clip->gaze_track];
    vrmi_ClipExpression* expressions = (vrmi_ClipExpression*)(uintptr_t)clip->expressions;
    for (int32_t e = 0; e < clip->expression_count; e++)
        expressions[e].track = places[expressions[e].track];
    int32_t* node_tracks = (int32_t*)(uintptr_t)clip->node_tracks;
    for (size_t i = 0; i < VRMI_NODE_TRACKS * (size_t)clip->node_count; i++)
        if (node_tracks[i] >= 0) node_tracks[i] = places[node_tracks[i]];
    clip->tracks = sorted;
    clip->timelines = build->timelines;
}

/* ---- Packing ---- */

static size_t key_values(const vrm_Clip* clip, const vrmi_Track* track) {
    size_t parts = track->interpolation == VRM_INTERPOLATION_CUBICSPLINE ? 3 : 1;
    return parts * (size_t)clip->timelines[track->timeline].key_count;
}

/* Copies the draft and its arrays into the carver's block; while measuring the pointers of `clip`
 * are undefined. */
static void carve(vrmi_Carver* carver, const vrm_Clip* draft, vrm_Clip* clip) {
    *clip = *draft;
    vrmi_carve(carver, 1, sizeof *clip);
    clip->name = vrmi_carve_copy(carver, draft->name, strlen(draft->name) + 1, 1);
    clip->node_tracks =
        vrmi_carve_copy(carver, draft->node_tracks, VRMI_NODE_TRACKS * (size_t)clip->node_count,
                        sizeof *clip->node_tracks);
    vrmi_Track* tracks =
        vrmi_carve_copy(carver, draft->tracks, (size_t)clip->track_count, sizeof *clip->tracks);
    for (int32_t t = 0; t < clip->track_count; t++) {
        const vrm_Vec4* keys = vrmi_carve_copy(carver, draft->tracks[t].keys,
                                               key_values(draft, &draft->tracks[t]), sizeof *keys);
        if (tracks != NULL) tracks[t].keys = keys;
    }
    vrmi_Timeline* lines = vrmi_carve_copy(carver, draft->timelines, (size_t)clip->timeline_count,
                                           sizeof *clip->timelines);
    for (int32_t i = 0; i < clip->timeline_count; i++) {
        const vrmi_Timeline* from = &draft->timelines[i];
        const float* times =
            vrmi_carve_copy(carver, from->times, (size_t)from->key_count, sizeof *times);
        if (lines != NULL) lines[i].times = times;
    }
    vrmi_ClipExpression* expressions = vrmi_carve_copy(
        carver, draft->expressions, (size_t)clip->expression_count, sizeof *expressions);
    for (int32_t e = 0; e < clip->expression_count; e++) {
        const char* from = draft->expressions[e].name;
        const char* name = vrmi_carve_copy(carver, from, strlen(from) + 1, 1);
        if (expressions != NULL) expressions[e].name = name;
    }
    clip->tracks = tracks;
    clip->timelines = lines;
    clip->expressions = expressions;
}

static vrm_Result carve_draft(const vrmi_ClipBuild* build, vrm_Clip** out_clip) {
    vrmi_Carver carver = {0};
    vrm_Clip measured;
    carve(&carver, &build->draft, &measured);
    size_t size = carver.used;
    if (!vrmi_carver_fill(&carver, &build->arena.allocator)) return VRM_ERR_MEMORY;
    vrm_Clip* clip = (vrm_Clip*)(void*)carver.base;
    carve(&carver, &build->draft, clip);
    clip->allocator = build->arena.allocator;
    clip->size = size;
    *out_clip = clip;
    return VRM_OK;
}

/* ---- Building ---- */

/* Allocates the tracks that the channels can become at most. A node with expressions may give one
 * track to each of them, but each expression has only one node. */
static void make_room(vrmi_ClipBuild* build) {
    size_t room = build->info == NULL ? 0 : (size_t)build->info->expression_count + 1;
    for (int32_t c = 0; c < build->animation->channel_count; c++) {
        const vrm_AnimationChannel* channel = &build->animation->channels[c];
        size_t more = 1;
        if (build->info == NULL && channel->path == VRM_PATH_WEIGHTS)
            more = ((size_t)vrmi_morph_targets(build->gltf, channel->node) + 3) / 4;
        if (!vrmi_add(room, more, &room)) build->result = VRM_ERR_MEMORY;
    }
    size_t each = sizeof *build->tracks + sizeof *build->timelines;
    if (room > build->def.max_bytes / each) {
        complain(build, VRMI_RULE_LIMIT_DECODED_BYTES, build->animation->json);
        build->result = VRM_ERR_LIMIT;
    }
    build->bytes = (uint64_t)room * each;
    build->track_capacity = room;
    build->tracks = draft_alloc(build, room, sizeof *build->tracks);
    build->timelines = draft_alloc(build, room, sizeof *build->timelines);
    build->is_reported =
        draft_alloc(build, (size_t)build->gltf->accessor_count, sizeof *build->is_reported);
}

static vrm_Result build_draft(vrmi_ClipBuild* build, vrm_Clip** out_clip) {
    vrm_Clip* clip = &build->draft;
    clip->name = build->animation->name;
    clip->kind = build->info == NULL ? VRM_CLIP_NODES : VRM_CLIP_HUMANOID;
    clip->hips_track = clip->gaze_track = -1;
    for (int b = 0; b < VRM_BONE_COUNT; b++) clip->bone_tracks[b] = -1;
    for (int p = 0; p < VRM_EXPRESSION_PRESET_COUNT; p++) clip->preset_expressions[p] = -1;
    make_room(build);
    if (build->result == VRM_OK) (build->info == NULL ? build_nodes : build_humanoid)(build);
    if (build->result == VRM_OK) sort_tracks(build);
    return build->result == VRM_OK ? carve_draft(build, out_clip) : build->result;
}

static vrm_Result run(vrmi_ClipBuild* build, vrm_Clip** out_clip) {
    vrmi_arena_init(&build->arena, &build->def.allocator, 64 * 1024);
    vrmi_arena_init(&build->scratch, &build->def.allocator, 16 * 1024);
    vrm_Result result = build_draft(build, out_clip);
    vrmi_arena_release(&build->scratch);
    vrmi_arena_release(&build->arena);
    return result;
}

/* Many channels may share one sampler, of which each track has a copy. Real animations have a
 * sampler for each channel, and take two to five times their bytes. */
static uint64_t usual_bytes(const vrm_Model* model) {
    uint64_t most = (uint64_t)256 << 20;
    uint64_t bytes =
        vrmi_allowance((vrm_Allowance){(uint64_t)8 << 20, 32}, vrm_model_source_bytes(model));
    return bytes < most ? bytes : most;
}

vrm_Result vrm_clip_build(const vrm_Model* model, const vrm_ClipDef* def, vrm_Clip** out_clip) {
    *out_clip = NULL;
    vrmi_ClipBuild build = {.gltf = vrm_model_gltf(model), .info = vrm_model_clip_info(model)};
    vrm_clip_def_init(&build.def, sizeof build.def);
    if (def != NULL && !vrmi_def_copy(&build.def, sizeof build.def, def)) return VRM_ERR_DEF;
    if (build.def.max_bytes == 0) build.def.max_bytes = usual_bytes(model);
    if (build.gltf->animation_count == 0) {
        vrm_JsonRef root = vrm_json_root(build.gltf->json);
        complain(&build, VRMI_RULE_CLIP_WITHOUT_ANIMATION,
                 build.info == NULL ? root : build.info->json);
        return VRM_ERR_INVALID;
    }
    if (build.def.animation < 0 || build.def.animation >= build.gltf->animation_count)
        return VRM_ERR_ARGUMENT;
    build.animation = &build.gltf->animations[build.def.animation];
    return run(&build, out_clip);
}

void vrm_clip_destroy(vrm_Clip* clip) {
    if (clip == NULL) return;
    vrm_Allocator allocator = clip->allocator;
    vrmi_release(&allocator, clip, clip->size);
}

/* ---- Inspection ---- */

vrm_ClipKind vrm_clip_kind(const vrm_Clip* clip) {
    return clip->kind;
}

const char* vrm_clip_name(const vrm_Clip* clip) {
    return clip->name;
}

int32_t vrm_clip_steps(double seconds, double fps) {
    double frames = seconds * fps;
    if (!(seconds > 0.0) || !(fps > 0.0)) return 0;
    if (!(frames < (double)INT32_MAX)) return INT32_MAX;
    int32_t whole = (int32_t)frames; /* rounded down */
    double rest = frames - (double)whole;
    return rest > 1e-3 + 1e-4 * frames || whole == 0 ? whole + 1 : whole;
}

float vrm_clip_duration(const vrm_Clip* clip) {
    return clip->duration;
}

float vrm_clip_hips_height(const vrm_Clip* clip) {
    return clip->hips_rest.y;
}

int32_t vrm_clip_expression_count(const vrm_Clip* clip) {
    return clip->expression_count;
}

const char* vrm_clip_expression_name(const vrm_Clip* clip, int32_t expression) {
    if (expression < 0 || expression >= clip->expression_count) return "";
    return clip->expressions[expression].name;
}

vrm_ExpressionPreset vrm_clip_expression_preset(const vrm_Clip* clip, int32_t expression) {
    if (expression < 0 || expression >= clip->expression_count) return VRM_EXPRESSION_CUSTOM;
    return clip->expressions[expression].preset;
}
