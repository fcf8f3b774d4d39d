/* SPDX-License-Identifier: MIT */
/* References to joined meshes: binds of expressions, first-person annotations, and animations of
 * weights. */
#include "optimize/join/join_meshes.h"
#include "optimize/morph_binds.h"

#include <string.h>

/* ---- Lists of objects ---- */

/* An object of a list that changes. */
typedef struct Rewrite {
    vrm_JsonRef list, object;
    const char* key; /* of the number that names node or mesh */
    int64_t number;
    int64_t index;    /* the new "index"; -1: it has none */
    const char* type; /* its first-person type becomes auto; NULL: unchanged */
    bool is_cut;
} Rewrite;

typedef struct Rewrites {
    vrmi_MeshJoin* join;
    Rewrite* list;
    size_t count, capacity;
} Rewrites;

static void add(Rewrites* rewrites, Rewrite rewrite) {
    vrm_Edit* edit = rewrites->join->edit;
    Rewrite* list = vrmi_array_reserve(&edit->allocator, rewrites->list, &rewrites->capacity,
                                       rewrites->count + 1, sizeof *list);
    if (list == NULL) {
        vrmi_edit_fail(edit, VRM_ERR_MEMORY);
        return;
    }
    rewrites->list = list;
    list[rewrites->count++] = rewrite;
}

static void put_text(vrm_JsonBuilder* b, const vrm_Json* json, vrm_JsonRef value) {
    vrm_Span text = vrm_json_text(json, value);
    vrm_json_put_raw(b, text.data, text.size);
}

/* The names that readers know for it. */
static bool is_type_key(const vrm_Json* json, vrm_JsonRef key) {
    return vrm_json_equals(json, key, "type") || vrm_json_equals(json, key, "firstPersonType") ||
           vrm_json_equals(json, key, "firstPersonFlag");
}

static void put_object(vrm_JsonBuilder* b, const vrm_Json* json, const Rewrite* rewrite) {
    vrm_JsonIter it = vrm_json_iter(json, rewrite->object);
    vrm_json_begin_object(b);
    while (vrm_json_next(&it)) {
        char key[64];
        bool is_index = rewrite->index >= 0 && vrm_json_equals(json, it.key, "index");
        bool is_type = rewrite->type != NULL && is_type_key(json, it.key);
        if (is_index || is_type || vrm_json_equals(json, it.key, rewrite->key) ||
            vrm_json_string(json, it.key, key, sizeof key) >= sizeof key)
            continue;
        vrm_json_put_key(b, key);
        put_text(b, json, it.value);
    }
    vrmi_put_integer(b, rewrite->key, rewrite->number);
    if (rewrite->index >= 0) vrmi_put_integer(b, "index", rewrite->index);
    if (rewrite->type != NULL) /* 0.x writes it so */
        vrmi_put_string(b, rewrite->type, strcmp(rewrite->type, "type") == 0 ? "auto" : "Auto");
    vrm_json_end_object(b);
}

/* Replaces one list; its rewrites are in its order. */
static void apply_to_list(vrm_Edit* edit, const Rewrite* list, size_t count) {
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_JsonIter it = vrm_json_iter(edit->json, list->list);
    vrm_Span text;
    size_t next = 0;
    vrm_json_begin_array(b);
    while (vrm_json_next(&it)) {
        bool is_changed = next < count && list[next].object == it.value;
        if (!is_changed)
            put_text(b, edit->json, it.value);
        else if (!list[next].is_cut)
            put_object(b, edit->json, &list[next]);
        next += is_changed;
    }
    vrm_json_end_array(b);
    vrm_Result result = vrm_json_builder_text(b, &text);
    if (result == VRM_OK)
        result = vrm_json_replace(edit->json, list->list, text.data, text.size, NULL);
    vrmi_edit_fail(edit, result);
}

static void apply(Rewrites* rewrites) {
    vrm_Edit* edit = rewrites->join->edit;
    for (size_t i = 0, end; i < rewrites->count && edit->result == VRM_OK; i = end) {
        for (end = i + 1;
             end < rewrites->count && rewrites->list[end].list == rewrites->list[i].list;)
            end++;
        apply_to_list(edit, &rewrites->list[i], end - i);
    }
    vrmi_release(&edit->allocator, rewrites->list, rewrites->capacity * sizeof *rewrites->list);
}

