/* SPDX-License-Identifier: MIT */
/* The object: made at once, read, applied. */
#include "author/avatar/avatar_proposal.h"

#include "base/report.h"
#include "model/model.h"

#include <string.h>

void vrm_avatar_proposal_def_init(vrm_AvatarProposalDef* def, size_t def_size) {
    vrm_AvatarProposalDef defaults = {0};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

const char* vrm_bone_finding_text(vrm_BoneFinding finding) {
    static const char* const texts[] = {"", "choice", "name", "shape"};
    return (size_t)finding < VRM_BONE_FINDING_COUNT ? texts[finding] : NULL;
}

/* ---- Choices ---- */

static bool are_turns_sound(const vrm_AvatarProposalDef* def) {
    uint64_t seen = 0;
    for (int32_t i = 0; i < def->bone_turn_count; i++) {
        const vrm_BoneTurn* turn = &def->bone_turns[i];
        if ((unsigned)turn->bone >= VRM_BONE_COUNT || !vrmi_vec3_is_finite(turn->degrees))
            return false;
        if ((seen >> turn->bone & 1) != 0) return false;
        seen |= (uint64_t)1 << turn->bone;
    }
    return true;
}

static bool is_sound(const vrm_AvatarProposalDef* def, int32_t node_count) {
    uint64_t seen = 0;
    if (!vrmi_is_finite(def->metres) || def->metres < 0.0f || def->metres > 1e6f) return false;
    for (int32_t i = 0; i < def->choice_count; i++) {
        const vrm_BoneChoice* choice = &def->choices[i];
        if ((unsigned)choice->bone >= VRM_BONE_COUNT || choice->node < -1) return false;
        if (choice->node >= node_count || (seen >> choice->bone & 1) != 0) return false;
        seen |= (uint64_t)1 << choice->bone;
        for (int32_t k = 0; k < i; k++)
            if (choice->node >= 0 && def->choices[k].node == choice->node) return false;
    }
    return are_turns_sound(def);
}

/* Hips that are chosen say which of several figures is meant: all its bones hang on them. */
static vrm_Result leave_out_others(vrm_AvatarProposal* proposal) {
    const vrm_Gltf* gltf = vrm_model_gltf(proposal->model);
    int32_t hips = proposal->bones[VRM_BONE_HIPS].node;
    if (hips < 0) return VRM_OK;
    const bool* is_body = vrmi_figure_mark_below(proposal, hips);
    if (is_body == NULL) return VRM_ERR_MEMORY;
    for (int32_t n = 0; n < gltf->node_count; n++)
        if (!is_body[n] && proposal->stated[n] == VRMI_NODE_UNSTATED)
            proposal->stated[n] = VRM_BONE_NONE;
    return VRM_OK;
}

static vrm_Result take_choices(vrm_AvatarProposal* proposal) {
    int32_t count = vrm_model_gltf(proposal->model)->node_count;
    proposal->stated = vrmi_avatar_take(proposal, count, sizeof *proposal->stated);
    if (proposal->stated == NULL) return VRM_ERR_MEMORY;
    for (int32_t n = 0; n < count; n++) proposal->stated[n] = VRMI_NODE_UNSTATED;
    for (int b = 0; b < VRM_BONE_COUNT; b++) proposal->bones[b].node = -1;
    for (int32_t i = 0; i < proposal->def.choice_count; i++) {
        const vrm_BoneChoice* choice = &proposal->def.choices[i];
        if (choice->node < 0) proposal->denied |= (uint64_t)1 << choice->bone;
        if (choice->node < 0) continue;
        proposal->stated[choice->node] = (int8_t)choice->bone;
        proposal->bones[choice->bone] = (vrm_ProposedBone){
            .node = choice->node, .finding = VRM_BONE_FOUND_BY_CHOICE, .confidence = 1.0f};
    }
    return leave_out_others(proposal);
}

/* ---- Create ---- */

static void count_bones(vrm_AvatarProposal* proposal) {
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        proposal->facts.bone_count += proposal->bones[b].node >= 0;
}

static bool is_avatar(const vrm_AvatarProposal* proposal) {
    if (vrm_model_dialect(proposal->model) == VRM_DIALECT_NONE) return false;
    vrmi_report_at(proposal->report, VRMI_RULE_CREATE_ALREADY, VRM_NO_OFFSET, NULL);
    return true;
}

/* A VRM animation has a skeleton alone. */
static bool is_motion(const vrm_AvatarProposal* proposal) {
    if (vrm_model_clip_info(proposal->model) == NULL) return false;
    vrmi_report_at(proposal->report, VRMI_RULE_CREATE_NOTHING_MOVES, VRM_NO_OFFSET, NULL);
    return true;
}

static vrm_Result find(vrm_AvatarProposal* proposal) {
    vrm_RigDef def = vrm_default_rig_def();
    def.allocator = proposal->allocator;
    vrm_Result result = take_choices(proposal);
    if (result != VRM_OK || is_avatar(proposal) || is_motion(proposal)) return result;
    if (vrm_model_gltf(proposal->model)->node_count == 0) return vrmi_figure_check(proposal);
    result = vrm_rig_build(proposal->model, &def, &proposal->rig);
    if (result == VRM_OK)
        result = vrmi_cloud_read(proposal->model, proposal->rig, &proposal->budget,
                                 &proposal->arena, &proposal->cloud);
    if (result == VRM_OK && !proposal->def.ignores_names)
        result = vrmi_figure_find_by_name(proposal);
    if (result == VRM_OK) vrmi_figure_settle_sides(proposal);
    if (result == VRM_OK) result = vrmi_figure_find_by_shape(proposal);
    if (result == VRM_OK) result = vrmi_figure_check(proposal);
    if (result == VRM_OK && proposal->facts.is_possible) result = vrmi_figure_find_pose(proposal);
    if (result == VRM_OK && proposal->facts.is_possible) result = vrmi_figure_find_face(proposal);
    if (result == VRM_OK && proposal->facts.is_possible)
        result = vrmi_figure_choose_mtoon(proposal);
    return result;
}

vrm_Result vrm_avatar_proposal_create(const vrm_Model* model, const vrm_AvatarProposalDef* def,
                                      vrm_Report* report, vrm_AvatarProposal** out_proposal) {
    vrm_AvatarProposalDef used = vrm_default_avatar_proposal_def();
    *out_proposal = NULL;
    if (def != NULL && !vrmi_def_copy(&used, sizeof used, def)) return VRM_ERR_DEF;
    if (!is_sound(&used, vrm_model_gltf(model)->node_count)) return VRM_ERR_ARGUMENT;
    vrm_Allocator below = vrmi_allocator(&used.allocator);
    vrm_AvatarProposal* proposal = vrmi_alloc_zeroed(&below, 1, sizeof *proposal);
    if (proposal == NULL) return VRM_ERR_MEMORY;
    proposal->model = model;
    proposal->def = used;
    proposal->report = report;
    vrmi_budget_init(&proposal->budget, &below);
    vrmi_budget_open(&proposal->budget, &model->document->def.limits,
                     vrmi_document_source_bytes(model->document), 0, report);
    proposal->allocator = vrmi_budget_allocator(&proposal->budget);
    vrmi_arena_init(&proposal->arena, &proposal->allocator, 64 * 1024);
    vrm_Result result = vrmi_budget_close(&proposal->budget, find(proposal));
    count_bones(proposal);
    proposal->def.choices = NULL; /* not kept */
    proposal->def.bone_turns = NULL;
    proposal->report = NULL;
    if (result == VRM_OK)
        *out_proposal = proposal;
    else
        vrm_avatar_proposal_destroy(proposal);
    return result;
}

void vrm_avatar_proposal_destroy(vrm_AvatarProposal* proposal) {
    if (proposal == NULL) return;
    vrm_Allocator below = proposal->budget.below;
    vrm_rig_destroy(proposal->rig);
    vrmi_arena_release(&proposal->arena);
    vrmi_release(&below, proposal, sizeof *proposal);
}

/* ---- Read ---- */

vrm_ProposedBone vrm_avatar_proposal_bone(const vrm_AvatarProposal* proposal, vrm_Bone bone) {
    if ((unsigned)bone >= VRM_BONE_COUNT) return (vrm_ProposedBone){.node = -1};
    return proposal->bones[bone];
}

vrm_AvatarFacts vrm_avatar_proposal_facts(const vrm_AvatarProposal* proposal) {
    return proposal->facts;
}

const vrm_PosedNode* vrm_avatar_proposal_nodes(const vrm_AvatarProposal* proposal,
                                               int32_t* out_count) {
    *out_count = proposal->posed_count;
    return proposal->posed;
}

const vrm_Expression* vrm_avatar_proposal_expressions(const vrm_AvatarProposal* proposal,
                                                      int32_t* out_count) {
    *out_count = proposal->expression_count;
    return proposal->expressions;
}
