/* SPDX-License-Identifier: MIT */
/* Chains: nodes below the humanoid that move vertices, from the body outwards. Of several children
 * the one that moves most continues a chain; each other one begins a chain. A node that moves
 * nothing itself only holds what hangs below it together. */
#include "author/springs/spring_proposal.h"

#include "author/springs/sway_names.h"
#include "vrm/model.h"

#include <string.h>

/* A node that moves less, in vertices with their weights, moves nothing. */
#define LEAST_MOVED 0.5f

/* A node that moves less than this share of what it and its children move is a group of these. */
#define GROUP_SHARE 0.01f

/* Metres on an avatar of usual size. */
#define SHORTEST_CHAIN 0.005f

typedef struct Finder {
    vrm_SpringProposal* proposal;
    const vrm_Gltf* gltf;
    int16_t* verdicts; /* of each node and what is above it */
    float* moved;      /* of each node and those below it that are no bones */
    bool* is_closed;   /* belongs to a chain, or never to one */
} Finder;

/* ---- Body ---- */

static void find_body(Finder* finder) {
    vrm_SpringProposal* proposal = finder->proposal;
    const vrm_Gltf* gltf = finder->gltf;
    memset(proposal->bones, VRM_BONE_NONE, (size_t)gltf->node_count);
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        int32_t node = vrm_rig_bone(proposal->rig, (vrm_Bone)b);
        if (node >= 0) proposal->bones[node] = (int8_t)b;
        if (node >= 0) proposal->is_body[node] = true;
    }
    for (int32_t i = gltf->node_count - 1; i >= 0; i--) { /* children first */
        int32_t n = gltf->node_order[i], parent = gltf->nodes[n].parent;
        if (parent >= 0 && proposal->is_body[n]) proposal->is_body[parent] = true;
    }
    for (int32_t i = 0; i < gltf->node_count; i++) { /* parents first */
        int32_t n = gltf->node_order[i], parent = gltf->nodes[n].parent;
        if (parent >= 0 && proposal->bones[n] == VRM_BONE_NONE)
            proposal->bones[n] = proposal->bones[parent];
    }
}

/* What other parts of the file turn already. */
static void close_driven(Finder* finder) {
    const vrm_Model* model = finder->proposal->model;
    int32_t count;
    const vrm_Constraint* constraints = vrm_model_constraints(model, &count);
    for (int32_t i = 0; i < count; i++) finder->is_closed[constraints[i].node] = true;
    const vrm_SpringBones* springs = vrm_model_spring_bones(model);
    for (int32_t s = 0; s < springs->spring_count && !finder->proposal->def.replaces; s++)
        for (int32_t j = 0; j < springs->springs[s].joint_count; j++)
            if (springs->springs[s].joints[j].node >= 0)
                finder->is_closed[springs->springs[s].joints[j].node] = true;
}

/* A name that says nothing has the verdict of what is above it. */
static void read_names(Finder* finder) {
    const vrm_Gltf* gltf = finder->gltf;
    const bool* is_body = finder->proposal->is_body;
    for (int32_t i = 0; i < gltf->node_count; i++) {
        int32_t n = gltf->node_order[i], parent = gltf->nodes[n].parent;
        if (is_body[n]) continue;
        int verdict = vrmi_sway_by_name(gltf->nodes[n].name);
        if (verdict == VRMI_SWAY_UNNAMED && parent >= 0 && !is_body[parent])
            verdict = finder->verdicts[parent];
        finder->verdicts[n] = (int16_t)verdict;
        if (verdict == VRMI_SWAY_NEVER) finder->is_closed[n] = true;
    }
}

static void sum_moved(Finder* finder) {
    const vrm_Gltf* gltf = finder->gltf;
    for (int32_t i = gltf->node_count - 1; i >= 0; i--) {
        int32_t n = gltf->node_order[i], parent = gltf->nodes[n].parent;
        if (finder->proposal->is_body[n]) continue;
        finder->moved[n] += finder->proposal->cloud.weights[n];
        if (parent >= 0) finder->moved[parent] += finder->moved[n];
    }
}

/* ---- Helpers of limbs ---- */

static vrm_Vec3 place_of(const vrm_SpringProposal* proposal, int32_t node) {
    return proposal->cloud.rests[node].translation;
}

