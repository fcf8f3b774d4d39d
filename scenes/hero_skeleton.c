/* SPDX-License-Identifier: MIT */
/* Vesna's nodes in T-pose, 1.43 m tall: bones, helpers with constraints, then chains that sway. */
#include "hero.h"

#include <stdio.h>

#define ROWS(table) ((int32_t)(sizeof(table) / sizeof *(table)))

static const BoneRow bone_rows[] = {
    MIDDLE(HIPS, NONE, 0, 0.790f, 0, "Hips"),
    MIDDLE(SPINE, HIPS, 0, 0.850f, 0, "Spine"),
    MIDDLE(CHEST, SPINE, 0, 0.925f, -0.004f, "Chest"),
    MIDDLE(UPPER_CHEST, CHEST, 0, 1.000f, -0.008f, "UpperChest"),
    MIDDLE(NECK, UPPER_CHEST, 0, 1.105f, -0.012f, "Neck"),
    MIDDLE(HEAD, NECK, 0, 1.165f, -0.006f, "Head"),
    MIDDLE(JAW, HEAD, 0, 1.205f, 0.010f, "Jaw"),
    PAIR(EYE, HEAD, 0.044f, 1.257f, 0.040f, "Eye"), /* placed by hero_eye_pivot() */
    PAIR(UPPER_LEG, HIPS, 0.060f, 0.755f, 0, "UpperLeg"),
    PAIR(LOWER_LEG, LEFT_UPPER_LEG, 0.060f, 0.420f, 0.004f, "LowerLeg"),
    PAIR(FOOT, LEFT_LOWER_LEG, 0.060f, 0.085f, -0.014f, "Foot"),
    PAIR(TOES, LEFT_FOOT, 0.060f, 0.024f, 0.070f, "Toes"),
    PAIR(SHOULDER, UPPER_CHEST, 0.022f, 1.072f, -0.008f, "Shoulder"),
    PAIR(UPPER_ARM, LEFT_SHOULDER, 0.094f, 1.072f, -0.008f, "UpperArm"),
    PAIR(LOWER_ARM, LEFT_UPPER_ARM, 0.272f, 1.072f, -0.008f, "LowerArm"),
    PAIR(HAND, LEFT_LOWER_ARM, 0.440f, 1.072f, -0.006f, "Hand"),
    FINGER(THUMB_METACARPAL, HAND, 0.452f, 1.066f, 0.012f, "ThumbMetacarpal"),
    FINGER(THUMB_PROXIMAL, THUMB_METACARPAL, 0.470f, 1.062f, 0.030f, "ThumbProximal"),
    FINGER(THUMB_DISTAL, THUMB_PROXIMAL, 0.486f, 1.061f, 0.042f, "ThumbDistal"),
    FINGER(INDEX_PROXIMAL, HAND, 0.500f, 1.073f, 0.018f, "IndexProximal"),
    FINGER(INDEX_INTERMEDIATE, INDEX_PROXIMAL, 0.526f, 1.073f, 0.020f, "IndexIntermediate"),
    FINGER(INDEX_DISTAL, INDEX_INTERMEDIATE, 0.543f, 1.073f, 0.021f, "IndexDistal"),
    FINGER(MIDDLE_PROXIMAL, HAND, 0.503f, 1.074f, 0.003f, "MiddleProximal"),
    FINGER(MIDDLE_INTERMEDIATE, MIDDLE_PROXIMAL, 0.532f, 1.074f, 0.003f, "MiddleIntermediate"),
    FINGER(MIDDLE_DISTAL, MIDDLE_INTERMEDIATE, 0.550f, 1.074f, 0.003f, "MiddleDistal"),
    FINGER(RING_PROXIMAL, HAND, 0.500f, 1.073f, -0.012f, "RingProximal"),
    FINGER(RING_INTERMEDIATE, RING_PROXIMAL, 0.526f, 1.073f, -0.014f, "RingIntermediate"),
    FINGER(RING_DISTAL, RING_INTERMEDIATE, 0.543f, 1.073f, -0.015f, "RingDistal"),
    FINGER(LITTLE_PROXIMAL, HAND, 0.494f, 1.070f, -0.026f, "LittleProximal"),
    FINGER(LITTLE_INTERMEDIATE, LITTLE_PROXIMAL, 0.514f, 1.070f, -0.029f, "LittleIntermediate"),
    FINGER(LITTLE_DISTAL, LITTLE_INTERMEDIATE, 0.527f, 1.070f, -0.031f, "LittleDistal"),
};

/* ---- Constraints ---- */

