/* SPDX-License-Identifier: MIT */
#include "facts/counts.h"

#include <stdlib.h>
#include <string.h>

const char* const cli_count_names[CLI_COUNT_COUNT] = {
    "nodes",     "meshes",       "primitives", "vertices",       "triangles",   "morphTargets",
    "materials", "textures",     "images",     "skins",          "humanBones",  "expressions",
    "springs",   "springJoints", "colliders",  "colliderGroups", "constraints", "animations"};

/* Elements of an accessor that the file may have. One that claims more than its buffer view has
 * bytes counts as none; one whose bytes are not at hand (a side file) counts as it says. */
static int64_t elements_of(const vrm_Gltf* gltf, int32_t accessor) {
    if (accessor < 0) return 0;
    const vrm_Accessor* of = &gltf->accessors[accessor];
    bool is_possible =
        of->is_readable ||
        (of->buffer_view >= 0 && of->count <= gltf->buffer_views[of->buffer_view].byte_length);
    return is_possible ? (int64_t)of->count : 0;
}

static int64_t triangles_of(const vrm_Gltf* gltf, const vrm_Primitive* primitive) {
    int32_t accessor = primitive->indices >= 0
                           ? primitive->indices
                           : vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    int64_t drawn = elements_of(gltf, accessor);
    if (primitive->mode == 4) return drawn / 3;
    if (primitive->mode == 5 || primitive->mode == 6) return drawn < 3 ? 0 : drawn - 2;
    return 0;
}

/* False when there is no memory for the set of accessors already counted. */
static bool count_geometry(const vrm_Gltf* gltf, int64_t counts[CLI_COUNT_COUNT]) {
    bool* is_counted = calloc((size_t)gltf->accessor_count + 1, sizeof *is_counted);
    if (is_counted == NULL) return false;
    for (int32_t m = 0; m < gltf->mesh_count; m++) {
        const vrm_Mesh* mesh = &gltf->meshes[m];
        counts[CLI_COUNT_MORPH_TARGETS] += mesh->target_count;
        counts[CLI_COUNT_PRIMITIVES] += mesh->primitive_count;
        for (int32_t p = 0; p < mesh->primitive_count; p++) {
            const vrm_Primitive* primitive = &mesh->primitives[p];
            counts[CLI_COUNT_TRIANGLES] += triangles_of(gltf, primitive);
            int32_t position = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
            if (position < 0 || is_counted[position]) continue;
            is_counted[position] = true;
            counts[CLI_COUNT_VERTICES] += elements_of(gltf, position);
        }
    }
    free(is_counted);
    return true;
}

static int64_t size_at(const vrm_Json* json, const char* pointer) {
    return vrm_json_count(json, vrm_json_at(json, pointer));
}

/* What the file defines, valid or not: the reader may have dropped some. */
static int64_t count_expressions(const vrm_Json* json, vrm_Dialect dialect) {
    switch (dialect) {
    case VRM_DIALECT_0: return size_at(json, "/extensions/VRM/blendShapeMaster/blendShapeGroups");
    case VRM_DIALECT_DRAFT:
        return size_at(json, "/extensions/VRMC_vrm/blendShape/blendShapeGroups") +
               size_at(json, "/extensions/VRMC_vrm/blendshape/blendShapeGroups");
    default:
        return size_at(json, "/extensions/VRMC_vrm/expressions/preset") +
               size_at(json, "/extensions/VRMC_vrm/expressions/custom");
    }
}

static void count_springs(const vrm_Model* model, int64_t counts[CLI_COUNT_COUNT]) {
    const vrm_SpringBones* bones = vrm_model_spring_bones(model);
    counts[CLI_COUNT_COLLIDERS] = bones->collider_count;
    counts[CLI_COUNT_COLLIDER_GROUPS] = bones->collider_group_count;
    const vrm_Json* json = vrm_model_gltf(model)->json;
    vrm_JsonRef springs = vrm_json_at(json, "/extensions/VRMC_springBone/springs");
    if (springs != VRM_JSON_MISSING) {
        counts[CLI_COUNT_SPRINGS] = vrm_json_count(json, springs);
        vrm_JsonIter it = vrm_json_iter(json, springs);
        while (vrm_json_next(&it))
            counts[CLI_COUNT_SPRING_JOINTS] +=
                vrm_json_count(json, vrm_json_member(json, it.value, "joints"));
        return;
    }
    counts[CLI_COUNT_SPRINGS] = bones->spring_count;
    for (int32_t s = 0; s < bones->spring_count; s++)
        counts[CLI_COUNT_SPRING_JOINTS] += bones->springs[s].joint_count;
}

bool cli_count_all(const vrm_Model* model, int64_t counts[CLI_COUNT_COUNT]) {
    memset(counts, 0, CLI_COUNT_COUNT * sizeof *counts);
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    counts[CLI_COUNT_NODES] = gltf->node_count;
    counts[CLI_COUNT_MESHES] = gltf->mesh_count;
    counts[CLI_COUNT_MATERIALS] = gltf->material_count;
    counts[CLI_COUNT_TEXTURES] = gltf->texture_count;
    counts[CLI_COUNT_IMAGES] = gltf->image_count;
    counts[CLI_COUNT_SKINS] = gltf->skin_count;
    counts[CLI_COUNT_ANIMATIONS] = gltf->animation_count;
    counts[CLI_COUNT_HUMAN_BONES] = vrm_model_bone_count(model);
    counts[CLI_COUNT_EXPRESSIONS] = count_expressions(gltf->json, vrm_model_dialect(model));
    for (int32_t n = 0; n < gltf->node_count; n++)
        if (vrm_gltf_extension(gltf, gltf->nodes[n].json, "VRMC_node_constraint") !=
            VRM_JSON_MISSING)
            counts[CLI_COUNT_CONSTRAINTS]++;
    count_springs(model, counts);
    return count_geometry(gltf, counts);
}

int64_t cli_count_joints(const vrm_Model* model) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    bool* is_joint = calloc((size_t)gltf->node_count + 1, sizeof *is_joint);
    if (is_joint == NULL) return -1;
    int64_t count = 0;
    for (int32_t s = 0; s < gltf->skin_count; s++)
        for (int32_t j = 0; j < gltf->skins[s].joint_count; j++) {
            int32_t node = gltf->skins[s].joints[j];
            if (node < 0 || node >= gltf->node_count || is_joint[node]) continue;
            is_joint[node] = true;
            count++;
        }
    free(is_joint);
    return count;
}
