/* SPDX-License-Identifier: MIT */
/* The character's nodes in T-pose: bones, then chains, then constrained helpers, then fillers. */
#include "character.h"
#include "figure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const BoneRow bone_rows[] = {
    MIDDLE(HIPS, NONE, 0, 0.90f, 0, "Hips"),
    MIDDLE(SPINE, HIPS, 0, 0.99f, 0, "Spine"),
    MIDDLE(CHEST, SPINE, 0, 1.09f, 0, "Chest"),
    MIDDLE(UPPER_CHEST, CHEST, 0, 1.20f, 0, "UpperChest"),
    MIDDLE(NECK, UPPER_CHEST, 0, 1.36f, 0, "Neck"),
    MIDDLE(HEAD, NECK, 0, 1.44f, 0, "Head"),
    MIDDLE(JAW, HEAD, 0, 1.46f, 0.03f, "Jaw"),
    PAIR(EYE, HEAD, 0.033f, 1.525f, 0.07f, "Eye"),
    PAIR(UPPER_LEG, HIPS, 0.08f, 0.86f, 0, "UpperLeg"),
    PAIR(LOWER_LEG, LEFT_UPPER_LEG, 0.08f, 0.48f, 0, "LowerLeg"),
    PAIR(FOOT, LEFT_LOWER_LEG, 0.08f, 0.09f, -0.01f, "Foot"),
    PAIR(TOES, LEFT_FOOT, 0.08f, 0.03f, 0.10f, "Toes"),
    PAIR(SHOULDER, UPPER_CHEST, 0.03f, 1.31f, 0, "Shoulder"),
    PAIR(UPPER_ARM, LEFT_SHOULDER, 0.13f, 1.31f, 0, "UpperArm"),
    PAIR(LOWER_ARM, LEFT_UPPER_ARM, 0.37f, 1.31f, 0, "LowerArm"),
    PAIR(HAND, LEFT_LOWER_ARM, 0.60f, 1.31f, 0, "Hand"),
    FINGER(THUMB_METACARPAL, HAND, 0.62f, 1.305f, 0.02f, "ThumbMetacarpal"),
    FINGER(THUMB_PROXIMAL, THUMB_METACARPAL, 0.64f, 1.305f, 0.04f, "ThumbProximal"),
    FINGER(THUMB_DISTAL, THUMB_PROXIMAL, 0.66f, 1.305f, 0.06f, "ThumbDistal"),
    FINGER(INDEX_PROXIMAL, HAND, 0.68f, 1.31f, 0.03f, "IndexProximal"),
    FINGER(INDEX_INTERMEDIATE, INDEX_PROXIMAL, 0.71f, 1.31f, 0.03f, "IndexIntermediate"),
    FINGER(INDEX_DISTAL, INDEX_INTERMEDIATE, 0.73f, 1.31f, 0.03f, "IndexDistal"),
    FINGER(MIDDLE_PROXIMAL, HAND, 0.68f, 1.31f, 0.01f, "MiddleProximal"),
    FINGER(MIDDLE_INTERMEDIATE, MIDDLE_PROXIMAL, 0.715f, 1.31f, 0.01f, "MiddleIntermediate"),
    FINGER(MIDDLE_DISTAL, MIDDLE_INTERMEDIATE, 0.74f, 1.31f, 0.01f, "MiddleDistal"),
    FINGER(RING_PROXIMAL, HAND, 0.68f, 1.31f, -0.01f, "RingProximal"),
    FINGER(RING_INTERMEDIATE, RING_PROXIMAL, 0.71f, 1.31f, -0.01f, "RingIntermediate"),
    FINGER(RING_DISTAL, RING_INTERMEDIATE, 0.73f, 1.31f, -0.01f, "RingDistal"),
    FINGER(LITTLE_PROXIMAL, HAND, 0.675f, 1.31f, -0.03f, "LittleProximal"),
    FINGER(LITTLE_INTERMEDIATE, LITTLE_PROXIMAL, 0.70f, 1.31f, -0.03f, "LittleIntermediate"),
    FINGER(LITTLE_DISTAL, LITTLE_INTERMEDIATE, 0.715f, 1.31f, -0.03f, "LittleDistal"),
};

