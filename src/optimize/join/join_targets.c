/* SPDX-License-Identifier: MIT */
/* One list of morph targets for the members of a group. Targets of two members become one where
 * they have the same name and the same weight at rest, and the same expressions move them by the
 * same weights: a program that moves targets by name would move both too. */
#include "optimize/join/join_meshes.h"
#include "optimize/morph_binds.h"

#include "base/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Signatures of targets ---- */

static void sign(void* ctx, const vrmi_Bind* bind) {
    vrmi_MeshJoin* join = ctx;
    const vrm_Json* json = join->edit->json;
    vrmi_MeshSource* source =
        bind->node >= 0 ? join->of_node[bind->node] : join->of_mesh[bind->mesh];
    if (source == NULL) return;
    if (!bind->is_sound) {
        source->is_left = true; /* the joined mesh could have that target */
        return;
    }
    double weight = vrm_json_number(json, vrm_json_member(json, bind->object, "weight"), 0.0);
    uint64_t* signature =
        &join->signatures[join->first_target[bind->mesh] + (uint32_t)bind->target];
    *signature = vrmi_hash(&bind->expression, sizeof bind->expression, *signature);
    *signature = vrmi_hash(&weight, sizeof weight, *signature);
}

void vrmi_join_sign_targets(vrmi_MeshJoin* join) {
    const vrm_Gltf* gltf = join->gltf;
    size_t targets = 0;
    join->first_target = vrmi_optimization_alloc(join->optimization, (size_t)gltf->mesh_count + 1,
                                                 sizeof *join->first_target);
    if (join->first_target == NULL) return;
    for (int32_t m = 0; m < gltf->mesh_count; m++) {
        join->first_target[m] = (uint32_t)targets;
        targets += (size_t)gltf->meshes[m].target_count;
    }
    join->signatures =
        vrmi_optimization_alloc(join->optimization, targets + 1, sizeof *join->signatures);
    if (join->signatures != NULL) vrmi_each_bind(join->optimization, sign, join);
}

/* ---- Numbers ---- */

float vrmi_join_rest_weight(const vrmi_MeshJoin* join, const vrmi_MeshSource* source,
                            int32_t target) {
    const vrm_MorphWeights* weights = join->gltf->nodes[source->node].weights;
    if (weights == NULL) weights = join->gltf->meshes[source->mesh].weights;
    float weight = weights != NULL && target < weights->count ? weights->values[target] : 0.0f;
    return vrmi_is_finite(weight) ? weight : 0.0f;
}

/* A named target of a member. */
typedef struct Named {
    const char* name;
    uint64_t signature;
    size_t member;
    int32_t target;
} Named;

static int by_meaning(const void* a, const void* b) {
    const Named *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    if (order != 0) return order;
    if (x->signature != y->signature) return x->signature < y->signature ? -1 : 1;
    if (x->member != y->member) return x->member < y->member ? -1 : 1;
    return x->target < y->target ? -1 : x->target > y->target;
}

static const char* name_of(const vrmi_MeshJoin* join, const vrmi_MeshSource* source,
                           int32_t target) {
    const vrm_Mesh* mesh = &join->gltf->meshes[source->mesh];
    return target < mesh->target_name_count ? mesh->target_names[target] : "";
}

static size_t list_named(const vrmi_MeshJoin* join, Named* out) {
    size_t count = 0;
    for (size_t m = 0; m < join->member_count; m++) {
        const vrmi_MeshSource* member = join->members[m];
        uint32_t first = join->first_target[member->mesh];
        for (int32_t t = 0; t < join->gltf->meshes[member->mesh].target_count; t++) {
            const char* name = name_of(join, member, t);
            float weight = vrmi_join_rest_weight(join, member, t);
            uint64_t signature = join->signatures[first + (uint32_t)t];
            if (name[0] != '\0')
                out[count++] = (Named){name, vrmi_hash(&weight, sizeof weight, signature), m, t};
        }
    }
    return count;
}

/* Marks targets that equal one of an earlier member, which their number names until all have one:
 * its member and target. */
static void find_equal(vrmi_MeshJoin* join, Named* list, size_t count, const Named** leads) {
    qsort(list, count, sizeof *list, by_meaning);
    const Named* lead = NULL;
    for (size_t i = 0; i < count; i++) {
        const Named* named = &list[i];
        bool is_same = lead != NULL && strcmp(lead->name, named->name) == 0 &&
                       lead->signature == named->signature;
        if (!is_same) {
            lead = named;
        } else if (list[i - 1].member != named->member) {
            vrmi_MeshSource* member = join->members[named->member];
            member->is_second[named->target] = true;
            member->targets[named->target] = (uint32_t)(lead - list);
        }
    }
    *leads = list;
}

