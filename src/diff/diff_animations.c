/* SPDX-License-Identifier: MIT */
/* Animations by name, their tracks by node and path, and their keys by what they do in model space,
 * whatever axes the nodes have at rest:
 *
 *   rotation       P q W^-1, with the rest rotations W of the node and P of its parent
 *   translation    from the parent, in the axes of model space
 *   scale          against that at rest, as a symmetric map of model space
 *   weights        as written
 *
 * So docs/reference/motion.md plays them, and so docs/guide/normalize.md keeps them. All are linear
 * in the numbers of the file, so the tangents of splines go the same way. The gaze and the
 * expressions of a VRM animation are read from the numbers as they are. */
#include "base/words.h"
#include "diff/diff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Track {
    int32_t node, path, index; /* id of the node; index of the channel */
} Track;

static int compare_tracks(const void* a, const void* b) {
    const Track *x = a, *y = b;
    if (x->node != y->node) return x->node < y->node ? -1 : 1;
    if (x->path != y->path) return x->path < y->path ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static Track* list_tracks(vrm_Diff* diff, int s, const vrm_Animation* animation,
                          int32_t* out_count) {
    Track* tracks = vrmi_diff_scratch(diff, (size_t)animation->channel_count, sizeof *tracks);
    *out_count = 0;
    for (int32_t i = 0; i < animation->channel_count && tracks != NULL; i++) {
        const vrm_AnimationChannel* channel = &animation->channels[i];
        if (channel->node >= 0 && channel->sampler >= 0)
            tracks[(*out_count)++] =
                (Track){vrmi_diff_node_id(diff, s, channel->node), (int32_t)channel->path, i};
    }
    if (*out_count > 0) qsort(tracks, (size_t)*out_count, sizeof *tracks, compare_tracks);
    return tracks;
}

static const char* track_name(vrm_Diff* diff, int s, const vrm_AnimationChannel* channel) {
    static const char* const paths[] = {"other", "translation", "rotation", "scale", "weights"};
    return vrmi_diff_format(diff, "%s of %s",
                            (unsigned)channel->path < 5 ? paths[channel->path] : "other",
                            vrmi_diff_node_name(diff, s, channel->node));
}

/* ---- Keys ---- */

typedef struct Keys {
    float* values;
    size_t count;
    int32_t components; /* numbers of a value */
} Keys;

static Keys read_keys(vrm_Diff* diff, int s, int32_t accessor) {
    const vrm_Gltf* gltf = diff->sides[s].gltf;
    Keys keys = {0};
    if (accessor < 0 || !gltf->accessors[accessor].is_readable) return keys;
    const vrm_Accessor* info = &gltf->accessors[accessor];
    size_t count;
    int32_t components = vrm_accessor_components((vrm_AccessorType)info->type);
    if (!vrmi_mul((size_t)info->count, (size_t)components, &count) || !vrmi_diff_work(diff, count))
        return keys;
    keys.values = vrmi_diff_scratch(diff, count, sizeof(float));
    if (keys.values == NULL ||
        vrm_accessor_read_floats(gltf, accessor, keys.values, count) != VRM_OK)
        return (Keys){0};
    keys.count = count;
    keys.components = components;
    return keys;
}

/* Of each node of a VRM animation: the paths whose numbers are read as they are. */
enum { PLAIN_TRANSLATION = 1, PLAIN_ROTATION = 2 };

static void mark_plain(vrm_Diff* diff, vrmi_DiffSide* side) {
    const vrm_ClipInfo* clip = vrm_model_clip_info(side->model);
    side->plain_paths = vrmi_diff_scratch(diff, (size_t)side->gltf->node_count, 1);
    if (clip == NULL || side->plain_paths == NULL) return;
    for (int32_t i = 0; i < clip->expression_count; i++)
        side->plain_paths[clip->expressions[i].node] |= PLAIN_TRANSLATION;
    if (clip->look_at_node >= 0) side->plain_paths[clip->look_at_node] |= PLAIN_ROTATION;
    for (int i = 0; i < VRM_BONE_COUNT; i++) /* of a node that is both, the bone is compared */
        if (clip->bones[i] >= 0) side->plain_paths[clip->bones[i]] = 0;
}

static void turn_keys(const vrmi_DiffSide* side, int32_t node, Keys* keys) {
    int32_t parent = side->gltf->nodes[node].parent;
    vrm_Quat before = parent >= 0 ? side->turn[parent] : vrmi_quat_identity();
    vrm_Quat after = vrmi_quat_conjugate(side->turn[node]);
    for (size_t i = 0; i + 3 < keys->count; i += 4) {
        float* at = keys->values + i;
        vrm_Quat q = {at[0], at[1], at[2], at[3]};
        q = vrmi_quat_mul(vrmi_quat_mul(before, q), after);
        memcpy(at, (float[]){q.x, q.y, q.z, q.w}, 4 * sizeof *at);
    }
}

static void move_keys(const vrm_Diff* diff, int s, int32_t node, Keys* keys) {
    int32_t parent = diff->sides[s].gltf->nodes[node].parent;
    for (size_t i = 0; i + 2 < keys->count; i += 3) {
        float* at = keys->values + i;
        vrm_Vec3 v = {at[0], at[1], at[2]};
        v = vrmi_diff_vector(diff, s, parent, &v);
        memcpy(at, (float[]){v.x, v.y, v.z}, 3 * sizeof *at);
    }
}

/* Three factors along the axes of the node become the six numbers of a symmetric map. */
static void scale_keys(vrm_Diff* diff, const vrmi_DiffSide* side, int32_t node, Keys* keys) {
    vrm_Quat turn = vrmi_quat_normalize(side->turn[node]);
    vrm_Vec3 rest = side->gltf->nodes[node].rest.scale;
    const float by[3] = {vrmi_reciprocal(rest.x), vrmi_reciprocal(rest.y), vrmi_reciprocal(rest.z)};
    const vrm_Vec3 axes[3] = {vrmi_quat_rotate(turn, (vrm_Vec3){1.0f, 0.0f, 0.0f}),
                              vrmi_quat_rotate(turn, (vrm_Vec3){0.0f, 1.0f, 0.0f}),
                              vrmi_quat_rotate(turn, (vrm_Vec3){0.0f, 0.0f, 1.0f})};
    float* out = vrmi_diff_scratch(diff, keys->count * 2, sizeof *out);
    if (out == NULL) return;
    for (size_t i = 0; i + 2 < keys->count; i += 3) {
        float* sum = out + i * 2;
        for (int c = 0; c < 3; c++) {
            vrm_Vec3 axis = axes[c],
                     part = vrmi_vec3_scale(axis, keys->values[i + (size_t)c] * by[c]);
            sum[0] += part.x * axis.x;
            sum[1] += part.y * axis.y;
            sum[2] += part.z * axis.z;
            sum[3] += part.x * axis.y;
            sum[4] += part.y * axis.z;
            sum[5] += part.z * axis.x;
        }
    }
    *keys = (Keys){out, keys->count * 2, 6};
}

static Keys read_values(vrm_Diff* diff, int s, const vrm_AnimationChannel* channel,
                        int32_t accessor) {
    Keys keys = read_keys(diff, s, accessor);
    const vrmi_DiffSide* side = &diff->sides[s];
    int32_t node = channel->node;
    if (keys.values == NULL) return keys;
    if (channel->path == VRM_PATH_ROTATION && keys.components == 4) {
        if ((side->plain_paths[node] & PLAIN_ROTATION) == 0) turn_keys(side, node, &keys);
    } else if (channel->path == VRM_PATH_TRANSLATION && keys.components == 3) {
        if ((side->plain_paths[node] & PLAIN_TRANSLATION) == 0) move_keys(diff, s, node, &keys);
    } else if (channel->path == VRM_PATH_SCALE && keys.components == 3) {
        scale_keys(diff, side, node, &keys);
    }
    return keys;
}

/* How far two tracks are apart at most; -1: they cannot be compared key by key. A rotation and its
 * negative are the same. */
static float farthest(const Keys* a, const Keys* b, bool is_rotation) {
    float far = 0.0f;
    if (a->count != b->count) return -1.0f;
    size_t step = is_rotation && a->count % 4 == 0 ? 4 : 1;
    for (size_t i = 0; i < a->count; i += step) {
        float minus = 0.0f, plus = 0.0f;
        for (size_t k = i; k < i + step; k++) {
            minus = fmaxf(minus, fabsf(a->values[k] - b->values[k]));
            plus = fmaxf(plus, fabsf(a->values[k] + b->values[k]));
        }
        far = fmaxf(far, step == 4 ? fminf(minus, plus) : minus);
    }
    return far;
}

static void compare_track(vrm_Diff* diff, const char* subject, const vrm_Animation* before,
                          const vrm_AnimationChannel* a, const vrm_Animation* after,
                          const vrm_AnimationChannel* b) {
    vrmi_ArenaMark mark = vrmi_arena_mark(&diff->scratch);
    const vrm_AnimationSampler* x = &before->samplers[a->sampler];
    const vrm_AnimationSampler* y = &after->samplers[b->sampler];
    vrmi_Place place = {diff, subject, track_name(diff, VRMI_BEFORE, a)};
    vrmi_diff_word(&place, " interpolation", vrmi_interpolations, VRMI_COUNT_interpolations,
                   x->interpolation, y->interpolation);
    Keys times_a = read_keys(diff, 0, x->input), times_b = read_keys(diff, 1, y->input);
    Keys keys_a = read_values(diff, 0, a, x->output), keys_b = read_values(diff, 1, b, y->output);
    bool is_rotation =
        a->path == VRM_PATH_ROTATION && x->interpolation != VRM_INTERPOLATION_CUBICSPLINE;
    float time = farthest(&times_a, &times_b, false);
    float value = farthest(&keys_a, &keys_b, is_rotation);
    char text[VRMI_DIFF_TEXT_ROOM];
    vrmi_diff_count_of(&place, " keys", (int64_t)times_a.count, (int64_t)times_b.count);
    if (time > fmaxf(diff->def.value, 1e-6f)) {
        vrmi_diff_numbers_text(&time, 1, text);
        vrmi_diff_changed(&place, " times", "", vrmi_diff_format(diff, "by at most %s s", text));
    }
    float limit = a->path == VRM_PATH_TRANSLATION ? diff->def.distance : diff->def.value;
    if (value > limit) {
        vrmi_diff_numbers_text(&value, 1, text);
        vrmi_diff_changed(&place, " values", "", vrmi_diff_format(diff, "by at most %s", text));
    } else if (value < 0.0f && times_a.count == times_b.count) {
        vrmi_diff_count_of(&place, " values", (int64_t)keys_a.count, (int64_t)keys_b.count);
    }
    vrmi_arena_rewind(&diff->scratch, mark);
}

/* ---- Animations ---- */

static void compare_pair(vrm_Diff* diff, const char* subject, const vrm_Animation* before,
                         const vrm_Animation* after) {
    int32_t count_a, count_b;
    vrmi_diff_text(&(vrmi_Place){diff, subject, NULL}, "name", before->name, after->name);
    Track* a = list_tracks(diff, 0, before, &count_a);
    Track* b = list_tracks(diff, 1, after, &count_b);
    for (int32_t i = 0, k = 0; (i < count_a || k < count_b) && diff->result == VRM_OK;) {
        int order = i == count_a ? 1 : k == count_b ? -1 : 0;
        if (order == 0 && a[i].node != b[k].node) order = a[i].node < b[k].node ? -1 : 1;
        if (order == 0 && a[i].path != b[k].path) order = a[i].path < b[k].path ? -1 : 1;
        if (order == 0)
            compare_track(diff, subject, before, &before->channels[a[i].index], after,
                          &after->channels[b[k].index]);
        else if (order < 0)
            vrmi_diff_only(diff, VRMI_BEFORE, subject,
                           track_name(diff, VRMI_BEFORE, &before->channels[a[i].index]));
        else
            vrmi_diff_only(diff, VRMI_AFTER, subject,
                           track_name(diff, VRMI_AFTER, &after->channels[b[k].index]));
        i += order <= 0;
        k += order >= 0;
    }
}

static const char* animation_name(vrm_Diff* diff, const vrm_Gltf* gltf, int32_t index) {
    const char* name = gltf->animations[index].name;
    return name[0] != 0 ? name : vrmi_diff_format(diff, "animation %d", (int)index);
}

/* A clip plays its first animation; the others are ignored. */
static void compare_first(vrm_Diff* diff, const vrmi_NameList* before) {
    const vrmi_DiffSide *a = &diff->sides[0], *b = &diff->sides[1];
    if (vrm_model_clip_info(a->model) == NULL || vrm_model_clip_info(b->model) == NULL) return;
    if (before->count == 0 || b->gltf->animation_count == 0 || before->match[0] == 0) return;
    vrmi_diff_changed(&(vrmi_Place){diff, "", NULL}, "first", animation_name(diff, a->gltf, 0),
                      animation_name(diff, b->gltf, 0));
}

void vrmi_diff_animations(vrm_Diff* diff) {
    vrmi_NameList names[VRMI_SIDES];
    for (int s = 0; s < VRMI_SIDES; s++) {
        const vrm_Gltf* gltf = diff->sides[s].gltf;
        size_t count = (size_t)gltf->animation_count;
        names[s] = (vrmi_NameList){.names = vrmi_diff_scratch(diff, count, sizeof(char*)),
                                   .match = vrmi_diff_scratch(diff, count, sizeof(int32_t)),
                                   .count = gltf->animation_count};
        for (int32_t i = 0; i < gltf->animation_count && diff->result == VRM_OK; i++) {
            names[s].names[i] = gltf->animations[i].name;
            names[s].match[i] = -1;
        }
        mark_plain(diff, &diff->sides[s]);
    }
    if (diff->result == VRM_OK) vrmi_diff_match_names(diff, &names[0], &names[1]);
    const vrm_Gltf *before = diff->sides[0].gltf, *after = diff->sides[1].gltf;
    if (diff->result == VRM_OK) compare_first(diff, &names[0]);
    for (int32_t i = 0; i < names[0].count && diff->result == VRM_OK; i++) {
        const char* name = animation_name(diff, before, i);
        if (names[0].match[i] < 0)
            vrmi_diff_only(diff, VRMI_BEFORE, name, "");
        else
            compare_pair(diff, name, &before->animations[i], &after->animations[names[0].match[i]]);
    }
    for (int32_t i = 0; i < names[1].count && diff->result == VRM_OK; i++)
        if (names[1].match[i] < 0)
            vrmi_diff_only(diff, VRMI_AFTER, animation_name(diff, after, i), "");
}