#define BONE_ROW_COUNT ((int32_t)(sizeof bone_rows / sizeof *bone_rows))

/* The bone of the other side, if it has one. */
static vrm_Bone mirrored(const BoneRow* rows, int32_t count, vrm_Bone bone) {
    for (int32_t i = 0; i < count; i++)
        if (rows[i].bone == bone && rows[i].right != VRM_BONE_NONE) return rows[i].right;
    return bone;
}

void bone_key(const Character* character, vrm_Bone bone, char key[48]) {
    memcpy(key, character->nodes[character->bones[bone]].name, 48);
    key[0] = (char)(key[0] - 'A' + 'a');
}

vrm_Quat irregular_rotation(int32_t index) {
    static const vrm_Quat rotations[] = {{0, 0, 0, 1},
                                         {0.6f, 0, 0, 0.8f},
                                         {0, 0.28f, 0, 0.96f},
                                         {0, 0, 0.70710678f, 0.70710678f},
                                         {0.5f, 0.5f, 0.5f, 0.5f},
                                         {0, -0.6f, 0, 0.8f},
                                         {-0.36f, 0.48f, 0, 0.8f}};
    return rotations[index % (int32_t)(sizeof rotations / sizeof *rotations)];
}

vrm_Vec3 to_local_point(const BodyNode* node, vrm_Vec3 point) {
    return to_local_direction(node, v3_sub(point, node->position));
}

vrm_Vec3 to_local_direction(const BodyNode* node, vrm_Vec3 direction) {
    return q_rotate(q_inverse(node->rotation), direction);
}

int32_t character_add_node(Character* character, int32_t parent, vrm_Vec3 position,
                           const char* name) {
    if (character->has_failed) return 0;
    if (character->node_count == character->node_capacity) {
        int32_t capacity = character->node_capacity == 0 ? 256 : character->node_capacity * 2;
        BodyNode* larger = realloc(character->nodes, (size_t)capacity * sizeof *larger);
        if (larger == NULL) {
            character->has_failed = true;
            return 0;
        }
        character->nodes = larger;
        character->node_capacity = capacity;
    }
    BodyNode* node = &character->nodes[character->node_count];
    *node = (BodyNode){.parent = parent,
                       .first_child = -1,
                       .next_sibling = -1,
                       .position = position,
                       .rotation = q_identity(),
                       .mesh = -1,
                       .constraint = -1};
    snprintf(node->name, sizeof node->name, "%s", name);
    return character->node_count++;
}

static void turn_rest(Character* character, int32_t node) {
    if (character->has_failed || !character->def.has_rotated_rest) return;
    character->nodes[node].rotation = irregular_rotation(node);
}

static void add_bone(Character* character, const BoneRow* row, vrm_Bone parent, bool is_right) {
    vrm_Vec3 position = row->position;
    if (is_right) position.x = -position.x;
    char name[48];
    const char* side = row->right == VRM_BONE_NONE ? "" : is_right ? "Right" : "Left";
    snprintf(name, sizeof name, "%s%s", side, row->name);
    int32_t above = parent == VRM_BONE_NONE ? character->root : character->bones[parent];
    int32_t node = character_add_node(character, above, position, name);
    if (character->has_failed) return;
    character->nodes[node].is_joint = true;
    turn_rest(character, node);
    character->bones[is_right ? row->right : row->bone] = node;
}

void skeleton_add_bones(Character* character, const BoneRow* rows, int32_t count) {
    for (int32_t i = 0; i < VRM_BONE_COUNT; i++) character->bones[i] = -1;
    for (int32_t i = 0; i < count; i++) {
        const BoneRow* row = &rows[i];
        if (row->is_finger && !character->def.has_fingers) continue;
        if (row->bone == VRM_BONE_LEFT_EYE && !character->has_meshes) continue;
        add_bone(character, row, row->parent, false);
        if (row->right != VRM_BONE_NONE)
            add_bone(character, row, mirrored(rows, count, row->parent), true);
    }
}

/* Groups of 0.x and the draft belong to one node each. */
static int32_t colliders_per_group(vrm_Dialect dialect) {
    return dialect == VRM_DIALECT_0 || dialect == VRM_DIALECT_DRAFT ? 1 : 2;
}