static bool alloc_lists(vrmi_MeshJoin* join) {
    for (size_t m = 0; m < join->member_count; m++) {
        vrmi_MeshSource* member = join->members[m];
        size_t targets = (size_t)join->gltf->meshes[member->mesh].target_count;
        member->targets =
            vrmi_optimization_alloc(join->optimization, targets + 1, sizeof *member->targets);
        member->is_second = vrmi_optimization_alloc(join->optimization, targets + 1, 1);
        member->sources = vrmi_optimization_alloc(join->optimization, join->target_count + 1,
                                                  sizeof *member->sources);
    }
    join->joined_weights = vrmi_optimization_alloc(join->optimization, join->target_count + 1,
                                                   sizeof *join->joined_weights);
    join->still_weights = vrmi_optimization_alloc(join->optimization, join->target_count + 1,
                                                  sizeof *join->still_weights);
    return join->edit->result == VRM_OK;
}

void vrmi_join_number_targets(vrmi_MeshJoin* join) {
    Named* list = vrmi_optimization_alloc(join->optimization, join->target_count + 1, sizeof *list);
    const Named* leads = NULL;
    if (list == NULL || !alloc_lists(join)) return;
    /* A channel drives all targets of a mesh, so targets of an animated mesh are not merged with
     * others. */
    if (!join->is_animated) find_equal(join, list, list_named(join, list), &leads);
    join->joined_targets = 0;
    for (size_t m = 0; m < join->member_count; m++) {
        vrmi_MeshSource* member = join->members[m];
        for (size_t u = 0; u < join->target_count; u++) member->sources[u] = -1;
        for (int32_t t = 0; t < join->gltf->meshes[member->mesh].target_count; t++) {
            const Named* lead = member->is_second[t] ? &leads[member->targets[t]] : NULL;
            uint32_t number = lead != NULL ? join->members[lead->member]->targets[lead->target]
                                           : join->joined_targets++;
            member->targets[t] = number;
            member->sources[number] = t;
            float weight = vrmi_join_rest_weight(join, member, t);
            join->joined_weights[number] = weight;
            /* Where expressions move a target, its weight at rest does not count. */
            bool is_bound = join->signatures[join->first_target[member->mesh] + (uint32_t)t] != 0;
            join->still_weights[number] = is_bound ? 0.0f : weight;
        }
    }
}

/* ---- Names and weights ---- */

typedef struct Title {
    const char* name;
    uint32_t number;
} Title;

static int by_name(const void* a, const void* b) {
    const Title *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order != 0 ? order : (x->number > y->number) - (x->number < y->number);
}

/* Names that an earlier target has, or none: the number is appended, for programs that need each
 * name once. */
static void put_names(vrmi_MeshJoin* join, const Title* sorted, uint8_t* is_used) {
    uint32_t count = join->joined_targets;
    const char** names = vrmi_optimization_alloc(join->optimization, count + 1, sizeof *names);
    if (names == NULL) return;
    for (uint32_t i = 0; i < count; i++) {
        names[sorted[i].number] = sorted[i].name;
        is_used[sorted[i].number] =
            sorted[i].name[0] == '\0' || (i > 0 && strcmp(sorted[i - 1].name, sorted[i].name) == 0);
    }
    vrm_JsonBuilder* b = vrmi_edit_text(join->edit);
    vrm_json_begin_array(b);
    for (uint32_t u = 0; u < count; u++) {
        char name[256];
        snprintf(name, sizeof name, "%.200s.%u", names[u][0] != '\0' ? names[u] : "target",
                 (unsigned)u);
        vrm_json_put_string(b, is_used[u] ? name : names[u]);
    }
    vrm_json_end_array(b);
}

static void write_names(vrmi_MeshJoin* join) {
    vrm_Edit* edit = join->edit;
    vrm_JsonRef mesh = join->host_json;
    Title* titles = vrmi_optimization_alloc(join->optimization, (size_t)join->joined_targets + 1,
                                            sizeof *titles);
    uint8_t* is_used =
        vrmi_optimization_alloc(join->optimization, (size_t)join->joined_targets + 1, 1);
    bool has_names = false;
    if (titles == NULL || is_used == NULL) return;
    for (size_t m = 0; m < join->member_count; m++)
        for (int32_t t = 0; t < join->gltf->meshes[join->members[m]->mesh].target_count; t++) {
            uint32_t number = join->members[m]->targets[t];
            titles[number] = (Title){name_of(join, join->members[m], t), number};
            has_names = has_names || titles[number].name[0] != '\0';
        }
    if (!has_names) {
        vrmi_edit_drop(edit, mesh, "extras"); /* names are all that it may have */
        return;
    }
    vrm_JsonRef extras = vrmi_edit_object(edit, mesh, "extras");
    qsort(titles, join->joined_targets, sizeof *titles, by_name);
    put_names(join, titles, is_used);
    vrmi_edit_put(edit, extras, "targetNames");
}

void vrmi_join_write_targets(vrmi_MeshJoin* join) {
    vrm_JsonRef mesh = join->host_json;
    bool has_weights = false;
    for (uint32_t u = 0; u < join->joined_targets; u++)
        has_weights = has_weights || join->joined_weights[u] != 0.0f;
    if (has_weights)
        vrmi_edit_floats(join->edit, mesh, "weights", join->joined_weights,
                         (int)join->joined_targets);
    else
        vrmi_edit_drop(join->edit, mesh, "weights");
    if (join->joined_targets > 0) write_names(join);
}