/* Where a dialect has no constraints the node hangs from `plain_parent`. */
/* clang-format off */
static const struct {
    const char* name;
    vrm_Bone parent, plain_parent, source;
    vrm_Vec3 position;
    vrm_ConstraintType type;
    vrm_Axis axis;
    float weight;
} constraint_rows[] = {
    {"LeftForearmTwist", VRM_BONE_LEFT_LOWER_ARM, VRM_BONE_LEFT_LOWER_ARM, VRM_BONE_LEFT_HAND,
     {0.365f, 1.072f, -0.007f}, VRM_CONSTRAINT_ROLL, VRM_AXIS_POSITIVE_X, 0.5f},
    {"RightForearmTwist", VRM_BONE_RIGHT_LOWER_ARM, VRM_BONE_RIGHT_LOWER_ARM, VRM_BONE_RIGHT_HAND,
     {-0.365f, 1.072f, -0.007f}, VRM_CONSTRAINT_ROLL, VRM_AXIS_POSITIVE_X, 0.5f},
    {"LeftSleeve", VRM_BONE_LEFT_SHOULDER, VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_LEFT_LOWER_ARM,
     {0.094f, 1.072f, -0.008f}, VRM_CONSTRAINT_AIM, VRM_AXIS_POSITIVE_X, 1},
    {"RightSleeve", VRM_BONE_RIGHT_SHOULDER, VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_RIGHT_LOWER_ARM,
     {-0.094f, 1.072f, -0.008f}, VRM_CONSTRAINT_AIM, VRM_AXIS_NEGATIVE_X, 1},
    {"Pouch", VRM_BONE_HIPS, VRM_BONE_HIPS, VRM_BONE_RIGHT_UPPER_LEG, {-0.068f, 0.884f, 0.036f},
     VRM_CONSTRAINT_ROTATION, VRM_AXIS_POSITIVE_X, 0.3f},
};
/* clang-format on */

static bool has_constraints(vrm_Dialect dialect) {
    return dialect == VRM_DIALECT_BETA || dialect == VRM_DIALECT_1;
}

static void add_helper(Character* character, int32_t row) {
    bool is_bound = has_constraints(character->def.dialect);
    vrm_Bone parent = is_bound ? constraint_rows[row].parent : constraint_rows[row].plain_parent;
    int32_t node = character_add_node(character, character->bones[parent],
                                      constraint_rows[row].position, constraint_rows[row].name);
    if (character->has_failed) return;
    character->nodes[node].is_joint = true;
    if (!is_bound) return;
    character->nodes[node].constraint = character->constraint_count;
    character->constraints[character->constraint_count++] =
        (BodyConstraint){.node = node,
                         .source = character->bones[constraint_rows[row].source],
                         .type = constraint_rows[row].type,
                         .axis = constraint_rows[row].axis,
                         .weight = constraint_rows[row].weight};
}

/* ---- Colliders ---- */

/* Chains use groups that follow one another; each group is on one node, for 0.x. Extended shapes
 * are only in 1.0. */
enum {
    GROUP_CURLS, /* keeps the ringlets near */
    GROUP_HEAD,
    GROUP_CHEST,
    GROUP_LEFT_ARM,
    GROUP_RIGHT_ARM,
    GROUP_HIPS,
    GROUP_LEFT_LEG,
    GROUP_RIGHT_LEG,
    GROUP_BELL, /* keeps the skirt from flying up */
    GROUP_FLOOR,
    GROUP_COUNT
};

static const char* const group_names[GROUP_COUNT] = {"curls",     "head", "chest",    "left arm",
                                                     "right arm", "hips", "left leg", "right leg",
                                                     "bell",      "floor"};

