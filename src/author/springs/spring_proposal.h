/* SPDX-License-Identifier: MIT */
/* A proposal: chains, colliders, and the springs that they make. */
#ifndef VRMI_AUTHOR_SPRING_PROPOSAL_H
#define VRMI_AUTHOR_SPRING_PROPOSAL_H

#include "author/cloud.h"
#include "vrm/author_springs.h"

enum { VRMI_SWAY_COLLIDERS_MAX = 16 };

/* A chain. All places are in the axes of the cloud. */
typedef struct vrmi_SwayChain {
    const char* name;     /* of its first node; a copy */
    int32_t first, count; /* into nodes, tips and radii of the proposal */
    int verdict;          /* of the names: a vrm_SwayKind or VRMI_SWAY_UNNAMED */
    vrm_SwayKind kind;
    vrm_SwayFeel feel;
    vrm_Bone bone; /* above it */
    bool is_taken, adds_tail;
    uint32_t colliders; /* bit c: collider c of the proposal is in its reach */
} vrmi_SwayChain;

/* A sphere, or a capsule from `a` to `b`. */
typedef struct vrmi_SwayCollider {
    vrm_Bone bone;
    vrm_Vec3 a, b;
    float radius;
    bool is_capsule;
} vrmi_SwayCollider;

struct vrm_SpringProposal {
    const vrm_Model* model;
    vrm_SpringProposalDef def;
    vrmi_Budget budget;
    vrmi_Arena arena;
    vrm_Rig* rig;
    vrmi_Cloud cloud;
    int8_t* bones; /* of each node: the bone that it is or hangs on; VRM_BONE_NONE */
    bool* is_body; /* of each node: a bone, or above one */
    float size;    /* of the avatar: 1 where its hips are at 0.9 m */

    int32_t* nodes; /* of all chains */
    vrm_Vec3* tips; /* of each of these: where it points at */
    float* radii;   /* of each: the thickness of what it moves, metres */
    vrmi_SwayChain* chains;
    int32_t node_count, chain_count;
    vrmi_SwayCollider colliders[VRMI_SWAY_COLLIDERS_MAX];
    int32_t collider_count;

    /* The result, with room for all chains and colliders, and for what the file has. */
    vrm_SpringBones result;
    int32_t kept_colliders, kept_groups, kept_springs;
    vrm_Collider* result_colliders;
    vrm_ColliderGroup* result_groups;
    vrm_Spring* result_springs;
    vrm_SpringJoint* result_joints;
    int32_t* result_indices;
};

/* Zeroed memory of the proposal. */
static inline void* vrmi_sway_take(vrm_SpringProposal* proposal, int32_t count, size_t size) {
    return vrmi_arena_alloc(&proposal->arena, (size_t)count + 1, size);
}

/* Number of nodes of a chain that turn: without an end that the last one points at. */
static inline int32_t vrmi_sway_turning(const vrmi_SwayChain* chain) {
    return chain->adds_tail ? chain->count : chain->count - 1;
}

/* Length of a chain with its tail. */
float vrmi_sway_length(const vrm_SpringProposal* proposal, const vrmi_SwayChain* chain);

/* Fills bones, is_body, chains. */
vrm_Result vrmi_sway_find_chains(vrm_SpringProposal* proposal);
/* Says what the chains are, and which are taken at first. */
void vrmi_sway_classify(vrm_SpringProposal* proposal);
/* Fills radii. */
vrm_Result vrmi_sway_measure(vrm_SpringProposal* proposal);
/* Fits colliders to the body and decides which chains they concern. No joint at rest is inside a
 * collider of its chain. */
vrm_Result vrmi_sway_fit_colliders(vrm_SpringProposal* proposal);

#endif
