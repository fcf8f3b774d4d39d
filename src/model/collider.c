/* SPDX-License-Identifier: MIT */
/* Colliders of VRMC_springBone, and the shapes of VRMC_springBone_extended_collider that replace
 * theirs. An unusable collider keeps its index, with node -1, and no group lists it. */
#include "model/spring.h"

#include <float.h>

static float read_radius(vrmi_ModelReader* reader, vrm_JsonRef shape) {
    return vrmi_model_ranged(reader, shape, "radius", 0.0f, 0.0f, FLT_MAX,
                             VRMI_RULE_COLLIDER_RADIUS_NEGATIVE);
}

static void read_sphere(vrmi_ModelReader* reader, vrm_JsonRef shape, vrm_Collider* out) {
    out->shape = VRM_COLLIDER_SPHERE;
    out->offset = vrmi_model_vec3(reader, shape, "offset", (vrm_Vec3){0});
    out->radius = read_radius(reader, shape);
}

static void read_capsule(vrmi_ModelReader* reader, vrm_JsonRef shape, vrm_Collider* out) {
    read_sphere(reader, shape, out);
    out->shape = VRM_COLLIDER_CAPSULE;
    out->tail = vrmi_model_vec3(reader, shape, "tail", (vrm_Vec3){0});
}

static void read_plane(vrmi_ModelReader* reader, vrm_JsonRef shape, vrm_Collider* out) {
    const vrm_Vec3 default_normal = {0.0f, 0.0f, 1.0f};
    out->shape = VRM_COLLIDER_PLANE;
    out->offset = vrmi_model_vec3(reader, shape, "offset", (vrm_Vec3){0});
    vrm_Vec3 normal = vrmi_model_vec3(reader, shape, "normal", default_normal);
    if (fabsf(vrmi_vec3_length(normal) - 1.0f) > 1e-3f)
        VRMI_FIND(&reader->base, VRMI_RULE_COLLIDER_NORMAL_NOT_UNIT,
                  vrmi_read_member(&reader->base, shape, "normal"), NULL);
    out->normal = vrmi_vec3_normalize_or(normal, default_normal);
}

/* ---- The base shape ---- */

/* The beta's text leaves the word "capsule" out: {offset, radius, tail}. */
static bool read_shape_without_kind(vrmi_ModelReader* reader, vrm_JsonRef shape,
                                    vrm_Collider* out) {
    bool has_tail = vrmi_read_member(&reader->base, shape, "tail") != VRM_JSON_MISSING;
    bool has_radius = vrmi_read_member(&reader->base, shape, "radius") != VRM_JSON_MISSING;
    if (!has_tail && !has_radius) return false;
    VRMI_FIND(&reader->base, VRMI_RULE_COLLIDER_SHAPE_WITHOUT_KIND, shape, NULL);
    if (has_tail)
        read_capsule(reader, shape, out);
    else
        read_sphere(reader, shape, out);
    return true;
}

static bool read_base_shape(vrmi_ModelReader* reader, vrm_JsonRef collider, vrm_Collider* out) {
    if (!vrmi_model_require(reader, collider, "shape")) return false;
    vrm_JsonRef shape = vrmi_read_object(&reader->base, collider, "shape");
    if (shape == VRM_JSON_MISSING) return false;
    vrm_JsonRef sphere = vrmi_read_object(&reader->base, shape, "sphere");
    vrm_JsonRef capsule = vrmi_read_object(&reader->base, shape, "capsule");
    if (sphere != VRM_JSON_MISSING && capsule != VRM_JSON_MISSING)
        VRMI_FIND(&reader->base, VRMI_RULE_COLLIDER_SHAPE_AMBIGUOUS, shape, NULL);
    if (sphere != VRM_JSON_MISSING) {
        read_sphere(reader, sphere, out);
    } else if (capsule != VRM_JSON_MISSING) {
        read_capsule(reader, capsule, out);
    } else if (!read_shape_without_kind(reader, shape, out)) {
        VRMI_FIND(&reader->base, VRMI_RULE_COLLIDER_SHAPE_MISSING, shape, NULL);
        return false;
    }
    return true;
}

/* ---- The extended shape ---- */