/* clang-format off */
static const struct {
    int32_t group;
    vrm_Bone bone;
    vrm_ColliderShape shape;
    vrm_Vec3 offset, tail;
    float radius;
} collider_rows[] = {
    {GROUP_CURLS, VRM_BONE_HEAD, VRM_COLLIDER_INSIDE_SPHERE, {0, 1.16f, 0}, {0, 0, 0}, 0.42f},
    {GROUP_HEAD, VRM_BONE_HEAD, VRM_COLLIDER_SPHERE, {0, 1.295f, -0.004f}, {0, 0, 0}, 0.098f},
    {GROUP_HEAD, VRM_BONE_HEAD, VRM_COLLIDER_SPHERE, {0, 1.225f, 0.020f}, {0, 0, 0}, 0.070f},
    {GROUP_CHEST, VRM_BONE_UPPER_CHEST, VRM_COLLIDER_CAPSULE, {0, 1.06f, -0.004f},
     {0, 0.93f, -0.004f}, 0.066f},
    {GROUP_LEFT_ARM, VRM_BONE_LEFT_UPPER_ARM, VRM_COLLIDER_CAPSULE, {0.10f, 1.072f, -0.008f},
     {0.26f, 1.072f, -0.008f}, 0.036f},
    {GROUP_RIGHT_ARM, VRM_BONE_RIGHT_UPPER_ARM, VRM_COLLIDER_CAPSULE, {-0.10f, 1.072f, -0.008f},
     {-0.26f, 1.072f, -0.008f}, 0.036f},
    {GROUP_HIPS, VRM_BONE_HIPS, VRM_COLLIDER_SPHERE, {0, 0.80f, -0.004f}, {0, 0, 0}, 0.092f},
    {GROUP_LEFT_LEG, VRM_BONE_LEFT_UPPER_LEG, VRM_COLLIDER_CAPSULE, {0.060f, 0.73f, 0.002f},
     {0.060f, 0.45f, 0.002f}, 0.062f},
    {GROUP_RIGHT_LEG, VRM_BONE_RIGHT_UPPER_LEG, VRM_COLLIDER_CAPSULE, {-0.060f, 0.73f, 0.002f},
     {-0.060f, 0.45f, 0.002f}, 0.062f},
    {GROUP_BELL, VRM_BONE_HIPS, VRM_COLLIDER_INSIDE_CAPSULE, {0, 0.82f, 0}, {0, 0.52f, 0}, 0.40f},
    {GROUP_FLOOR, VRM_BONE_HIPS, VRM_COLLIDER_PLANE, {0, 0.01f, 0}, {0, 0, 0}, 0},
};
/* clang-format on */

static void add_colliders(Character* character, int32_t group_index[GROUP_COUNT + 1]) {
    bool has_extended = character->def.dialect == VRM_DIALECT_1;
    for (int32_t g = 0; g < GROUP_COUNT; g++) {
        BodyGroup group = {.first_collider = character->collider_count};
        snprintf(group.name, sizeof group.name, "%s", group_names[g]);
        for (int32_t i = 0; i < ROWS(collider_rows); i++) {
            bool is_extended = collider_rows[i].shape >= VRM_COLLIDER_INSIDE_SPHERE;
            if (collider_rows[i].group != g || (is_extended && !has_extended)) continue;
            character->colliders[character->collider_count++] =
                (BodyCollider){.node = character->bones[collider_rows[i].bone],
                               .shape = collider_rows[i].shape,
                               .offset = collider_rows[i].offset,
                               .tail = collider_rows[i].tail,
                               .normal = v3(0, 1, 0),
                               .radius = collider_rows[i].radius};
        }
        group.collider_count = character->collider_count - group.first_collider;
        group_index[g] = character->group_count;
        if (group.collider_count > 0) character->groups[character->group_count++] = group;
    }
    group_index[GROUP_COUNT] = character->group_count;
}

/* ---- Chains ---- */

typedef struct ChainKind {
    vrm_Bone parent;
    JointLook look;
    float softening;
    int32_t first_group, last_group;
    bool has_center; /* sways with the hips' space only */
} ChainKind;

static const ChainKind fringe = {
    VRM_BONE_HEAD, {0.008f, 2.2f, 0.05f, 0.55f}, 0.8f, GROUP_HEAD, GROUP_HEAD, false};
static const ChainKind back_hair = {
    VRM_BONE_HEAD, {0.012f, 1.5f, 0.15f, 0.45f}, 0.6f, GROUP_HEAD, GROUP_RIGHT_ARM, false};
static const ChainKind ringlet = {
    VRM_BONE_HEAD, {0.022f, 0.9f, 0.25f, 0.30f}, 0.4f, GROUP_CURLS, GROUP_RIGHT_ARM, false};
static const ChainKind sprout = {
    VRM_BONE_HEAD, {0.008f, 1.4f, 0, 0.20f}, 0.6f, GROUP_HEAD, GROUP_HEAD, false};
static const ChainKind skirt = {
    VRM_BONE_HIPS, {0.022f, 1.6f, 0.15f, 0.55f}, 0.5f, GROUP_HIPS, GROUP_BELL, false};
static const ChainKind ribbon = {
    VRM_BONE_SPINE, {0.010f, 0.7f, 0.12f, 0.40f}, 0.4f, GROUP_HIPS, GROUP_FLOOR, true};

static void begin_chain(Character* character, const ChainKind* kind, const char* name,
                        int32_t joints, const int32_t* group_index) {
    BodyChain* chain = &character->chains[character->chain_count++];
    int32_t first = group_index[kind->first_group];
    *chain = (BodyChain){.first_node = character->node_count,
                         .joint_count = joints,
                         .hangs_from_head = kind->parent == VRM_BONE_HEAD,
                         .look = kind->look,
                         .softening = kind->softening,
                         .center = kind->has_center ? character->bones[VRM_BONE_HIPS] : -1,
                         .first_group = first,
                         .group_count = group_index[kind->last_group + 1] - first};
    snprintf(chain->name, sizeof chain->name, "%s", name);
}

