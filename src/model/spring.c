/* SPDX-License-Identifier: MIT */
/* The chains of VRMC_springBone: each joint lies below the one before it, and no node belongs to
 * two chains, not even as a node that a chain skips. A chain that breaks a rule ends where it does;
 * of two chains that want a node the first in the file has it.
 *
 * Files may be hostile, so nothing here walks up the tree for each joint: "lies below" is two
 * comparisons (vrmi_Tree), and the nodes that chains own are counted per path in a Fenwick tree
 * over the same order, so that a question costs log(nodes). */
#include "model/spring.h"
#include "base/words.h"

#include <float.h>

/* ---- Who owns which node ---- */

typedef struct Claims {
    const vrmi_Tree* tree;
    int32_t node_count;
    int32_t* owner;   /* by node: the spring that has it, + 1; 0: none */
    int32_t* fenwick; /* differences; a prefix sum is the number of owned nodes above and at a node
                       */
} Claims;

static void fenwick_add(Claims* claims, int32_t at, int32_t amount) {
    for (int32_t i = at + 1; i <= claims->node_count; i += i & -i) claims->fenwick[i] += amount;
}

static void set_owner(Claims* claims, int32_t node, int32_t owner) {
    int32_t amount = (owner != 0) - (claims->owner[node] != 0);
    int32_t enter = claims->tree->enter[node];
    claims->owner[node] = owner;
    fenwick_add(claims, enter, amount);
    if (enter + claims->tree->size[node] < claims->node_count)
        fenwick_add(claims, enter + claims->tree->size[node], -amount);
}

/* Owned nodes on the way from the root to `node`, itself included. */
static int32_t owned_on_path(const Claims* claims, int32_t node) {
    int32_t sum = 0;
    for (int32_t i = claims->tree->enter[node] + 1; i > 0; i -= i & -i) sum += claims->fenwick[i];
    return sum;
}

/* ---- Joints ---- */

/* The one kind of a limit that has its angles, or VRM_JSON_MISSING and a finding. */
static vrm_JsonRef find_limit_kind(vrmi_ModelReader* reader, vrm_JsonRef extension,
                                   vrm_LimitType* out_type) {
    vrmi_Reader* base = &reader->base;
    if (!vrmi_model_require(reader, extension, "limit")) return VRM_JSON_MISSING;
    vrm_JsonRef limit = vrmi_read_object(base, extension, "limit");
    vrm_JsonRef found = VRM_JSON_MISSING;
    int count = 0;
    for (int kind = 0; kind < 3; kind++) {
        vrm_JsonRef json = vrmi_read_object(base, limit, vrmi_limit_types[kind]);
        if (json == VRM_JSON_MISSING) continue;
        found = json;
        *out_type = (vrm_LimitType)(VRM_LIMIT_CONE + kind);
        count++;
    }
    if (count != 1) {
        vrmi_read_report(base, VRMI_RULE_SPRING_LIMIT_INVALID, extension, NULL);
        return VRM_JSON_MISSING;
    }
    bool is_spherical = *out_type == VRM_LIMIT_SPHERICAL;
    const char* first = is_spherical ? "pitch" : "angle";
    const char* second = is_spherical ? "yaw" : "angle";
    bool has_angles =
        vrmi_model_require(reader, found, first) && vrmi_model_require(reader, found, second);
    return has_angles ? found : VRM_JSON_MISSING;
}

/* Angles above `max` are allowed and have their literal meaning. */
static float read_limit_angle(vrmi_ModelReader* reader, vrm_JsonRef json, const char* key,
                              float max) {
    float angle = vrmi_model_ranged(reader, json, key, max, 0.0f, FLT_MAX,
                                    VRMI_RULE_SPRING_LIMIT_NOT_IN_RANGE);
    return vrmi_clamp(angle, 0.0f, max);
}

static void read_limit(vrmi_ModelReader* reader, vrm_JsonRef joint, vrm_SpringLimit* limit) {
    vrmi_Reader* base = &reader->base;
    limit->rotation = vrmi_quat_identity();
    vrm_JsonRef extension = vrmi_read_extension(base, joint, "VRMC_springBone_limit");
    if (extension == VRM_JSON_MISSING ||
        vrmi_extension_version(base, extension, VRMI_ACCEPT_DRAFT_ONLY) == VRMI_VERSION_UNKNOWN)
        return;
    vrm_LimitType type = VRM_LIMIT_NONE;
    vrm_JsonRef json = find_limit_kind(reader, extension, &type);
    if (json == VRM_JSON_MISSING) return;
    limit->type = type;
    if (type == VRM_LIMIT_SPHERICAL) {
        limit->pitch = read_limit_angle(reader, json, "pitch", VRMI_PI);
        limit->yaw = read_limit_angle(reader, json, "yaw", VRMI_PI / 2.0f);
    } else {
        limit->angle = read_limit_angle(reader, json, "angle", VRMI_PI);
    }
    vrmi_read_quat(base, json, "rotation", &limit->rotation);
    float square = vrmi_quat_dot(limit->rotation, limit->rotation);
    if (!(square > 0.998f && square < 1.002f))
        vrmi_read_report(base, VRMI_RULE_SPRING_LIMIT_ROTATION_NOT_UNIT,
                         vrmi_read_member(base, json, "rotation"), NULL);
    limit->rotation = vrmi_quat_normalize(limit->rotation);
}

