/* SPDX-License-Identifier: MIT */
/* Bone groups of 0.x (secondaryAnimation) and of the drafts (springBone): a group names root bones,
 * and everything below them sways. Here they become chains:
 *
 *        root                 chain 1: root a b .     where . is a point 7 cm beyond the leaf
 *        /  \
 *       a    c                chain 2: c d .
 *       |    |
 *       b    d
 *
 * The first child continues a chain, each further child begins one; so every node turns, and each
 * turns once even where groups overlap: the first group that reaches it has it. */
#include "base/words.h"
#include "model/spring.h"

#include <float.h>

/* VRMC_springBone 1.0, "For vrm0": what a bone without children points at. */
#define END_LENGTH 0.07f

/* ---- Colliders ---- */

/* The collider of the 2019 draft's README: a shape type, a turn, and size = [radius] or [radius,
 * length]. The order of the three angles is not stated; that of look-at and of Unity is taken: Y,
 * X, Z (docs/reference/spec-notes.md, C-93). The capsule lies along its Y axis. */
static bool read_sized_shape(vrmi_ModelReader* reader, vrm_JsonRef json, vrm_Collider* out) {
    vrmi_Reader* base = &reader->base;
    int32_t type = vrmi_model_find_name(base->json, vrmi_read_member(base, json, "shapeType"),
                                        vrmi_draft_shapes, VRMI_COUNT_draft_shapes, VRMI_ANY_CASE);
    int32_t length;
    const float* size = vrmi_read_float_array(base, json, "size", &length);
    if (type < 0 || size == NULL || length <= type) return false;
    out->radius = size[0];
    out->shape = type == 0 ? VRM_COLLIDER_SPHERE : VRM_COLLIDER_CAPSULE;
    if (type == 0) return true;
    vrm_Vec3 angles = {0.0f, 0.0f, 0.0f};
    vrmi_read_vec3(base, json, "rotation", &angles);
    vrm_Vec3 along = {0.0f, size[1], 0.0f};
    out->tail = vrmi_vec3_add(out->offset, vrmi_quat_rotate(vrmi_quat_from_yxz(angles), along));
    return vrmi_vec3_is_finite(out->tail);
}

static void read_vector(vrmi_ModelReader* reader, vrm_JsonRef json, const char* key,
                        vrm_Vec3* out) {
    if (reader->model->dialect == VRM_DIALECT_0)
        vrmi_model_unity_vec3(reader, json, key, out);
    else
        vrmi_read_vec3(&reader->base, json, key, out);
}

static void read_collider(vrmi_ModelReader* reader, vrm_JsonRef json, vrm_Collider* out) {
    out->json = json;
    read_vector(reader, json, "offset", &out->offset);
    if (reader->model->dialect == VRM_DIALECT_0 ||
        vrmi_read_member(&reader->base, json, "radius") != VRM_JSON_MISSING) {
        out->radius = vrmi_read_float(&reader->base, json, "radius", 0.0f);
    } else if (!read_sized_shape(reader, json, out)) {
        vrmi_read_report(&reader->base, VRMI_RULE_COLLIDER_SHAPE_MISSING, json, NULL);
        out->node = -1;
    }
    if (out->radius < 0.0f) {
        vrmi_read_report(&reader->base, VRMI_RULE_COLLIDER_RADIUS_NEGATIVE, json, NULL);
        out->radius = 0.0f;
    }
}

static void read_group_colliders(vrmi_ModelReader* reader, vrm_ColliderGroup* group,
                                 vrm_Collider* colliders, int32_t* count) {
    vrm_JsonRef array = vrmi_read_array(&reader->base, group->json, "colliders");
    uint32_t length = vrmi_read_length(&reader->base, array);
    int32_t* indices = vrmi_read_alloc(&reader->base, length, sizeof *indices);
    int32_t node = vrmi_model_index(reader, group->json, "node", reader->gltf->node_count,
                                    VRMI_RULE_COLLIDER_NODE_INVALID);
    vrm_JsonIter it = vrm_json_iter(reader->base.json, array);
    while (indices != NULL && vrm_json_next(&it)) {
        vrm_JsonRef json = vrmi_read_as_object(&reader->base, it.value);
        if (json == VRM_JSON_MISSING) continue;
        vrm_Collider* collider = &colliders[*count];
        collider->node = node;
        read_collider(reader, json, collider);
        if (collider->node >= 0) indices[group->collider_count++] = *count;
        (*count)++;
    }
    group->colliders = indices;
}