/* Chains hang in a circle: the first half around the head (leaving the face free), the rest around
 * the hips. */
static void add_chain(Character* character, int32_t index) {
    const SceneDef* def = &character->def;
    int32_t hair_count = (def->chain_count + 1) / 2;
    bool is_hair = index < hair_count;
    int32_t place = is_hair ? index : index - hair_count;
    int32_t places = is_hair ? hair_count : def->chain_count - hair_count;
    double fraction = is_hair ? 0.2 + 0.6 * (place + 0.5) / places : (place + 0.5) / places;
    vrm_Vec2 t = turn(fraction);
    vrm_Vec3 out = v3(t.y, 0, t.x); /* fraction 0 is the front */
    vrm_Vec3 start = v3_add(is_hair ? v3(0, 1.58f, 0.01f) : v3(0, 0.90f, 0),
                            v3_scale(out, is_hair ? 0.09f : 0.13f));
    vrm_Vec3 sag = v3_add(v3_scale(out, is_hair ? 0.04f : 0.10f), v3(0, -0.32f, 0));
    int32_t parent = character->bones[is_hair ? VRM_BONE_HEAD : VRM_BONE_HIPS];
    int32_t per_group = colliders_per_group(def->dialect);
    BodyChain* chain = &character->chains[character->chain_count++];
    *chain = (BodyChain){.first_node = character->node_count,
                         .joint_count = def->joints_per_chain,
                         .hangs_from_head = is_hair,
                         .look = {.hit_radius = is_hair ? 0.015f : 0.02f,
                                  .stiffness = is_hair ? 1.2f : 0.8f,
                                  .gravity_power = is_hair ? 0.15f : 0.3f,
                                  .drag_force = 0.4f},
                         .softening = 0.4f,
                         .center = index < def->center_chain_count ? character->root : -1,
                         .first_group = index,
                         .group_count = (def->colliders_per_chain + per_group - 1) / per_group};
    snprintf(chain->name, sizeof chain->name, "%s %d", is_hair ? "hair" : "skirt", index + 1);
    for (int32_t j = 0; j < def->joints_per_chain; j++) {
        float down = def->joints_per_chain > 1 ? (float)j / (float)(def->joints_per_chain - 1) : 0;
        char name[48];
        snprintf(name, sizeof name, "%s%d_%d", is_hair ? "Hair" : "Skirt", place + 1, j + 1);
        parent = character_add_node(character, parent, v3_add(start, v3_scale(sag, down)), name);
        if (character->has_failed) return;
        character->nodes[parent].is_joint = true;
        turn_rest(character, parent);
    }
}

typedef struct ColliderRow {
    vrm_Bone bone;
    vrm_Vec3 offset, tail;
    float radius;
} ColliderRow;

static const ColliderRow sphere_rows[] = {
    {VRM_BONE_HEAD, {0, 1.54f, 0}, {0, 0, 0}, 0.085f},
    {VRM_BONE_NECK, {0, 1.40f, 0}, {0, 0, 0}, 0.045f},
    {VRM_BONE_UPPER_CHEST, {0, 1.26f, -0.01f}, {0, 0, 0}, 0.09f},
    {VRM_BONE_HIPS, {0, 0.90f, 0}, {0, 0, 0}, 0.105f},
    {VRM_BONE_LEFT_SHOULDER, {0.08f, 1.31f, 0}, {0, 0, 0}, 0.05f},
    {VRM_BONE_RIGHT_SHOULDER, {-0.08f, 1.31f, 0}, {0, 0, 0}, 0.05f},
    {VRM_BONE_LEFT_HAND, {0.64f, 1.31f, 0}, {0, 0, 0}, 0.05f},
    {VRM_BONE_RIGHT_HAND, {-0.64f, 1.31f, 0}, {0, 0, 0}, 0.05f},
};