static vrm_Bone next_in_limb(vrm_Bone bone) {
    switch (bone) {
    case VRM_BONE_LEFT_UPPER_LEG: return VRM_BONE_LEFT_LOWER_LEG;
    case VRM_BONE_LEFT_LOWER_LEG: return VRM_BONE_LEFT_FOOT;
    case VRM_BONE_RIGHT_UPPER_LEG: return VRM_BONE_RIGHT_LOWER_LEG;
    case VRM_BONE_RIGHT_LOWER_LEG: return VRM_BONE_RIGHT_FOOT;
    case VRM_BONE_LEFT_UPPER_ARM: return VRM_BONE_LEFT_LOWER_ARM;
    case VRM_BONE_LEFT_LOWER_ARM: return VRM_BONE_LEFT_HAND;
    case VRM_BONE_RIGHT_UPPER_ARM: return VRM_BONE_RIGHT_LOWER_ARM;
    case VRM_BONE_RIGHT_LOWER_ARM: return VRM_BONE_RIGHT_HAND;
    default: return VRM_BONE_NONE;
    }
}

/* A joint inside a limb, or one of fingers, toes and face, without a name that explains it: it
 * spreads the twist of a sleeve's skin, or bulges a muscle. */
static bool is_helper(const vrm_SpringProposal* proposal, int32_t node) {
    vrm_Bone bone = (vrm_Bone)proposal->bones[node], next = next_in_limb(bone);
    if (next == VRM_BONE_NONE) {
        bool is_finger = bone >= VRM_BONE_LEFT_THUMB_METACARPAL;
        return is_finger || bone == VRM_BONE_LEFT_TOES || bone == VRM_BONE_RIGHT_TOES ||
               bone == VRM_BONE_LEFT_EYE || bone == VRM_BONE_RIGHT_EYE || bone == VRM_BONE_JAW;
    }
    vrm_Vec3 from = place_of(proposal, vrm_rig_bone(proposal->rig, bone));
    vrm_Vec3 to = place_of(proposal, vrm_rig_bone(proposal->rig, next));
    vrm_Vec3 along = vrmi_vec3_sub(to, from), at = vrmi_vec3_sub(place_of(proposal, node), from);
    float length = vrmi_vec3_length(along);
    vrm_Vec3 axis = vrmi_vec3_normalize(along);
    float share = vrmi_vec3_dot(at, axis);
    vrm_Vec3 aside = vrmi_vec3_sub(at, vrmi_vec3_scale(axis, share));
    return share > -0.1f * length && vrmi_vec3_length(aside) < 0.15f * length;
}

/* ---- Chains ---- */

static bool may_belong(const Finder* finder, int32_t node) {
    return !finder->proposal->is_body[node] && !finder->is_closed[node];
}

/* The child that continues a chain; -1: none. */
static int32_t next_node(const Finder* finder, int32_t node) {
    const vrm_Node* from = &finder->gltf->nodes[node];
    int32_t best = -1;
    for (int32_t c = 0; c < from->child_count; c++) {
        int32_t child = from->children[c];
        if (!may_belong(finder, child) || finder->moved[child] <= LEAST_MOVED) continue;
        if (finder->verdicts[child] != finder->verdicts[node]) continue;
        if (best < 0 || finder->moved[child] > finder->moved[best]) best = child;
    }
    return best;
}

/* The child at the end of a chain that moves nothing: of several the farthest; -1: none. */
static int32_t end_node(const Finder* finder, int32_t node) {
    const vrm_Node* from = &finder->gltf->nodes[node];
    vrm_Vec3 at = place_of(finder->proposal, node);
    int32_t best = -1;
    float farthest = 0.0f;
    for (int32_t c = 0; c < from->child_count; c++) {
        int32_t child = from->children[c];
        float distance = vrmi_vec3_distance(place_of(finder->proposal, child), at);
        if (!may_belong(finder, child) || finder->moved[child] > LEAST_MOVED ||
            distance <= farthest)
            continue;
        best = child;
        farthest = distance;
    }
    return best;
}

/* Where the vertices of a joint end, seen from it. */
static vrm_Vec3 tip_of_vertices(const vrmi_Cloud* cloud, int32_t node) {
    vrm_Vec3 at = cloud->rests[node].translation, sum = {0.0f, 0.0f, 0.0f};
    float farthest = 0.0f;
    for (int32_t i = cloud->first[node]; i >= 0; i = cloud->points[i].next)
        sum = vrmi_vec3_add(sum, vrmi_vec3_sub(cloud->points[i].place, at));
    vrm_Vec3 along = vrmi_vec3_normalize(sum);
    for (int32_t i = cloud->first[node]; i >= 0; i = cloud->points[i].next)
        farthest = fmaxf(farthest, vrmi_vec3_dot(vrmi_vec3_sub(cloud->points[i].place, at), along));
    return vrmi_vec3_add(at, vrmi_vec3_scale(along, farthest));
}