static void read_collider_groups(vrmi_ModelReader* reader, vrm_JsonRef json, vrm_SpringBones* out) {
    vrmi_Reader* base = &reader->base;
    vrm_JsonRef array = vrmi_read_array(base, json, "colliderGroups");
    uint32_t group_count = vrmi_read_length(base, array);
    size_t collider_count = 0;
    vrm_JsonIter it = vrm_json_iter(base->json, array);
    while (vrm_json_next(&it))
        collider_count +=
            vrm_json_count(base->json, vrm_json_member(base->json, it.value, "colliders"));
    vrm_ColliderGroup* groups = vrmi_read_alloc(base, group_count, sizeof *groups);
    vrm_Collider* colliders = vrmi_read_alloc(base, collider_count, sizeof *colliders);
    if (groups == NULL) return;
    int32_t count = 0;
    it = vrm_json_iter(base->json, array);
    while (vrm_json_next(&it)) {
        vrm_ColliderGroup* group = &groups[it.index];
        *group = (vrm_ColliderGroup){.name = "", .json = it.value};
        if (vrmi_read_as_object(base, it.value) != VRM_JSON_MISSING && colliders != NULL)
            read_group_colliders(reader, group, colliders, &count);
    }
    out->collider_groups = groups;
    out->collider_group_count = (int32_t)group_count;
    out->colliders = colliders;
    out->collider_count = count;
}

/* ---- Bone groups ---- */

/* What all chains of a group share: a chain without joints, and a joint without node. */
typedef struct Group {
    vrm_Spring spring;
    vrm_SpringJoint joint;
} Group;

/* A chain before its joints are written. */
typedef struct Chain {
    int32_t group, start;
    int32_t node_count; /* that turn; one more joint is the tail of the last */
} Chain;

typedef struct Expansion {
    vrmi_ModelReader* reader;
    uint8_t* is_taken; /* of each node: it turns in a chain */
    int32_t* queue;    /* nodes at which a chain shall begin */
    Chain* chains;
    int32_t chain_count;
    size_t joint_count; /* in all chains */
} Expansion;

static void read_group(vrmi_ModelReader* reader, vrm_JsonRef json, Group* group) {
    static const char* const names[] = {"name", "comment", NULL};
    static const char* const names0[] = {"comment", "name", NULL};
    static const char* const stiffness[] = {"stiffiness", "stiffness", NULL};
    vrmi_Reader* base = &reader->base;
    bool is_0 = reader->model->dialect == VRM_DIALECT_0;
    vrm_Spring* spring = &group->spring;
    vrm_SpringJoint* joint = &group->joint;
    spring->json = joint->json = json;
    joint->node = -1;
    spring->name =
        vrmi_read_string(base, json, vrmi_model_alias(reader, json, is_0 ? names0 : names), "");
    spring->center = vrmi_model_index(reader, json, "center", reader->gltf->node_count,
                                      VRMI_RULE_SPRING_CENTER_INVALID);
    spring->collider_groups = vrmi_model_indices(
        reader, json, "colliderGroups", reader->model->spring_bones->collider_group_count,
        VRMI_RULE_SPRING_COLLIDER_GROUP_INVALID, &spring->collider_group_count);
    joint->stiffness = vrmi_read_spring_value(
        reader, json, vrmi_model_alias(reader, json, stiffness), 1.0f, FLT_MAX);
    /* 0.x defines no range for gravityPower, and a negative value pulls upwards. */
    joint->gravity_power = vrmi_read_float(base, json, "gravityPower", 0.0f);
    joint->gravity_dir.y = -1.0f;
    read_vector(reader, json, "gravityDir", &joint->gravity_dir);
    joint->drag_force = vrmi_read_spring_value(reader, json, "dragForce", 0.4f, 1.0f);
    joint->hit_radius = vrmi_read_spring_value(reader, json, "hitRadius", 0.0f, FLT_MAX);
    joint->limit.rotation = vrmi_quat_identity();
}

/* Claims the nodes of one chain and queues the first nodes of its branches. */
static bool take_chain(Expansion* expansion, int32_t group, int32_t start, int32_t* queue_end) {
    const vrm_Node* nodes = expansion->reader->gltf->nodes;
    Chain chain = {.group = group, .start = start};
    bool meets_other = false;
    for (int32_t node = start; node >= 0;) {
        expansion->is_taken[node] = 1;
        chain.node_count++;
        for (int32_t i = 1; i < nodes[node].child_count; i++) {
            int32_t child = nodes[node].children[i];
            if (expansion->is_taken[child])
                meets_other = true;
            else
                expansion->queue[(*queue_end)++] = child;
        }
        node = nodes[node].child_count > 0 ? nodes[node].children[0] : -1;
        if (node >= 0 && expansion->is_taken[node]) {
            meets_other = true;
            break;
        }
    }
    expansion->joint_count += (size_t)chain.node_count + 1;
    expansion->chains[expansion->chain_count++] = chain;
    return meets_other;
}

