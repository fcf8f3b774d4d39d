/* SPDX-License-Identifier: MIT */
/* Animations. With A and C of a node (normalize_frames.c) its local transform at any time becomes
 * A(parent) T R S A(node)^-1:
 *
 *   translation    A(parent) t
 *   rotation       C(parent) r C(node)^-1
 *   scale          s / rest scale, about the node's new axes
 *
 * All are linear in the stored numbers, so the tangents of cubic splines go the same way. */
#include "normalize/normalize.h"

#include <stdlib.h>
#include <string.h>

typedef struct Channel {
    int32_t animation, channel, sampler;
    int32_t accessor; /* the output */
    int32_t node;
    vrm_AnimationPath path;
    const vrmi_Frame *frame, *parent; /* of the node, and of its parent: NULL for a root */
    vrm_Vec3 rest_scale;              /* of the node */
} Channel;

static const vrmi_Frame* parent_frame(const vrmi_Normalization* normalization, int32_t node) {
    int32_t parent = normalization->gltf->nodes[node].parent;
    return parent < 0 ? NULL : &normalization->frames[parent];
}

/* ---- Does it change? ---- */

static bool has_unit_scale(const vrm_Node* node) {
    vrm_Vec3 s = node->rest.scale;
    return s.x == 1.0f && s.y == 1.0f && s.z == 1.0f;
}

static bool is_turned(const vrmi_Frame* frame) {
    return frame != NULL && vrmi_dquat_apart(frame->change, vrmi_dquat_identity()) > 1e-9;
}

static bool is_changed(const vrmi_Normalization* normalization, vrmi_ChannelTarget target) {
    if (target.node < 0) return false;
    const vrmi_Frame* frame = &normalization->frames[target.node];
    const vrmi_Frame* parent = parent_frame(normalization, target.node);
    switch (target.path) {
    case VRM_PATH_TRANSLATION: return parent != NULL && !parent->is_same;
    case VRM_PATH_ROTATION: return is_turned(frame) || is_turned(parent);
    case VRM_PATH_SCALE:
        return is_turned(frame) || !has_unit_scale(&normalization->gltf->nodes[target.node]);
    default: return false;
    }
}

/* ---- Numbers ---- */

static void map_translations(float* values, size_t count, const vrmi_Dmat* map) {
    for (size_t i = 0; i < count; i++) {
        float* at = values + i * 3;
        vrmi_Dvec v = {(double)at[0], (double)at[1], (double)at[2]};
        v = vrmi_dmat_vector(map, v);
        at[0] = (float)v.x;
        at[1] = (float)v.y;
        at[2] = (float)v.z;
    }
}

static void map_rotations(float* values, size_t count, vrmi_Dquat before, vrmi_Dquat after) {
    for (size_t i = 0; i < count; i++) {
        float* at = values + i * 4;
        vrmi_Dquat q = {(double)at[0], (double)at[1], (double)at[2], (double)at[3]};
        q = vrmi_dquat_mul(vrmi_dquat_mul(before, q), after);
        at[0] = (float)q.x;
        at[1] = (float)q.y;
        at[2] = (float)q.z;
        at[3] = (float)q.w;
    }
}

/* For each new axis the old axis that is parallel to it; false when one has none. */
static bool find_axes(vrmi_Dquat change, int out[3]) {
    for (int old = 0; old < 3; old++) {
        vrm_Axis axis;
        if (!vrmi_normalize_axis(change, (vrm_Axis)old, &axis)) return false;
        out[(int)axis % 3] = old;
    }
    return true;
}

static bool are_even(const double* v) {
    double most = fmax(fabs(v[0]), fmax(fabs(v[1]), fabs(v[2])));
    return fabs(v[0] - v[1]) <= 1e-5 * most && fabs(v[1] - v[2]) <= 1e-5 * most;
}

