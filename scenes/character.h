/* SPDX-License-Identifier: MIT */
/* The character before it is written in a dialect: nodes, meshes, springs, constraints. Everything
 * is in 1.0's words and model space: metres, facing +Z, the character's left at +X. Writers turn it
 * for dialects that face -Z.
 *
 *   scene_avatar: character_build -> write_avatar -> GLB
 *     skeleton.c  nodes, chains, colliders, constraints
 *     body.c      meshes on them (mesh.c: tubes)
 *     looks.c     tables: materials, textures, morph targets, expressions */
#ifndef SCENES_CHARACTER_H
#define SCENES_CHARACTER_H

#include "maths.h"
#include "mesh.h"
#include "scenes.h"

typedef struct BodyNode {
    char name[48];
    int32_t parent, first_child, next_sibling; /* -1: none */
    vrm_Vec3 position;                         /* model space, as is the rotation */
    vrm_Quat rotation;
    int32_t mesh;
    bool has_skin;
    bool is_joint; /* of the one skin */
} BodyNode;

/* Joints are consecutive nodes. */
typedef struct BodyChain {
    int32_t first_node;
    bool hangs_from_head;
} BodyChain;

/* In model space, at rest. */
typedef struct BodyCollider {
    int32_t node;
    vrm_ColliderShape shape;
    vrm_Vec3 offset, tail, normal;
    float radius;
} BodyCollider;

typedef struct BodyConstraint {
    int32_t node, source;
    vrm_ConstraintType type;
    vrm_Axis axis;
    float weight;
} BodyConstraint;

enum { MESH_BODY, MESH_FACE, MESH_SWAYING, MESH_HAIRPIN, MESH_VISOR, MESH_COUNT };

typedef struct Character {
    SceneDef def;
    bool has_meshes; /* without them it is a skeleton for motion, which has no eyes */
    int32_t root;    /* node above all bones */
    int32_t bones[VRM_BONE_COUNT];
    BodyNode* nodes;
    BodyChain* chains;
    BodyCollider* colliders;
    BodyConstraint* constraints;
    int32_t node_count, chain_count, collider_count, constraint_count;
    int32_t node_capacity;
    int32_t joint_count;
    Mesh meshes[MESH_COUNT];
    int32_t mesh_nodes[MESH_COUNT];
    bool has_failed;
} Character;

/* False when there is no memory or the definition is absurd; release it all the same. */
bool character_build(Character* character, const SceneDef* def, bool has_meshes);
void character_release(Character* character);

/* Steps of character_build(). */
void skeleton_build(Character* character);
void skeleton_add_meshes(Character* character);
void skeleton_link(Character* character); /* parents to children; counts joints */
void body_build(Character* character);

/* "leftUpperLeg": 1.0's name of a bone that the character has. */
void bone_key(const Character* character, vrm_Bone bone, char key[48]);

/* Rest rotations that are not the identity, one for each index; unit length in floats. */
vrm_Quat odd_rotation(int32_t index);

/* A model-space point or direction in the axes of a node at rest. */
vrm_Vec3 to_local_point(const BodyNode* node, vrm_Vec3 point);
vrm_Vec3 to_local_direction(const BodyNode* node, vrm_Vec3 direction);

#endif