/* A parent is claimed before its children, so a queued node is still free when it is processed. */
static void take_root(Expansion* expansion, int32_t group, int32_t root, vrm_JsonRef at) {
    int32_t begin = 0, end = 0;
    bool overlaps = expansion->is_taken[root];
    if (!overlaps) expansion->queue[end++] = root;
    while (begin < end) {
        if (take_chain(expansion, group, expansion->queue[begin++], &end)) overlaps = true;
    }
    if (overlaps)
        vrmi_read_report(&expansion->reader->base, VRMI_RULE_SPRING_ROOT_OVERLAPS, at, NULL);
}

static void take_roots(Expansion* expansion, int32_t group, vrm_JsonRef json) {
    vrmi_ModelReader* reader = expansion->reader;
    vrm_JsonRef array = vrmi_read_array(&reader->base, json, "bones");
    vrm_JsonIter it = vrm_json_iter(reader->base.json, array);
    while (vrm_json_next(&it)) {
        int32_t root = vrmi_model_as_index(reader, it.value, reader->gltf->node_count,
                                           VRMI_RULE_SPRING_JOINT_NODE_INVALID);
        if (root >= 0) take_root(expansion, group, root, it.value);
    }
}

/* The point 7 cm beyond the leaf, in the direction from its parent, in the leaf's space. */
static vrm_Vec3 end_of_leaf(const vrm_Node* leaf) {
    vrm_Vec3 direction = vrmi_vec3_normalize(leaf->rest.translation);
    vrm_Quat to_local = vrmi_quat_conjugate(vrmi_quat_normalize(leaf->rest.rotation));
    return vrmi_vec3_scale(vrmi_quat_rotate(to_local, direction), END_LENGTH);
}

static int32_t write_joints(const vrm_Node* nodes, const Chain* chain, const Group* group,
                            vrm_SpringJoint* joints) {
    int32_t node = chain->start, count = 0;
    for (; count < chain->node_count; count++) {
        joints[count] = group->joint;
        joints[count].node = node;
        if (count + 1 < chain->node_count) node = nodes[node].children[0];
    }
    joints[count] = group->joint;
    if (nodes[node].child_count > 0)
        joints[count].node = nodes[node].children[0]; /* turns in another chain */
    else
        joints[count].end_offset = end_of_leaf(&nodes[node]);
    return count + 1;
}

void vrmi_read_bone_groups(vrmi_ModelReader* reader, vrm_JsonRef json, vrm_SpringBones* out) {
    read_collider_groups(reader, json, out);
    vrm_JsonRef array = vrmi_read_array(&reader->base, json, "boneGroups");
    uint32_t group_count = vrmi_read_length(&reader->base, array);
    size_t nodes = (size_t)reader->gltf->node_count;
    Group* groups = vrmi_model_scratch(reader, group_count, sizeof *groups);
    Expansion expansion = {.reader = reader,
                           .is_taken = vrmi_model_scratch(reader, nodes, sizeof(uint8_t)),
                           .queue = vrmi_model_scratch(reader, nodes, sizeof(int32_t)),
                           .chains = vrmi_model_scratch(reader, nodes, sizeof(Chain))};
    if (groups == NULL || expansion.is_taken == NULL || expansion.queue == NULL ||
        expansion.chains == NULL)
        return;
    vrm_JsonIter it = vrm_json_iter(reader->base.json, array);
    while (vrm_json_next(&it)) {
        if (vrmi_read_as_object(&reader->base, it.value) == VRM_JSON_MISSING) continue;
        read_group(reader, it.value, &groups[it.index]);
        take_roots(&expansion, (int32_t)it.index, it.value);
    }
    size_t chain_count = (size_t)expansion.chain_count;
    vrm_Spring* springs = vrmi_read_alloc(&reader->base, chain_count, sizeof *springs);
    vrm_SpringJoint* joints = vrmi_read_alloc(&reader->base, expansion.joint_count, sizeof *joints);
    if (springs == NULL || joints == NULL) return;
    for (size_t i = 0; i < chain_count; i++) {
        const Chain* chain = &expansion.chains[i];
        springs[i] = groups[chain->group].spring;
        springs[i].joints = joints;
        springs[i].joint_count =
            write_joints(reader->gltf->nodes, chain, &groups[chain->group], joints);
        joints += springs[i].joint_count;
    }
    out->springs = springs;
    out->spring_count = expansion.chain_count;
}