/* Of the element that a number of node or mesh names. */
static const vrmi_MeshSource* joined(const vrmi_MeshJoin* join, int32_t node, int32_t mesh) {
    const vrmi_MeshSource* source = node >= 0   ? join->of_node[node]
                                    : mesh >= 0 ? join->of_mesh[mesh]
                                                : NULL;
    return source != NULL && source->is_taken ? source : NULL;
}

/* ---- Expressions ---- */

static void rewrite_bind(void* ctx, const vrmi_Bind* bind) {
    Rewrites* rewrites = ctx;
    const vrmi_MeshSource* source = joined(rewrites->join, bind->node, bind->mesh);
    if (source == NULL || !bind->is_sound) return;
    bool has_node = bind->node >= 0;
    add(rewrites, (Rewrite){.list = bind->list,
                            .object = bind->object,
                            .key = has_node ? "node" : "mesh",
                            .number = has_node ? source->host_node : source->host_mesh,
                            .index = source->targets[bind->target],
                            .is_cut = source->is_second[bind->target]});
}

/* ---- First person ---- */

/* The joined mesh keeps the first annotation of its group; all members have the same visibility. */
static void rewrite_annotations(Rewrites* rewrites, const char* pointer, const char* key,
                                uint8_t* is_annotated) {
    vrmi_MeshJoin* join = rewrites->join;
    const vrm_Json* json = join->edit->json;
    const vrm_Gltf* gltf = join->gltf;
    bool has_node = strcmp(key, "node") == 0;
    vrm_JsonRef list = vrm_json_at(json, pointer);
    vrm_JsonIter it = vrm_json_iter(json, list);
    if (vrm_json_type(json, list) != VRM_JSON_ARRAY) return;
    while (vrm_json_next(&it)) {
        int64_t number;
        if (!vrm_json_integer(json, vrm_json_member(json, it.value, key), &number) || number < 0 ||
            number >= (has_node ? gltf->node_count : gltf->mesh_count))
            continue;
        const vrmi_MeshSource* source =
            joined(join, has_node ? (int32_t)number : -1, has_node ? -1 : (int32_t)number);
        if (source == NULL) continue;
        add(rewrites, (Rewrite){.list = list,
                                .object = it.value,
                                .key = key,
                                .number = has_node ? source->host_node : source->host_mesh,
                                .index = -1,
                                .type = source->first_person == source->said_first_person ? NULL
                                        : has_node                                        ? "type"
                                                   : "firstPersonFlag",
                                .is_cut = is_annotated[source->group]});
        is_annotated[source->group] = 1;
    }
}

/* ---- Animations ---- */

static size_t parts_of(const vrm_AnimationSampler* sampler) {
    return sampler->interpolation == VRM_INTERPOLATION_CUBICSPLINE ? 3 : 1;
}

/* Whether the keys of a channel can be rewritten: no other channel has them, and there is one
 * number for each target. */
static bool has_sound_keys(const vrm_Gltf* gltf, const vrm_Animation* animation, int32_t sampler,
                           const uint32_t* users, int32_t targets) {
    if (sampler < 0 || sampler >= animation->sampler_count || users[sampler] != 1) return false;
    const vrm_AnimationSampler* keys = &animation->samplers[sampler];
    if (keys->input < 0 || keys->output < 0 || targets == 0) return false;
    const vrm_Accessor *input = &gltf->accessors[keys->input],
                       *output = &gltf->accessors[keys->output];
    return input->is_readable && output->is_readable && output->type == VRM_ACCESSOR_SCALAR &&
           input->count > 0 && output->count == input->count * (uint64_t)targets * parts_of(keys) &&
           output->count <= UINT32_MAX / 4;
}

static vrmi_MeshSource* animated(const vrmi_MeshJoin* join, const vrm_AnimationChannel* channel) {
    return channel->path == VRM_PATH_WEIGHTS && channel->node >= 0 ? join->of_node[channel->node]
                                                                   : NULL;
}