/* Adds the next joint of the chain that was begun last. */
static void add_joint(Character* character, const ChainKind* kind, vrm_Vec3 position) {
    const BodyChain* chain = &character->chains[character->chain_count - 1];
    int32_t j = character->node_count - chain->first_node;
    char name[48];
    snprintf(name, sizeof name, "%s_%d", chain->name, (int)j + 1);
    int32_t parent = j == 0 ? character->bones[kind->parent] : character->node_count - 1;
    int32_t node = character_add_node(character, parent, position, name);
    if (!character->has_failed) character->nodes[node].is_joint = true;
}

static const ChainKind* hair_kind(const char* name) {
    switch (name[0]) {
    case 'F': return &fringe;
    case 'R': return &ringlet;
    case 'S': return &sprout;
    default: return &back_hair;
    }
}

static void add_chains(Character* character, const int32_t* group_index) {
    for (int32_t i = 0; i < hero_hair_chain_count(); i++) {
        const HairChain* hair = hero_hair_chain(i);
        const ChainKind* kind = hair_kind(hair->name);
        begin_chain(character, kind, hair->name, hair->joint_count, group_index);
        for (int32_t j = 0; j < hair->joint_count; j++)
            add_joint(character, kind, hero_hair_point(i, hair->starts[j]));
    }
    for (int32_t i = 0; i < SKIRT_CHAINS; i++) {
        char name[32];
        snprintf(name, sizeof name, "Skirt%d", (int)i + 1);
        begin_chain(character, &skirt, name, SKIRT_JOINTS, group_index);
        for (int32_t j = 0; j < SKIRT_JOINTS; j++)
            add_joint(character, &skirt,
                      hero_skirt_point((float)i / SKIRT_CHAINS,
                                       0.16f + 0.84f * (float)j / (SKIRT_JOINTS - 1)));
    }
    for (int32_t i = 0; i < RIBBON_CHAINS; i++) {
        begin_chain(character, &ribbon, i == 0 ? "LeftRibbon" : "RightRibbon", RIBBON_JOINTS,
                    group_index);
        for (int32_t j = 0; j < RIBBON_JOINTS; j++)
            add_joint(character, &ribbon, hero_ribbon_point(i, (float)j / (RIBBON_JOINTS - 1)));
    }
}

/* ---- Meshes ---- */

static void add_mesh_nodes(Character* character) {
    static const struct {
        const char* name;
        int32_t first_person;
    } rows[HERO_MESH_COUNT] = {
        [HERO_BODY] = {"Body", VRM_FIRST_PERSON_AUTO},
        [HERO_FACE] = {"Face", VRM_FIRST_PERSON_THIRD_PERSON_ONLY},
        [HERO_HAIR] = {"Hair", VRM_FIRST_PERSON_THIRD_PERSON_ONLY},
        [HERO_DRESS] = {"Dress", VRM_FIRST_PERSON_AUTO},
        [HERO_CHARM] = {"Charm", VRM_FIRST_PERSON_BOTH},
        [HERO_LASHES] = {"Lashes", VRM_FIRST_PERSON_FIRST_PERSON_ONLY},
    };
    character->mesh_count = HERO_MESH_COUNT;
    character->face = HERO_FACE;
    for (int32_t i = 0; i < HERO_MESH_COUNT; i++) {
        int32_t node = character_add_node(character, -1, v3(0, 0, 0), rows[i].name);
        if (character->has_failed) return;
        character->nodes[node].mesh = i;
        character->nodes[node].has_skin = true;
        character->mesh_nodes[i] = node;
        character->meshes[i].name = rows[i].name;
        character->meshes[i].first_person = rows[i].first_person;
    }
}

void hero_skeleton(Character* character) {
    int32_t group_index[GROUP_COUNT + 1];
    character_take_lists(character, hero_hair_chain_count() + SKIRT_CHAINS + RIBBON_CHAINS,
                         ROWS(collider_rows), GROUP_COUNT, ROWS(constraint_rows));
    if (character->has_failed) return;
    character->root = character_add_node(character, -1, v3(0, 0, 0), "Root");
    skeleton_add_bones(character, bone_rows, ROWS(bone_rows));
    if (character->has_failed) return;
    vrm_Vec3 pivot = hero_eye_pivot();
    character->nodes[character->bones[VRM_BONE_LEFT_EYE]].position = pivot;
    character->nodes[character->bones[VRM_BONE_RIGHT_EYE]].position = mirrored_x(pivot, true);
    character->eye_point = v3(0, pivot.y, pivot.z);
    for (int32_t i = 0; i < ROWS(constraint_rows); i++) add_helper(character, i);
    add_colliders(character, group_index);
    add_chains(character, group_index);
    add_mesh_nodes(character);
}