/* Whether the converted scales have the same effect as before. */
static bool map_scales(float* values, size_t count, vrm_Vec3 rest, vrmi_Dquat change) {
    int axes[3] = {0, 1, 2};
    bool has_axes = find_axes(change, axes), is_exact = true;
    double by[3] = {(double)rest.x, (double)rest.y, (double)rest.z};
    for (size_t i = 0; i < count; i++) {
        float* at = values + i * 3;
        double v[3];
        for (int c = 0; c < 3; c++) v[c] = (double)at[c] / by[c];
        if (!has_axes && !are_even(v)) {
            v[0] = v[1] = v[2] = (v[0] + v[1] + v[2]) / 3.0;
            is_exact = false;
        }
        for (int c = 0; c < 3; c++) at[c] = (float)v[has_axes ? axes[c] : c];
    }
    return is_exact;
}

/* What a rotation is multiplied with from the left. */
static vrmi_Dquat parent_change(const Channel* channel) {
    return channel->parent == NULL ? vrmi_dquat_identity() : channel->parent->change;
}

static bool has_right_type(const vrmi_Normalization* normalization, const Channel* channel) {
    int32_t components = channel->path == VRM_PATH_ROTATION ? 4 : 3;
    const vrm_Accessor* accessor = &normalization->gltf->accessors[channel->accessor];
    return vrm_accessor_components(accessor->type) == components;
}

/* Converts the numbers of a channel; returns the accessor that holds them. */
static int32_t bake_channel(vrmi_Normalization* normalization, const Channel* channel,
                            int32_t reused, bool* out_is_exact) {
    const vrm_Accessor* accessor = &normalization->gltf->accessors[channel->accessor];
    *out_is_exact = true;
    if (!has_right_type(normalization, channel)) return channel->accessor;
    if (vrmi_normalize_read(normalization, channel->accessor, 0) == 0) return channel->accessor;
    float* values = normalization->floats[0];
    size_t count = (size_t)accessor->count;
    if (channel->path == VRM_PATH_TRANSLATION) {
        map_translations(values, count, &channel->parent->map);
    } else if (channel->path == VRM_PATH_ROTATION) {
        map_rotations(values, count, parent_change(channel),
                      vrmi_dquat_conjugate(channel->frame->change));
    } else {
        *out_is_exact = map_scales(values, count, channel->rest_scale, channel->frame->change);
    }
    return vrmi_normalize_write(normalization, reused, accessor->type, values, count, 0, false);
}

/* ---- Samplers ---- */

/* A sampler that was added for channels which no longer share the one they had. */
typedef struct AddedSampler {
    int32_t animation, sampler; /* the one they had; animation -1: none was added */
    uint32_t index;
} AddedSampler;

static vrm_JsonRef add_sampler(vrmi_Normalization* normalization, const Channel* channel,
                               AddedSampler* out_added) {
    const vrm_Animation* animation = &normalization->gltf->animations[channel->animation];
    vrm_Edit* edit = normalization->edit;
    vrm_JsonRef samplers = vrm_json_member(edit->json, animation->json, "samplers"), added = 0;
    vrm_JsonRef old = vrm_json_element(
        normalization->json, vrm_json_member(normalization->json, animation->json, "samplers"),
        (uint32_t)channel->sampler);
    vrm_Span text = vrm_json_text(normalization->json, old);
    uint32_t count = vrm_json_count(edit->json, samplers);
    *out_added = (AddedSampler){channel->animation, channel->sampler, count};
    if (edit->result == VRM_OK)
        edit->result = vrm_json_insert(edit->json, samplers, count, text.data, text.size, &added);
    return added;
}

/* Points a channel at its new numbers. A sampler that other channels use as well stays as it is;
 * those that share a change share the added one. */
static void point_channel(vrmi_Normalization* normalization, const Channel* channel,
                          int32_t accessor, const int32_t* sampler_users, AddedSampler* added) {
    const vrm_Animation* animation = &normalization->gltf->animations[channel->animation];
    vrm_Edit* edit = normalization->edit;
    if (accessor == channel->accessor || edit->result != VRM_OK) return;
    if (sampler_users[channel->sampler] == 1) {
        vrm_JsonRef samplers = vrm_json_member(edit->json, animation->json, "samplers");
        vrmi_edit_integer(edit, vrm_json_element(edit->json, samplers, (uint32_t)channel->sampler),
                          "output", accessor);
        return;
    }
    if (added->animation != channel->animation || added->sampler != channel->sampler)
        vrmi_edit_integer(edit, add_sampler(normalization, channel, added), "output", accessor);
    vrmi_edit_integer(edit, animation->channels[channel->channel].json, "sampler", added->index);
}