static void read_joint(vrmi_ModelReader* reader, vrm_JsonRef json, int32_t node,
                       vrm_SpringJoint* out) {
    out->node = node;
    out->json = json;
    out->hit_radius = vrmi_read_spring_value(reader, json, "hitRadius", 0.0f, FLT_MAX);
    out->stiffness = vrmi_read_spring_value(reader, json, "stiffness", 1.0f, FLT_MAX);
    out->gravity_power = vrmi_read_spring_value(reader, json, "gravityPower", 0.0f, FLT_MAX);
    out->gravity_dir.y = -1.0f;
    vrmi_read_vec3(&reader->base, json, "gravityDir", &out->gravity_dir);
    out->drag_force = vrmi_read_spring_value(reader, json, "dragForce", 0.5f, 1.0f);
    read_limit(reader, json, &out->limit);
}

/* ---- Chains ---- */

typedef enum Verdict { TAKE, LEAVE_OUT, CUT } Verdict;

/* Whether `node` may follow the joints of the chain so far. */
static Verdict decide_joint(vrmi_ModelReader* reader, const Claims* claims,
                            const vrm_Spring* spring, vrm_JsonRef json, int32_t node) {
    vrm_JsonRef at = vrmi_read_member(&reader->base, json, "node");
    bool is_first = spring->joint_count == 0;
    if (claims->owner[node] != 0) {
        vrmi_read_report(
            &reader->base, VRMI_RULE_SPRING_JOINT_DUPLICATED, at,
            "Node %d already belongs to spring %d, which keeps it. Let each node sway in one "
            "spring.",
            (int)node, (int)claims->owner[node] - 1);
        return is_first ? LEAVE_OUT : CUT;
    }
    if (is_first) return TAKE;
    int32_t last = spring->joints[spring->joint_count - 1].node;
    if (!vrmi_tree_is_below(claims->tree, node, last)) {
        vrmi_read_report(&reader->base, VRMI_RULE_SPRING_JOINT_NOT_DESCENDANT, at, NULL);
        return CUT;
    }
    if (owned_on_path(claims, node) != owned_on_path(claims, last)) {
        vrmi_read_report(&reader->base, VRMI_RULE_SPRING_JOINT_SKIPS_USED_NODE, at, NULL);
        return CUT;
    }
    return TAKE;
}

/* Claims the joint's node and the nodes that the chain skipped before it. */
static void claim(vrmi_ModelReader* reader, Claims* claims, const vrm_Spring* spring, int32_t node,
                  int32_t owner) {
    int32_t last = spring->joint_count == 0 ? reader->gltf->nodes[node].parent
                                            : spring->joints[spring->joint_count - 1].node;
    for (; node != last; node = reader->gltf->nodes[node].parent) set_owner(claims, node, owner);
}

/* A chain that is cut loses all joints from this one on. */
static void leave_out_rest(vrmi_ModelReader* reader, vrm_JsonIter* it) {
    do vrmi_read_leave_out(&reader->base, VRMI_RULE_SPRING_JOINT_NOT_DESCENDANT, it->value);
    while (vrm_json_next(it));
}

static void read_joints(vrmi_ModelReader* reader, Claims* claims, vrm_Spring* spring,
                        int32_t owner) {
    vrm_JsonRef array = vrmi_read_array(&reader->base, spring->json, "joints");
    uint32_t length = vrmi_read_length(&reader->base, array);
    vrm_SpringJoint* joints = vrmi_read_alloc(&reader->base, length, sizeof *joints);
    spring->joints = joints;
    vrm_JsonIter it = vrm_json_iter(reader->base.json, array);
    while (joints != NULL && vrm_json_next(&it)) {
        vrm_JsonRef json = vrmi_read_as_object(&reader->base, it.value);
        if (json == VRM_JSON_MISSING) continue;
        int32_t node = vrmi_model_required_index(reader, json, "node", reader->gltf->node_count,
                                                 VRMI_RULE_SPRING_JOINT_NODE_INVALID);
        if (node < 0) continue;
        Verdict verdict = decide_joint(reader, claims, spring, json, node);
        if (verdict == CUT) {
            leave_out_rest(reader, &it);
            break;
        }
        if (verdict == LEAVE_OUT) continue;
        claim(reader, claims, spring, node, owner);
        read_joint(reader, json, node, &joints[spring->joint_count++]);
    }
    if (spring->joint_count >= 2 || reader->base.result != VRM_OK) return;
    vrmi_report(reader->base.report, VRMI_RULE_SPRING_TOO_SHORT, reader->base.json,
                array == VRM_JSON_MISSING ? spring->json : array, NULL);
    vrmi_read_leave_out(&reader->base, VRMI_RULE_SPRING_TOO_SHORT, spring->json);
    /* A single joint does not move: its node stays available to a later spring. */
    if (spring->joint_count == 1) set_owner(claims, joints[0].node, 0);
}