static void find_animated_by(vrmi_MeshJoin* join, const vrm_Animation* animation) {
    size_t samplers = (size_t)animation->sampler_count + 1;
    uint32_t* users = vrmi_optimization_alloc(join->optimization, samplers, sizeof *users);
    if (users == NULL) return;
    for (int32_t c = 0; c < animation->channel_count; c++) {
        int32_t sampler = animation->channels[c].sampler;
        if (sampler >= 0 && sampler < animation->sampler_count) users[sampler]++;
    }
    for (int32_t c = 0; c < animation->channel_count; c++) {
        const vrm_AnimationChannel* channel = &animation->channels[c];
        vrmi_MeshSource* source = animated(join, channel);
        if (source == NULL) continue;
        source->is_animated = true;
        if (has_sound_keys(join->gltf, animation, channel->sampler, users,
                           join->gltf->meshes[source->mesh].target_count))
            source->keys +=
                join->gltf->accessors[animation->samplers[channel->sampler].output].count;
        else
            source->is_left = true;
    }
}

void vrmi_join_find_animated(vrmi_MeshJoin* join) {
    for (int32_t a = 0; a < join->gltf->animation_count; a++)
        find_animated_by(join, &join->gltf->animations[a]);
}

/* The keys of a member with the weights at rest of all other targets between them. */
static int32_t widen_keys(vrmi_MeshJoin* join, const vrmi_MeshSource* source,
                          const vrm_AnimationSampler* sampler) {
    size_t parts = parts_of(sampler), all = source->joined_targets;
    size_t own = (size_t)join->gltf->meshes[source->mesh].target_count;
    size_t rows = (size_t)join->gltf->accessors[sampler->output].count / own;
    float* from = vrmi_optimization_alloc(join->optimization, rows * own, sizeof *from);
    float* to = vrmi_optimization_alloc(join->optimization, rows * all, sizeof *to);
    int32_t accessor = sampler->output;
    if (from == NULL || to == NULL ||
        vrm_accessor_read_floats(join->gltf, accessor, from, rows * own) != VRM_OK)
        return accessor;
    for (size_t row = 0; row < rows; row++) {
        bool has_rest = parts == 1 || row % 3 == 1; /* else tangents */
        for (size_t u = 0; u < all && has_rest; u++) to[row * all + u] = source->still_weights[u];
        for (size_t t = 0; t < own; t++) to[row * all + source->targets[t]] = from[row * own + t];
    }
    vrmi_edit_fail(join->edit, vrm_edit_add_floats(join->edit, VRM_ACCESSOR_SCALAR, to, rows * all,
                                                   0, false, &accessor));
    return accessor;
}

static void rewrite_channels(vrmi_MeshJoin* join, const vrm_Animation* animation) {
    vrm_Edit* edit = join->edit;
    vrm_JsonRef samplers = vrm_json_member(edit->json, animation->json, "samplers");
    for (int32_t c = 0; c < animation->channel_count && edit->result == VRM_OK; c++) {
        const vrm_AnimationChannel* channel = &animation->channels[c];
        const vrmi_MeshSource* source = animated(join, channel);
        if (source == NULL || !source->is_taken) continue;
        vrmi_ArenaMark mark = vrmi_arena_mark(&join->optimization->arena);
        int32_t keys = widen_keys(join, source, &animation->samplers[channel->sampler]);
        vrmi_arena_rewind(&join->optimization->arena, mark);
        vrmi_edit_integer(edit, vrm_json_element(edit->json, samplers, (uint32_t)channel->sampler),
                          "output", keys);
        vrmi_edit_integer(edit, vrm_json_member(edit->json, channel->json, "target"), "node",
                          source->host_node);
    }
}

/* ---- The whole ---- */

void vrmi_join_write_links(vrmi_MeshJoin* join) {
    Rewrites rewrites = {.join = join};
    uint8_t* is_annotated = vrmi_optimization_alloc(join->optimization, (size_t)join->group + 1, 1);
    if (is_annotated == NULL) return;
    vrmi_each_bind(join->optimization, rewrite_bind, &rewrites);
    rewrite_annotations(&rewrites, "/extensions/VRM/firstPerson/meshAnnotations", "mesh",
                        is_annotated);
    rewrite_annotations(&rewrites, "/extensions/VRMC_vrm/firstPerson/meshAnnotations", "node",
                        is_annotated);
    apply(&rewrites);
    for (int32_t a = 0; a < join->gltf->animation_count; a++)
        rewrite_channels(join, &join->gltf->animations[a]);
}
