/* SPDX-License-Identifier: MIT */
/* The object: made at once, changed by its user, read as springs. */
#include "author/springs/spring_proposal.h"
#include "author/springs/sway_names.h"
#include "author/springs/sway_presets.h"
#include "base/report.h"
#include "model/model.h"

#include <string.h>

/* The height of hips (m) for which the sizes in this folder are meant. */
#define USUAL_HIPS 0.9f

void vrm_spring_proposal_def_init(vrm_SpringProposalDef* def, size_t def_size) {
    vrm_SpringProposalDef defaults = {.has_colliders = true, .center = -1};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

/* ---- Create ---- */

static const vrm_SpringBones* kept_springs(const vrm_SpringProposal* proposal) {
    static const vrm_SpringBones none;
    return proposal->def.replaces ? &none : vrm_model_spring_bones(proposal->model);
}

/* False after an edit that added springs. */
static bool has_room_for(const vrm_SpringProposal* proposal, const vrm_SpringBones* kept) {
    return kept->collider_count <= proposal->kept_colliders &&
           kept->collider_group_count <= proposal->kept_groups &&
           kept->spring_count <= proposal->kept_springs;
}

/* Room for the result with all chains taken. A joint more than there are nodes: an added tail; an
 * index for each collider in its own group, and for each group of each chain. */
static vrm_Result make_room(vrm_SpringProposal* proposal) {
    const vrm_SpringBones* kept = kept_springs(proposal);
    int32_t chains = proposal->chain_count, colliders = proposal->collider_count;
    proposal->kept_colliders = kept->collider_count;
    proposal->kept_groups = kept->collider_group_count;
    proposal->kept_springs = kept->spring_count;
    proposal->result_colliders = vrmi_sway_take(proposal, kept->collider_count + colliders,
                                                sizeof *proposal->result_colliders);
    proposal->result_groups = vrmi_sway_take(proposal, kept->collider_group_count + colliders,
                                             sizeof *proposal->result_groups);
    proposal->result_springs =
        vrmi_sway_take(proposal, kept->spring_count + chains, sizeof *proposal->result_springs);
    proposal->result_joints =
        vrmi_sway_take(proposal, proposal->node_count + chains, sizeof *proposal->result_joints);
    proposal->result_indices =
        vrmi_sway_take(proposal, colliders + chains * colliders, sizeof *proposal->result_indices);
    bool has_room = proposal->result_colliders != NULL && proposal->result_groups != NULL &&
                    proposal->result_springs != NULL && proposal->result_joints != NULL &&
                    proposal->result_indices != NULL;
    return has_room ? VRM_OK : VRM_ERR_MEMORY;
}

static vrm_Result copy_names(vrm_SpringProposal* proposal) {
    const vrm_Gltf* gltf = vrm_model_gltf(proposal->model);
    for (int32_t i = 0; i < proposal->chain_count; i++) {
        vrmi_SwayChain* chain = &proposal->chains[i];
        const char* name = gltf->nodes[proposal->nodes[chain->first]].name;
        chain->name = vrmi_arena_string(&proposal->arena, name, strlen(name));
        if (chain->name == NULL) return VRM_ERR_MEMORY;
    }
    return VRM_OK;
}

static vrm_Result find(vrm_SpringProposal* proposal) {
    vrm_RigDef def = vrm_default_rig_def();
    def.allocator = proposal->arena.allocator;
    vrm_Result result = vrm_rig_build(proposal->model, &def, &proposal->rig);
    if (result != VRM_OK) return result;
    if (vrm_rig_bone(proposal->rig, VRM_BONE_HIPS) < 0) return VRM_ERR_INVALID;
    float height = vrm_rig_hips_height(proposal->rig);
    proposal->size = height > 0.0f ? height / USUAL_HIPS : 1.0f;
    result = vrmi_cloud_read(proposal->model, proposal->rig, &proposal->budget, &proposal->arena,
                             &proposal->cloud);
    if (result == VRM_OK) result = vrmi_sway_find_chains(proposal);
    if (result == VRM_OK) result = copy_names(proposal);
    if (result != VRM_OK) return result;
    vrmi_sway_classify(proposal);
    result = vrmi_sway_measure(proposal);
    if (result == VRM_OK && proposal->def.has_colliders) result = vrmi_sway_fit_colliders(proposal);
    return result == VRM_OK ? make_room(proposal) : result;
}

vrm_Result vrm_spring_proposal_create(const vrm_Model* model, const vrm_SpringProposalDef* def,
                                      vrm_Report* report, vrm_SpringProposal** out_proposal) {
    vrm_SpringProposalDef used = vrm_default_spring_proposal_def();
    *out_proposal = NULL;
    if (def != NULL && !vrmi_def_copy(&used, sizeof used, def)) return VRM_ERR_DEF;
    if (used.center < -1 || used.center >= vrm_model_gltf(model)->node_count)
        return VRM_ERR_ARGUMENT;
    vrm_Allocator below = vrmi_allocator(&used.allocator);
    vrm_SpringProposal* proposal = vrmi_alloc_zeroed(&below, 1, sizeof *proposal);
    if (proposal == NULL) return VRM_ERR_MEMORY;
    proposal->model = model;
    proposal->def = used;
    vrmi_budget_init(&proposal->budget, &below);
    vrmi_budget_open(&proposal->budget, &model->document->def.limits,
                     vrmi_document_source_bytes(model->document), 0, report);
    vrm_Allocator counted = vrmi_budget_allocator(&proposal->budget);
    vrmi_arena_init(&proposal->arena, &counted, 64 * 1024);
    vrm_Result result = vrmi_budget_close(&proposal->budget, find(proposal));
    if (result == VRM_OK)
        *out_proposal = proposal;
    else
        vrm_spring_proposal_destroy(proposal);
    return result;
}

void vrm_spring_proposal_destroy(vrm_SpringProposal* proposal) {
    if (proposal == NULL) return;
    vrm_Allocator below = proposal->budget.below;
    vrm_rig_destroy(proposal->rig);
    vrmi_arena_release(&proposal->arena);
    vrmi_release(&below, proposal, sizeof *proposal);
}

/* ---- Chains ---- */

int32_t vrm_spring_proposal_count(const vrm_SpringProposal* proposal) {
    return proposal->chain_count;
}

static bool is_chain(const vrm_SpringProposal* proposal, int32_t index) {
    return index >= 0 && index < proposal->chain_count;
}

vrm_ProposedSpring vrm_spring_proposal_get(const vrm_SpringProposal* proposal, int32_t index) {
    if (!is_chain(proposal, index)) return (vrm_ProposedSpring){.bone = VRM_BONE_NONE};
    const vrmi_SwayChain* chain = &proposal->chains[index];
    const int32_t* nodes = proposal->nodes + chain->first;
    return (vrm_ProposedSpring){.name = chain->name,
                                .kind = chain->kind,
                                .feel = chain->feel,
                                .is_taken = chain->is_taken,
                                .is_named = chain->verdict != VRMI_SWAY_UNNAMED,
                                .bone = chain->bone,
                                .nodes = nodes,
                                .node_count = chain->count,
                                .adds_tail = chain->adds_tail};
}

bool vrm_spring_proposal_set(vrm_SpringProposal* proposal, int32_t index, bool is_taken,
                             vrm_SwayKind kind, vrm_SwayFeel feel) {
    if (!is_chain(proposal, index) || vrm_sway_kind_text(kind) == NULL ||
        vrm_sway_feel_text(feel) == NULL)
        return false;
    vrmi_SwayChain* chain = &proposal->chains[index];
    chain->is_taken = is_taken;
    chain->kind = kind;
    chain->feel = feel;
    return true;
}

/* ---- Result ---- */

static float scale_of(const vrm_SpringProposal* proposal, int32_t node) {
    float scale = fabsf(proposal->cloud.rests[node].scale.x);
    return scale > 1e-6f ? scale : 1.0f;
}

static vrm_Vec3 in_node(const vrm_SpringProposal* proposal, int32_t node, vrm_Vec3 place) {
    vrm_Affine rest = vrmi_affine_from_transform(proposal->cloud.rests[node]);
    vrm_Affine to_node = vrmi_affine_inverse(&rest);
    return vrmi_affine_point(&to_node, place);
}

static void put_joints(const vrm_SpringProposal* proposal, const vrmi_SwayChain* chain,
                       vrm_SpringJoint* out) {
    vrmi_SwayPreset preset = vrmi_sway_preset(chain->kind, chain->feel);
    for (int32_t i = 0; i < chain->count + (chain->adds_tail ? 1 : 0); i++) {
        bool is_added = i == chain->count;
        int32_t at = chain->first + (is_added ? i - 1 : i), node = proposal->nodes[at];
        out[i] = (vrm_SpringJoint){.node = is_added ? -1 : node,
                                   .hit_radius = proposal->radii[at] / scale_of(proposal, node),
                                   .stiffness = preset.stiffness,
                                   .gravity_power = preset.gravity_power,
                                   .gravity_dir = {0.0f, -1.0f, 0.0f},
                                   .drag_force = preset.drag_force};
        if (is_added) out[i].end_offset = in_node(proposal, node, proposal->tips[at]);
    }
}

static vrm_Collider collider_of(const vrm_SpringProposal* proposal, const vrmi_SwayCollider* from) {
    int32_t node = vrm_rig_bone(proposal->rig, from->bone);
    return (vrm_Collider){.node = node,
                          .shape = from->is_capsule ? VRM_COLLIDER_CAPSULE : VRM_COLLIDER_SPHERE,
                          .offset = in_node(proposal, node, from->a),
                          .tail = in_node(proposal, node, from->b),
                          .radius = from->radius / scale_of(proposal, node)};
}

/* Adds the colliders that chains of the result use, each as a group of its own; returns for each
 * its group. */
static void put_colliders(vrm_SpringProposal* proposal, int32_t groups[VRMI_SWAY_COLLIDERS_MAX]) {
    vrm_SpringBones* result = &proposal->result;
    uint32_t used = 0;
    for (int32_t i = 0; i < proposal->chain_count; i++)
        if (proposal->chains[i].is_taken) used |= proposal->chains[i].colliders;
    for (int32_t c = 0; c < proposal->collider_count; c++) {
        if ((used >> c & 1) == 0) continue;
        const vrmi_SwayCollider* collider = &proposal->colliders[c];
        groups[c] = result->collider_group_count;
        proposal->result_indices[c] = result->collider_count;
        proposal->result_groups[result->collider_group_count++] =
            (vrm_ColliderGroup){.name = vrm_bone_name(collider->bone),
                                .colliders = &proposal->result_indices[c],
                                .collider_count = 1};
        proposal->result_colliders[result->collider_count++] = collider_of(proposal, collider);
    }
}

/* A center must be above the first joint, or be it. */
static int32_t center_of(const vrm_SpringProposal* proposal, const vrmi_SwayChain* chain) {
    const vrm_Gltf* gltf = vrm_model_gltf(proposal->model);
    int32_t node = proposal->nodes[chain->first];
    while (node >= 0 && node != proposal->def.center) node = gltf->nodes[node].parent;
    return node;
}

static void put_spring(vrm_SpringProposal* proposal, int32_t index, const int32_t* groups,
                       vrm_SpringJoint* joints, int32_t* indices) {
    const vrmi_SwayChain* chain = &proposal->chains[index];
    vrm_Spring* spring = &proposal->result_springs[proposal->result.spring_count++];
    put_joints(proposal, chain, joints);
    *spring = (vrm_Spring){.name = chain->name,
                           .joints = joints,
                           .joint_count = chain->count + (chain->adds_tail ? 1 : 0),
                           .collider_groups = indices,
                           .center = center_of(proposal, chain)};
    for (int32_t c = 0; c < proposal->collider_count; c++)
        if ((chain->colliders >> c & 1) != 0) indices[spring->collider_group_count++] = groups[c];
}

const vrm_SpringBones* vrm_spring_proposal_result(vrm_SpringProposal* proposal) {
    const vrm_SpringBones* kept = kept_springs(proposal);
    int32_t groups[VRMI_SWAY_COLLIDERS_MAX] = {0};
    vrm_SpringBones* result = &proposal->result;
    *result = (vrm_SpringBones){0};
    if (!has_room_for(proposal, kept)) return result;
    *result = *kept;
    result->colliders = proposal->result_colliders;
    result->collider_groups = proposal->result_groups;
    result->springs = proposal->result_springs;
    for (int32_t i = 0; i < kept->collider_count; i++)
        proposal->result_colliders[i] = kept->colliders[i];
    for (int32_t i = 0; i < kept->collider_group_count; i++)
        proposal->result_groups[i] = kept->collider_groups[i];
    for (int32_t i = 0; i < kept->spring_count; i++) proposal->result_springs[i] = kept->springs[i];
    put_colliders(proposal, groups);
    vrm_SpringJoint* joints = proposal->result_joints;
    int32_t* indices = proposal->result_indices + proposal->collider_count;
    for (int32_t i = 0; i < proposal->chain_count; i++) {
        if (!proposal->chains[i].is_taken) continue;
        put_spring(proposal, i, groups, joints, indices);
        joints += proposal->result_springs[result->spring_count - 1].joint_count;
        indices += proposal->collider_count;
    }
    return result;
}