/* Orders changes of one accessor and path. Those that are equal give the same numbers. */
static int compare_changes(const Channel* a, const Channel* b) {
    if (a->path == VRM_PATH_TRANSLATION)
        return memcmp(&a->parent->map, &b->parent->map, sizeof a->parent->map);
    vrmi_Dquat of_a = parent_change(a), of_b = parent_change(b);
    int order = a->path == VRM_PATH_ROTATION
                    ? memcmp(&of_a, &of_b, sizeof of_a)
                    : memcmp(&a->rest_scale, &b->rest_scale, sizeof a->rest_scale);
    if (order != 0) return order;
    return memcmp(&a->frame->change, &b->frame->change, sizeof a->frame->change);
}

static bool is_same_change(const Channel* a, const Channel* b) {
    return a->accessor == b->accessor && a->path == b->path && compare_changes(a, b) == 0;
}

static int by_accessor(const void* a, const void* b) {
    const Channel *x = a, *y = b;
    if (x->accessor != y->accessor) return x->accessor < y->accessor ? -1 : 1;
    if (x->path != y->path) return x->path < y->path ? -1 : 1;
    int order = compare_changes(x, y);
    if (order != 0) return order;
    if (x->animation != y->animation) return x->animation < y->animation ? -1 : 1;
    if (x->sampler != y->sampler) return x->sampler < y->sampler ? -1 : 1;
    return x->channel < y->channel ? -1 : x->channel > y->channel;
}

static size_t count_channels(const vrm_Gltf* gltf) {
    size_t count = 0;
    for (int32_t a = 0; a < gltf->animation_count; a++)
        count += (size_t)gltf->animations[a].channel_count;
    return count;
}

/* Lists the channels that change; the outputs of the others are pinned. */
static size_t list_channels(vrmi_Normalization* normalization, Channel* channels) {
    const vrm_Gltf* gltf = normalization->gltf;
    size_t count = 0;
    for (int32_t a = 0; a < gltf->animation_count; a++) {
        const vrm_Animation* animation = &gltf->animations[a];
        for (int32_t c = 0; c < animation->channel_count; c++) {
            const vrm_AnimationChannel* channel = &animation->channels[c];
            vrmi_ChannelTarget target = vrmi_channel_target(gltf, channel);
            if (channel->sampler < 0) continue;
            const vrm_AnimationSampler* sampler = &animation->samplers[channel->sampler];
            if (sampler->input >= 0) normalization->is_pinned[sampler->input] = 1;
            if (sampler->output < 0) continue;
            if (is_changed(normalization, target))
                channels[count++] = (Channel){.animation = a,
                                              .channel = c,
                                              .sampler = channel->sampler,
                                              .accessor = sampler->output,
                                              .node = target.node,
                                              .path = target.path,
                                              .frame = &normalization->frames[target.node],
                                              .parent = parent_frame(normalization, target.node),
                                              .rest_scale = gltf->nodes[target.node].rest.scale};
            else
                normalization->is_pinned[sampler->output] = 1;
        }
    }
    return count;
}

/* Pins accessors that are used by something other than an animation. */
static void pin_foreign(vrmi_Normalization* normalization) {
    const vrm_Gltf* gltf = normalization->gltf;
    memset(normalization->is_pinned, 0, (size_t)gltf->accessor_count);
    for (int32_t i = 0; i < gltf->skin_count; i++)
        if (gltf->skins[i].inverse_bind_matrices >= 0)
            normalization->is_pinned[gltf->skins[i].inverse_bind_matrices] = 1;
    for (int32_t m = 0; m < gltf->mesh_count; m++)
        for (int32_t p = 0; p < gltf->meshes[m].primitive_count; p++) {
            const vrm_Primitive* primitive = &gltf->meshes[m].primitives[p];
            if (primitive->indices >= 0) normalization->is_pinned[primitive->indices] = 1;
            for (int32_t i = 0; i < primitive->attribute_count; i++)
                if (primitive->attributes[i].accessor >= 0)
                    normalization->is_pinned[primitive->attributes[i].accessor] = 1;
            for (int32_t t = 0; t < primitive->target_count; t++)
                for (int32_t i = 0; i < primitive->targets[t].attribute_count; i++)
                    if (primitive->targets[t].attributes[i].accessor >= 0)
                        normalization->is_pinned[primitive->targets[t].attributes[i].accessor] = 1;
        }
}