static void add_node(Finder* finder, int32_t node) {
    vrm_SpringProposal* proposal = finder->proposal;
    if (proposal->chains[proposal->chain_count].count++ > 0)
        proposal->tips[proposal->node_count - 1] = place_of(proposal, node);
    proposal->tips[proposal->node_count] = place_of(proposal, node);
    proposal->nodes[proposal->node_count++] = node;
    finder->is_closed[node] = true;
}

float vrmi_sway_length(const vrm_SpringProposal* proposal, const vrmi_SwayChain* chain) {
    float length = 0.0f;
    for (int32_t i = chain->first; i < chain->first + vrmi_sway_turning(chain); i++)
        length += vrmi_vec3_distance(place_of(proposal, proposal->nodes[i]), proposal->tips[i]);
    return length;
}

static void add_chain(Finder* finder, int32_t root) {
    vrm_SpringProposal* proposal = finder->proposal;
    vrmi_SwayChain* chain = &proposal->chains[proposal->chain_count];
    *chain = (vrmi_SwayChain){.first = proposal->node_count,
                              .verdict = finder->verdicts[root],
                              .bone = (vrm_Bone)proposal->bones[root]};
    int32_t last = root;
    for (int32_t node = root; node >= 0; node = next_node(finder, node)) {
        add_node(finder, node);
        last = node;
    }
    int32_t end = end_node(finder, last);
    if (end >= 0) add_node(finder, end);
    chain->adds_tail = end < 0;
    if (chain->adds_tail)
        proposal->tips[proposal->node_count - 1] = tip_of_vertices(&proposal->cloud, last);
    if (vrmi_sway_length(proposal, chain) >= SHORTEST_CHAIN * proposal->size)
        proposal->chain_count++;
    else
        proposal->node_count = chain->first;
}

/* A mesh that is fixed to the body. */
static bool is_part(const Finder* finder, int32_t node) {
    const vrm_Node* from = &finder->gltf->nodes[node];
    return from->mesh >= 0 && from->child_count == 0;
}

static bool is_group(const Finder* finder, int32_t node) {
    float own = finder->proposal->cloud.weights[node];
    return own < GROUP_SHARE * finder->moved[node];
}

static void find_chains(Finder* finder) {
    vrm_SpringProposal* proposal = finder->proposal;
    for (int32_t i = 0; i < finder->gltf->node_count; i++) { /* parents first */
        int32_t n = finder->gltf->node_order[i];
        bool hangs = proposal->bones[n] != VRM_BONE_NONE && may_belong(finder, n);
        if (!hangs || finder->moved[n] <= LEAST_MOVED || is_group(finder, n)) continue;
        bool is_unnamed = finder->verdicts[n] == VRMI_SWAY_UNNAMED;
        if (is_unnamed && (is_helper(proposal, n) || is_part(finder, n))) continue;
        add_chain(finder, n);
    }
}

vrm_Result vrmi_sway_find_chains(vrm_SpringProposal* proposal) {
    Finder finder = {.proposal = proposal, .gltf = vrm_model_gltf(proposal->model)};
    int32_t count = finder.gltf->node_count;
    proposal->bones = vrmi_sway_take(proposal, count, sizeof *proposal->bones);
    proposal->is_body = vrmi_sway_take(proposal, count, sizeof *proposal->is_body);
    proposal->nodes = vrmi_sway_take(proposal, count, sizeof *proposal->nodes);
    proposal->tips = vrmi_sway_take(proposal, count, sizeof *proposal->tips);
    proposal->radii = vrmi_sway_take(proposal, count, sizeof *proposal->radii);
    proposal->chains = vrmi_sway_take(proposal, count, sizeof *proposal->chains);
    finder.verdicts = vrmi_sway_take(proposal, count, sizeof *finder.verdicts);
    finder.moved = vrmi_sway_take(proposal, count, sizeof *finder.moved);
    finder.is_closed = vrmi_sway_take(proposal, count, sizeof *finder.is_closed);
    if (proposal->bones == NULL || proposal->is_body == NULL || proposal->nodes == NULL ||
        proposal->tips == NULL || proposal->radii == NULL || proposal->chains == NULL ||
        finder.verdicts == NULL || finder.moved == NULL || finder.is_closed == NULL)
        return VRM_ERR_MEMORY;
    find_body(&finder);
    close_driven(&finder);
    read_names(&finder);
    sum_moved(&finder);
    find_chains(&finder);
    return VRM_OK;
}