static const ColliderRow capsule_rows[] = {
    {VRM_BONE_LEFT_UPPER_LEG, {0.08f, 0.80f, 0}, {0.08f, 0.50f, 0}, 0.07f},
    {VRM_BONE_RIGHT_UPPER_LEG, {-0.08f, 0.80f, 0}, {-0.08f, 0.50f, 0}, 0.07f},
    {VRM_BONE_LEFT_UPPER_ARM, {0.15f, 1.31f, 0}, {0.36f, 1.31f, 0}, 0.04f},
    {VRM_BONE_RIGHT_UPPER_ARM, {-0.15f, 1.31f, 0}, {-0.36f, 1.31f, 0}, 0.04f},
};

static const ColliderRow extended_rows[] = {
    {VRM_BONE_HEAD, {0, 1.45f, 0}, {0, 0, 0}, 0.60f},
    {VRM_BONE_HIPS, {0, 0.90f, 0}, {0, 0.50f, 0}, 0.40f},
    {VRM_BONE_HIPS, {0, 0.02f, 0}, {0, 0, 0}, 0},
};

#define ROWS(table) ((int32_t)(sizeof(table) / sizeof *(table)))

static void add_collider(Character* character, const ColliderRow* row, vrm_ColliderShape shape) {
    character->colliders[character->collider_count++] =
        (BodyCollider){.node = character->bones[row->bone],
                       .shape = shape,
                       .offset = row->offset,
                       .tail = row->tail,
                       .normal = v3(0, 1, 0),
                       .radius = row->radius};
}

static void add_colliders(Character* character) {
    const SceneDef* def = &character->def;
    for (int32_t i = 0; i < def->sphere_count; i++)
        add_collider(character, &sphere_rows[i % ROWS(sphere_rows)], VRM_COLLIDER_SPHERE);
    for (int32_t i = 0; i < def->capsule_count; i++)
        add_collider(character, &capsule_rows[i % ROWS(capsule_rows)], VRM_COLLIDER_CAPSULE);
    for (int32_t i = 0; i < def->extended_count; i++) {
        int32_t row = i % ROWS(extended_rows);
        add_collider(character, &extended_rows[row],
                     (vrm_ColliderShape)(VRM_COLLIDER_INSIDE_SPHERE + row));
    }
    int32_t per_group = colliders_per_group(def->dialect);
    for (int32_t first = 0; first < character->collider_count; first += per_group) {
        int32_t left = character->collider_count - first;
        BodyGroup* group = &character->groups[character->group_count++];
        *group = (BodyGroup){.first_collider = first,
                             .collider_count = left < per_group ? left : per_group};
        snprintf(group->name, sizeof group->name, "group %d", character->group_count);
    }
    for (int32_t i = 0; i < character->chain_count; i++) {
        BodyChain* chain = &character->chains[i];
        if (chain->group_count > character->group_count)
            chain->group_count = character->group_count;
    }
}

/* Twist helpers in the forearms, a sleeve that points at the elbow, a small wing that follows an
 * arm. A second round hangs below the first. */
static void add_constraint(Character* character, int32_t index) {
    static const struct {
        const char* name;
        vrm_Bone parent, source;
        vrm_Vec3 position;
        vrm_ConstraintType type;
        vrm_Axis axis;
        float weight;
    } rows[] = {
        {"LeftTwist",
         VRM_BONE_LEFT_LOWER_ARM,
         VRM_BONE_LEFT_HAND,
         {0.48f, 1.31f, 0},
         VRM_CONSTRAINT_ROLL,
         VRM_AXIS_POSITIVE_X,
         0.5f},
        {"RightTwist",
         VRM_BONE_RIGHT_LOWER_ARM,
         VRM_BONE_RIGHT_HAND,
         {-0.48f, 1.31f, 0},
         VRM_CONSTRAINT_ROLL,
         VRM_AXIS_POSITIVE_X,
         0.5f},
        {"Sleeve",
         VRM_BONE_LEFT_UPPER_ARM,
         VRM_BONE_LEFT_LOWER_ARM,
         {0.20f, 1.31f, 0},
         VRM_CONSTRAINT_AIM,
         VRM_AXIS_POSITIVE_X,
         1},
        {"Wing",
         VRM_BONE_UPPER_CHEST,
         VRM_BONE_RIGHT_UPPER_ARM,
         {-0.06f, 1.28f, -0.10f},
         VRM_CONSTRAINT_ROTATION,
         VRM_AXIS_POSITIVE_X,
         0.8f},
    };
    int32_t row = index % ROWS(rows), round = index / ROWS(rows);
    char name[48];
    snprintf(name, sizeof name, round == 0 ? "%s" : "%s%d", rows[row].name, round + 1);
    vrm_Vec3 position = v3_add(rows[row].position, v3(0, -0.01f * (float)round, 0));
    int32_t node =
        character_add_node(character, character->bones[rows[row].parent], position, name);
    if (character->has_failed) return;
    character->nodes[node].is_joint = true;
    character->nodes[node].constraint = character->constraint_count;
    character->constraints[character->constraint_count++] =
        (BodyConstraint){.node = node,
                         .source = character->bones[rows[row].source],
                         .type = rows[row].type,
                         .axis = rows[row].axis,
                         .weight = rows[row].weight};
}

