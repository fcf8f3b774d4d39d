/* SPDX-License-Identifier: MIT */
/* A character before it is written in a dialect: nodes, meshes, springs, constraints. Everything
 * is in 1.0's words and model space: metres, facing +Z, the character's left at +X. Writers turn it
 * for dialects that face -Z.
 *
 *   scene_avatar: character_build -> write_character -> GLB     the plain figure, in any size
 *     scene_skeleton.c  nodes, chains, colliders, constraints
 *     body.c      meshes on them (mesh.c: tubes)
 *     figure_looks.c     tables: materials, textures, morph targets, expressions
 *   scene_hero: hero_build -> write_character -> GLB            the bundled avatar (hero.h) */
#ifndef SCENES_CHARACTER_H
#define SCENES_CHARACTER_H

#include "looks.h"
#include "mesh.h"
#include "scene_maths.h"
#include "scenes.h"

typedef struct BodyNode {
    char name[48];
    int32_t parent, first_child, next_sibling; /* -1: none */
    vrm_Vec3 position;                         /* model space, as is the rotation */
    vrm_Quat rotation;
    int32_t mesh;
    bool has_skin;
    bool is_joint;      /* of the one skin */
    int32_t constraint; /* -1: none */
} BodyNode;

/* What a joint of a chain has. */
typedef struct JointLook {
    float hit_radius, stiffness, gravity_power, drag_force;
} JointLook;

/* Joints are consecutive nodes. */
typedef struct BodyChain {
    char name[32];
    int32_t first_node, joint_count;
    bool hangs_from_head;
    JointLook look;                   /* of the first joint */
    float softening;                  /* how much stiffness is lost towards the tip */
    int32_t center;                   /* node; -1: none */
    int32_t first_group, group_count; /* after the last group comes the first again */
} BodyChain;

/* In model space, at rest. */
typedef struct BodyCollider {
    int32_t node;
    vrm_ColliderShape shape;
    vrm_Vec3 offset, tail, normal;
    float radius;
} BodyCollider;

/* Consecutive colliders; on one node if a dialect is to be written whose groups have one. */
typedef struct BodyGroup {
    char name[32];
    int32_t first_collider, collider_count;
} BodyGroup;

typedef struct BodyConstraint {
    int32_t node, source;
    vrm_ConstraintType type;
    vrm_Axis axis;
    float weight;
} BodyConstraint;

#define MESH_MAX 8

typedef struct Character {
    SceneDef def;
    const Looks* looks;
    bool has_small_skin; /* joints and weights in bytes */
    bool is_compact;     /* morph targets are sparse, which many readers do not know */
    bool has_meshes;     /* without them it is a skeleton for motion, which has no eyes */
    int32_t root;        /* node above all bones */
    vrm_Vec3 eye_point;  /* where the gaze starts */
    int32_t bones[VRM_BONE_COUNT];
    BodyNode* nodes;
    BodyChain* chains;
    BodyCollider* colliders;
    BodyGroup* groups;
    BodyConstraint* constraints;
    int32_t node_count, chain_count, collider_count, group_count, constraint_count;
    int32_t node_capacity;
    int32_t joint_count;
    Mesh meshes[MESH_MAX];
    int32_t mesh_nodes[MESH_MAX];
    int32_t mesh_count;
    int32_t face; /* the mesh that has morph targets */
    bool has_failed;
} Character;

/* False when there is no memory or the definition is absurd; release it in either case. */
bool character_build(Character* character, const SceneDef* def, bool has_meshes);
void character_release(Character* character);

/* Returns the node's index; 0 when it could not be added. */
int32_t character_add_node(Character* character, int32_t parent, vrm_Vec3 position,
                           const char* name);
/* Zeroed room for the lists that `chain_count` and the others will count. */
void character_take_lists(Character* character, int32_t chains, int32_t colliders, int32_t groups,
                          int32_t constraints);

/* One row for a bone in the middle, or for the left one of a pair (mirrored in X). `parent` is the
 * row's bone parent, on the same side if that one is paired too. */
typedef struct BoneRow {
    vrm_Bone bone, right, parent;
    vrm_Vec3 position;
    const char* name;
    bool is_finger;
} BoneRow;

#define MIDDLE(bone, parent, x, y, z, name)                                                        \
    { VRM_BONE_##bone, VRM_BONE_NONE, VRM_BONE_##parent, {x, y, z}, name, false }
#define PAIR(bone, parent, x, y, z, name)                                                          \
    { VRM_BONE_LEFT_##bone, VRM_BONE_RIGHT_##bone, VRM_BONE_##parent, {x, y, z}, name, false }
#define FINGER(bone, parent, x, y, z, name)                                                        \
    { VRM_BONE_LEFT_##bone, VRM_BONE_RIGHT_##bone, VRM_BONE_LEFT_##parent, {x, y, z}, name, true }

/* Parents come before their children. */
void skeleton_add_bones(Character* character, const BoneRow* rows, int32_t count);

/* Steps of character_build(). */
void skeleton_build(Character* character);
void skeleton_add_meshes(Character* character);
void body_build(Character* character);
/* The last step of every character: parents to children; counts joints. */
void skeleton_link(Character* character);

/* "leftUpperLeg": 1.0's name of a bone that the character has. */
void bone_key(const Character* character, vrm_Bone bone, char key[48]);

/* Rest rotations that are not the identity, one for each index; unit length in floats. */
vrm_Quat irregular_rotation(int32_t index);

/* A model-space point or direction in the axes of a node at rest. */
vrm_Vec3 to_local_point(const BodyNode* node, vrm_Vec3 point);
vrm_Vec3 to_local_direction(const BodyNode* node, vrm_Vec3 direction);

#endif