/* How many channels use each sampler, by animation: animation a begins at first[a]. */
static const int32_t* count_users(vrmi_Normalization* normalization, size_t* first) {
    const vrm_Gltf* gltf = normalization->gltf;
    size_t count = 0;
    for (int32_t a = 0; a < gltf->animation_count; a++) {
        first[a] = count;
        count += (size_t)gltf->animations[a].sampler_count;
    }
    int32_t* users = vrmi_normalize_alloc(normalization, count, sizeof *users);
    for (int32_t a = 0; a < gltf->animation_count && users != NULL; a++)
        for (int32_t c = 0; c < gltf->animations[a].channel_count; c++)
            if (gltf->animations[a].channels[c].sampler >= 0)
                users[first[a] + (size_t)gltf->animations[a].channels[c].sampler]++;
    return users;
}

/* Refuses what the limit on written bytes would stop anyway, before anything is written: numbers
 * of each change, except for the first of an accessor, which may replace the old ones. */
static bool may_write(vrmi_Normalization* normalization, const Channel* channels, size_t count) {
    uint64_t bytes = 0;
    for (size_t i = 1; i < count; i++) {
        const vrm_Accessor* accessor = &normalization->gltf->accessors[channels[i].accessor];
        if (channels[i].accessor != channels[i - 1].accessor ||
            is_same_change(&channels[i], &channels[i - 1]) ||
            !has_right_type(normalization, &channels[i]))
            continue;
        bytes += (uint64_t)accessor->count * sizeof(float) *
                 (uint64_t)vrm_accessor_components(accessor->type);
    }
    return vrmi_edit_may_charge(normalization->edit, "keys of shared samplers", bytes);
}

/* Converts the first of the channels and points all those at the result that share its change;
 * returns how many they are. */
static size_t bake_group(vrmi_Normalization* normalization, const Channel* channels, size_t count,
                         const int32_t* users, const size_t* first) {
    uint8_t* is_pinned = &normalization->is_pinned[channels->accessor];
    AddedSampler added = {.animation = -1};
    bool is_exact;
    int32_t accessor =
        bake_channel(normalization, channels, *is_pinned ? -1 : channels->accessor, &is_exact);
    *is_pinned = 1;
    size_t i = 0;
    for (; i < count && is_same_change(channels, &channels[i]); i++) {
        const Channel* channel = &channels[i];
        if (!is_exact)
            vrmi_report(
                normalization->report, VRMI_RULE_NORMALIZE_SCALE_ANIMATION, normalization->json,
                normalization->gltf->animations[channel->animation].channels[channel->channel].json,
                NULL);
        point_channel(normalization, channel, accessor, users + first[channel->animation], &added);
    }
    return i;
}

void vrmi_normalize_motion(vrmi_Normalization* normalization) {
    const vrm_Gltf* gltf = normalization->gltf;
    if (gltf->animation_count == 0) return;
    Channel* channels = vrmi_normalize_alloc(normalization, count_channels(gltf), sizeof *channels);
    size_t* first =
        vrmi_normalize_alloc(normalization, (size_t)gltf->animation_count, sizeof *first);
    if (channels == NULL || first == NULL) return;
    const int32_t* users = count_users(normalization, first);
    if (users == NULL) return;
    pin_foreign(normalization);
    size_t count = list_channels(normalization, channels);
    if (count > 1) qsort(channels, count, sizeof *channels, by_accessor);
    if (!may_write(normalization, channels, count)) return;
    for (size_t i = 0; i < count && normalization->edit->result == VRM_OK;)
        i += bake_group(normalization, &channels[i], count - i, users, first);
}