/* False when there is no usable extended shape; the base shape is used then. */
static bool read_extended_shape(vrmi_ModelReader* reader, vrm_JsonRef collider, vrm_Collider* out) {
    vrmi_Reader* base = &reader->base;
    vrm_JsonRef extension =
        vrmi_read_extension(base, collider, "VRMC_springBone_extended_collider");
    if (extension == VRM_JSON_MISSING ||
        vrmi_extension_version(base, extension, VRMI_ACCEPT_DRAFT) == VRMI_VERSION_UNKNOWN)
        return false;
    vrm_JsonRef shape = vrmi_read_object(base, extension, "shape");
    if (shape == VRM_JSON_MISSING) return false;
    vrm_JsonRef sphere = vrmi_read_object(base, shape, "sphere");
    vrm_JsonRef capsule = vrmi_read_object(base, shape, "capsule");
    vrm_JsonRef plane = vrmi_read_object(base, shape, "plane");
    int kinds =
        (sphere != VRM_JSON_MISSING) + (capsule != VRM_JSON_MISSING) + (plane != VRM_JSON_MISSING);
    if (kinds != 1) {
        VRMI_FIND(base, VRMI_RULE_COLLIDER_EXTENDED_SHAPE_INVALID, shape, NULL);
        return false;
    }
    if (sphere != VRM_JSON_MISSING) {
        read_sphere(reader, sphere, out);
        if (vrmi_read_bool(base, sphere, "inside", false)) out->shape = VRM_COLLIDER_INSIDE_SPHERE;
    } else if (capsule != VRM_JSON_MISSING) {
        read_capsule(reader, capsule, out);
        if (vrmi_read_bool(base, capsule, "inside", false))
            out->shape = VRM_COLLIDER_INSIDE_CAPSULE;
    } else {
        read_plane(reader, plane, out);
    }
    return true;
}

/* ---- Colliders and groups ---- */

/* The base shape is read even where an extended one replaces it: programs without the extension use
 * it, and refuse the file when it is missing. */
static vrm_Collider read_collider(vrmi_ModelReader* reader, vrm_JsonRef json) {
    vrm_Collider base = {.node = -1, .json = json}, extended = base;
    int32_t node = vrmi_model_required_index(reader, json, "node", reader->gltf->node_count,
                                             VRMI_RULE_COLLIDER_NODE_INVALID);
    bool has_base = read_base_shape(reader, json, &base);
    bool is_extended = read_extended_shape(reader, json, &extended);
    vrm_Collider collider = is_extended ? extended : base;
    if (is_extended || has_base) collider.node = node;
    return collider;
}

/* Reads the usable ones of the colliders that a group lists. */
static void read_group_colliders(vrmi_ModelReader* reader, vrm_ColliderGroup* group,
                                 const vrm_SpringBones* springs) {
    if (vrmi_read_member(&reader->base, group->json, "shapes") != VRM_JSON_MISSING) {
        VRMI_FIND(&reader->base, VRMI_RULE_VRM_DRAFT_SHAPE_UNSUPPORTED, group->json, NULL);
        return;
    }
    if (!vrmi_model_require(reader, group->json, "colliders")) return;
    vrm_JsonRef array = vrmi_read_array(&reader->base, group->json, "colliders");
    uint32_t length = vrmi_read_length(&reader->base, array);
    int32_t* colliders = vrmi_read_alloc(&reader->base, length, sizeof *colliders);
    vrm_JsonIter it = vrm_json_iter(reader->base.json, array);
    while (colliders != NULL && vrm_json_next(&it)) {
        int32_t collider = vrmi_model_as_index(reader, it.value, springs->collider_count,
                                               VRMI_RULE_COLLIDER_GROUP_ENTRY_INVALID);
        if (collider >= 0 && springs->colliders[collider].node >= 0)
            colliders[group->collider_count++] = collider;
    }
    group->colliders = colliders;
}

void vrmi_read_colliders(vrmi_ModelReader* reader, vrm_JsonRef spring_bone, vrm_SpringBones* out) {
    vrm_JsonRef array = vrmi_read_array(&reader->base, spring_bone, "colliders");
    uint32_t count = vrmi_read_length(&reader->base, array);
    vrm_Collider* colliders = vrmi_read_alloc(&reader->base, count, sizeof *colliders);
    vrm_JsonIter it = vrm_json_iter(reader->base.json, array);
    while (colliders != NULL && vrm_json_next(&it)) {
        vrm_JsonRef json = vrmi_read_as_object(&reader->base, it.value);
        colliders[it.index] = json == VRM_JSON_MISSING
                                  ? (vrm_Collider){.node = -1, .json = it.value}
                                  : read_collider(reader, json);
    }
    out->colliders = colliders;
    out->collider_count = colliders == NULL ? 0 : (int32_t)count;

    array = vrmi_read_array(&reader->base, spring_bone, "colliderGroups");
    count = vrmi_read_length(&reader->base, array);
    vrm_ColliderGroup* groups = vrmi_read_alloc(&reader->base, count, sizeof *groups);
    it = vrm_json_iter(reader->base.json, array);
    while (groups != NULL && vrm_json_next(&it)) {
        vrm_ColliderGroup* group = &groups[it.index];
        *group = (vrm_ColliderGroup){.name = "", .json = it.value};
        if (vrmi_read_as_object(&reader->base, it.value) == VRM_JSON_MISSING) continue;
        group->name = vrmi_read_string(&reader->base, it.value, "name", "");
        read_group_colliders(reader, group, out);
    }
    out->collider_groups = groups;
    out->collider_group_count = groups == NULL ? 0 : (int32_t)count;
}