static void* take(Character* character, int32_t count, size_t size) {
    void* items = calloc(count > 0 ? (size_t)count : 1, size);
    if (items == NULL) character->has_failed = true;
    return items;
}

void character_take_lists(Character* character, int32_t chains, int32_t colliders, int32_t groups,
                          int32_t constraints) {
    character->chains = take(character, chains, sizeof *character->chains);
    character->colliders = take(character, colliders, sizeof *character->colliders);
    character->groups = take(character, groups, sizeof *character->groups);
    character->constraints = take(character, constraints, sizeof *character->constraints);
}

void skeleton_build(Character* character) {
    const SceneDef* def = &character->def;
    int32_t collider_count = def->sphere_count + def->capsule_count + def->extended_count;
    character_take_lists(character, def->chain_count, collider_count, collider_count,
                         def->constraint_count);
    if (character->has_failed) return;
    character->root = character_add_node(character, -1, v3(0, 0, 0), "Root");
    skeleton_add_bones(character, bone_rows, BONE_ROW_COUNT);
    for (int32_t i = 0; i < def->chain_count && !character->has_failed; i++)
        add_chain(character, i);
    add_colliders(character);
    for (int32_t i = 0; i < def->constraint_count; i++) add_constraint(character, i);
}

void skeleton_add_meshes(Character* character) {
    static const char* const names[MESH_COUNT] = {"Body", "Face", "Swaying", "Hairpin", "Visor"};
    static const int32_t first_person[MESH_COUNT] = {
        VRM_FIRST_PERSON_AUTO, VRM_FIRST_PERSON_THIRD_PERSON_ONLY, -1, VRM_FIRST_PERSON_BOTH,
        VRM_FIRST_PERSON_FIRST_PERSON_ONLY};
    static const vrm_Vec3 rigid = {0, 1.53f, 0};
    character->mesh_count = MESH_COUNT;
    character->face = MESH_FACE;
    for (int32_t i = 0; i < MESH_COUNT; i++) {
        bool is_rigid = i >= MESH_HAIRPIN;
        int32_t parent = is_rigid ? character->bones[VRM_BONE_HEAD] : -1;
        int32_t node =
            character_add_node(character, parent, is_rigid ? rigid : v3(0, 0, 0), names[i]);
        if (character->has_failed) return;
        character->nodes[node].mesh = i;
        character->nodes[node].has_skin = !is_rigid;
        character->mesh_nodes[i] = node;
        character->meshes[i].name = names[i];
        character->meshes[i].first_person = first_person[i];
    }
    while (character->node_count < character->def.node_count && !character->has_failed) {
        char name[48];
        snprintf(name, sizeof name, "Extra%d", character->node_count);
        vrm_Vec3 position = v3(0, 0.01f * (float)(character->node_count % 100), 0);
        int32_t node = character_add_node(character, character->root, position, name);
        if (!character->has_failed) character->nodes[node].is_joint = true;
    }
}

void skeleton_link(Character* character) {
    for (int32_t i = character->node_count - 1; i >= 0; i--) {
        BodyNode* node = &character->nodes[i];
        if (node->is_joint) character->joint_count++;
        if (node->parent < 0) continue;
        node->next_sibling = character->nodes[node->parent].first_child;
        character->nodes[node->parent].first_child = i;
    }
}