static void read_spring(vrmi_ModelReader* reader, Claims* claims, vrm_Spring* spring,
                        int32_t owner) {
    vrmi_Reader* base = &reader->base;
    spring->name = vrmi_read_string(base, spring->json, "name", "");
    spring->collider_groups = vrmi_model_indices(
        reader, spring->json, "colliderGroups", reader->model->spring_bones->collider_group_count,
        VRMI_RULE_SPRING_COLLIDER_GROUP_INVALID, &spring->collider_group_count);
    spring->center = vrmi_model_index(reader, spring->json, "center", reader->gltf->node_count,
                                      VRMI_RULE_SPRING_CENTER_INVALID);
    static const char* const draft_members[] = {"springRoot", "colliders", NULL};
    const char* draft_member = vrmi_model_alias(reader, spring->json, draft_members);
    vrm_JsonRef draft = vrmi_read_member(base, spring->json, draft_member);
    if (draft != VRM_JSON_MISSING)
        vrmi_read_report(base, VRMI_RULE_VRM_DRAFT_SHAPE_UNSUPPORTED, draft, NULL);
    read_joints(reader, claims, spring, owner);
}

/* Only reports: a center that breaks the rules is still used. */
static void check_center(vrmi_ModelReader* reader, const Claims* claims, const vrm_Spring* spring) {
    if (spring->center < 0 || spring->joint_count == 0) return;
    int32_t first = spring->joints[0].node;
    bool is_own = spring->center == first && claims->owner[first] != 0;
    vrm_JsonRef at = vrmi_read_member(&reader->base, spring->json, "center");
    if (spring->center != first && !vrmi_tree_is_below(claims->tree, first, spring->center))
        vrmi_report(reader->base.report, VRMI_RULE_SPRING_CENTER_NOT_ANCESTOR, reader->base.json,
                    at, NULL);
    else if (owned_on_path(claims, spring->center) > is_own)
        vrmi_report(reader->base.report, VRMI_RULE_SPRING_CENTER_IN_OTHER_SPRING, reader->base.json,
                    at, NULL);
}

static void read_springs_1(vrmi_ModelReader* reader, vrm_JsonRef json, vrm_SpringBones* out) {
    vrm_JsonRef settings = vrmi_read_member(&reader->base, json, "settings");
    if (settings != VRM_JSON_MISSING)
        vrmi_read_report(&reader->base, VRMI_RULE_VRM_DRAFT_SHAPE_UNSUPPORTED, settings, NULL);
    vrm_JsonRef array = vrmi_read_array(&reader->base, json, "springs");
    uint32_t count = vrmi_read_length(&reader->base, array);
    size_t nodes = (size_t)reader->gltf->node_count;
    Claims claims = {.tree = vrmi_model_tree(reader),
                     .node_count = reader->gltf->node_count,
                     .owner = vrmi_model_scratch(reader, nodes + 1, sizeof(int32_t)),
                     .fenwick = vrmi_model_scratch(reader, nodes + 1, sizeof(int32_t))};
    vrm_Spring* springs = vrmi_read_alloc(&reader->base, count, sizeof *springs);
    if (springs == NULL || claims.owner == NULL || claims.fenwick == NULL) return;
    vrm_JsonIter it = vrm_json_iter(reader->base.json, array);
    while (vrm_json_next(&it)) {
        vrm_Spring* spring = &springs[it.index];
        *spring = (vrm_Spring){.name = "", .center = -1, .json = it.value};
        if (vrmi_read_as_object(&reader->base, it.value) != VRM_JSON_MISSING)
            read_spring(reader, &claims, spring, (int32_t)it.index + 1);
    }
    for (uint32_t i = 0; i < count; i++) check_center(reader, &claims, &springs[i]);
    out->springs = springs;
    out->spring_count = (int32_t)count;
}

/* ---- All dialects ---- */

void vrmi_read_springs(vrmi_ModelReader* reader) {
    vrmi_Reader* base = &reader->base;
    vrm_JsonRef json = VRM_JSON_MISSING;
    if (reader->model->dialect == VRM_DIALECT_0)
        json = vrmi_read_object(base, reader->roots.vrm, "secondaryAnimation");
    else if (reader->model->dialect == VRM_DIALECT_DRAFT)
        json = vrmi_read_object(base, reader->roots.vrm, "springBone");
    bool is_companion = json == VRM_JSON_MISSING;
    if (is_companion) json = reader->roots.spring_bone;
    if (json == VRM_JSON_MISSING) return;
    vrm_SpringBones* out = vrmi_read_alloc(base, 1, sizeof *out);
    if (out == NULL) return;
    out->json = json;
    reader->model->spring_bones = out;
    /* The root extension of 2020-05 still had bone groups. */
    if (!is_companion || vrmi_read_member(base, json, "boneGroups") != VRM_JSON_MISSING) {
        vrmi_read_bone_groups(reader, json, out);
    } else if (vrmi_extension_version(base, json, VRMI_ACCEPT_BETA) != VRMI_VERSION_UNKNOWN) {
        vrmi_read_colliders(reader, json, out);
        read_springs_1(reader, json, out);
    }
}
