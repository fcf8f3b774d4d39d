/* SPDX-License-Identifier: MIT */
/* Colliders of VRMC_springBone, and the shapes of VRMC_springBone_extended_collider that replace
 * theirs. An unusable collider keeps its index, with node -1, and no group lists it. */
#include "model/spring.h"

#include <float.h>

/* Kinds of shapes by their names; the base has the first two. */
enum { SPHERE, CAPSULE, PLANE, KIND_COUNT, BASE_KIND_COUNT = 2 };
static const char* const kinds[] = {"sphere", "capsule", "plane"};

static void read_plane_normal(vrmi_ModelReader* reader, vrm_JsonRef shape, vrm_Vec3* out) {
    const vrm_Vec3 fallback = {0.0f, 0.0f, 1.0f};
    *out = fallback;
    vrmi_read_vec3(&reader->base, shape, "normal", out);
    if (fabsf(vrmi_vec3_length(*out) - 1.0f) > 1e-3f)
        vrmi_read_report(&reader->base, VRMI_RULE_COLLIDER_NORMAL_NOT_UNIT,
                         vrmi_read_member(&reader->base, shape, "normal"), NULL);
    *out = vrmi_vec3_normalize_or(*out, fallback);
}

static void read_kind(vrmi_ModelReader* reader, int kind, vrm_JsonRef shape, vrm_Collider* out) {
    static const vrm_ColliderShape shapes[] = {VRM_COLLIDER_SPHERE, VRM_COLLIDER_CAPSULE,
                                               VRM_COLLIDER_PLANE};
    out->shape = shapes[kind];
    vrmi_read_vec3(&reader->base, shape, "offset", &out->offset);
    if (kind == PLANE)
        read_plane_normal(reader, shape, &out->normal);
    else
        out->radius = vrmi_model_ranged(reader, shape, "radius", 0.0f, 0.0f, FLT_MAX,
                                        VRMI_RULE_COLLIDER_RADIUS_NEGATIVE);
    if (kind == CAPSULE) vrmi_read_vec3(&reader->base, shape, "tail", &out->tail);
}

/* How many of the first `count` kinds a shape has; the first of them. */
static int find_kinds(vrmi_ModelReader* reader, vrm_JsonRef shape, int count, int* out_kind,
                      vrm_JsonRef* out_json) {
    int found = 0;
    *out_kind = SPHERE;
    *out_json = VRM_JSON_MISSING;
    for (int kind = 0; kind < count; kind++) {
        vrm_JsonRef json = vrmi_read_object(&reader->base, shape, kinds[kind]);
        if (json == VRM_JSON_MISSING || found++ > 0) continue;
        *out_kind = kind;
        *out_json = json;
    }
    return found;
}

/* ---- The base shape ---- */

static bool read_base_shape(vrmi_ModelReader* reader, vrm_JsonRef collider, vrm_Collider* out) {
    vrmi_Reader* base = &reader->base;
    if (!vrmi_model_require(reader, collider, "shape")) return false;
    vrm_JsonRef shape = vrmi_read_object(base, collider, "shape"), json;
    if (shape == VRM_JSON_MISSING) return false;
    int kind, found = find_kinds(reader, shape, BASE_KIND_COUNT, &kind, &json);
    if (found > 1) vrmi_read_report(base, VRMI_RULE_COLLIDER_SHAPE_AMBIGUOUS, shape, NULL);
    if (found == 0) {
        /* The beta's text leaves the word "capsule" out: {offset, radius, tail}. */
        bool has_tail = vrmi_read_member(base, shape, "tail") != VRM_JSON_MISSING;
        bool is_shape = has_tail || vrmi_read_member(base, shape, "radius") != VRM_JSON_MISSING;
        vrmi_read_report(base,
                         is_shape ? VRMI_RULE_COLLIDER_SHAPE_WITHOUT_KIND
                                  : VRMI_RULE_COLLIDER_SHAPE_MISSING,
                         shape, NULL);
        if (!is_shape) return false;
        kind = has_tail ? CAPSULE : SPHERE;
        json = shape;
    }
    read_kind(reader, kind, json, out);
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
    vrm_JsonRef shape = vrmi_read_object(base, extension, "shape"), json;
    if (shape == VRM_JSON_MISSING) return false;
    int kind;
    if (find_kinds(reader, shape, KIND_COUNT, &kind, &json) != 1) {
        vrmi_read_report(base, VRMI_RULE_COLLIDER_EXTENDED_SHAPE_INVALID, shape, NULL);
        return false;
    }
    read_kind(reader, kind, json, out);
    if (kind != PLANE && vrmi_read_bool(base, json, "inside", false))
        out->shape = kind == SPHERE ? VRM_COLLIDER_INSIDE_SPHERE : VRM_COLLIDER_INSIDE_CAPSULE;
    return true;
}

/* ---- Colliders and groups ---- */

/* The base shape is read even where an extended one replaces it: programs without the extension use
 * it, and refuse the file when it is missing. */
static void read_collider(vrmi_ModelReader* reader, vrm_Collider* out) {
    vrm_Collider extended = *out;
    int32_t node = vrmi_model_required_index(reader, out->json, "node", reader->gltf->node_count,
                                             VRMI_RULE_COLLIDER_NODE_INVALID);
    bool is_usable = read_base_shape(reader, out->json, out);
    if (read_extended_shape(reader, out->json, &extended)) {
        *out = extended;
        is_usable = true;
    }
    if (is_usable) out->node = node;
}

/* Reads the usable ones of the colliders that a group lists. */
static void read_group_colliders(vrmi_ModelReader* reader, vrm_ColliderGroup* group,
                                 const vrm_SpringBones* springs) {
    if (vrmi_read_member(&reader->base, group->json, "shapes") != VRM_JSON_MISSING) {
        vrmi_read_report(&reader->base, VRMI_RULE_VRM_DRAFT_SHAPE_UNSUPPORTED, group->json, NULL);
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
        colliders[it.index] = (vrm_Collider){.node = -1, .json = it.value};
        if (vrmi_read_as_object(&reader->base, it.value) != VRM_JSON_MISSING)
            read_collider(reader, &colliders[it.index]);
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
