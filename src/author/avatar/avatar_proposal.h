/* SPDX-License-Identifier: MIT */
/* A figure that becomes an avatar.
 *
 *   figure_bones.c    memory of the proposal, and what the steps ask of its bones
 *   figure_names.c    bones by names, as motion finds them
 *   figure_sides.c    left and right, where names have them the other way round
 *   figure_shape.c    bones by place and shape
 *   figure_check.c    whether that is one person who stands, and what is missing
 *   figure_pose.c     the T-pose, direction and size
 *   figure_face.c     expressions and gaze
 *   avatar_mtoon.c    materials that become MToon
 *   avatar_apply.c    all of it written to a model
 *   avatar_proposal.c the object */
#ifndef VRMI_AUTHOR_AVATAR_PROPOSAL_H
#define VRMI_AUTHOR_AVATAR_PROPOSAL_H

#include "author/cloud.h"
#include "motion/capture/person.h"
#include "vrm/author_avatar.h"
#include "vrm/edit.h"

struct vrm_AvatarProposal {
    const vrm_Model* model;
    vrm_AvatarProposalDef def;
    vrm_Report* report; /* while it is made */
    vrmi_Budget budget;
    vrm_Allocator allocator; /* counted by the budget */
    vrmi_Arena arena;
    vrm_Rig* rig;
    vrmi_Cloud cloud;

    vrm_ProposedBone bones[VRM_BONE_COUNT];
    uint64_t denied; /* bits of bones that the caller says are not there */
    int8_t* stated;  /* of each node: a vrm_Bone by choice, or VRMI_NODE_UNSTATED */
    vrm_AvatarFacts facts;

    vrm_PosedNode* posed;
    int32_t posed_count;
    vrm_Transform root; /* above all nodes, with facts.turns or another unit */
    bool has_root, has_scales;

    vrm_Expression* expressions;
    int32_t expression_count;
    vrm_LookAt look_at; /* with facts.has_look_at */
    bool* is_mtoon;     /* of each material; NULL without def.makes_mtoon */
};

/* Zeroed memory of the proposal. */
void* vrmi_avatar_take(vrm_AvatarProposal* proposal, int32_t count, size_t size);
/* Returns true if a node hangs on another, or is it. */
bool vrmi_figure_is_below(const vrm_Gltf* gltf, int32_t node, int32_t above);
/* By node: whether it hangs on another, or is it. NULL: no memory. */
bool* vrmi_figure_mark_below(vrm_AvatarProposal* proposal, int32_t top);
/* From one bone to another as the nodes stand; (0, 0, 0) if one is missing. */
vrm_Vec3 vrmi_figure_between(const vrm_AvatarProposal* proposal, vrm_Bone from, vrm_Bone to);
/* Returns the number of required bones that were not found. */
int32_t vrmi_figure_missing(const vrm_AvatarProposal* proposal);

/* Each sets bones that are not found yet. */
vrm_Result vrmi_figure_find_by_name(vrm_AvatarProposal* proposal);
vrm_Result vrmi_figure_find_by_shape(vrm_AvatarProposal* proposal);

/* Swaps left and right bones that names put on the wrong sides, and reports it. */
void vrmi_figure_settle_sides(vrm_AvatarProposal* proposal);

/* Sets is_possible, and reports why not. */
vrm_Result vrmi_figure_check(vrm_AvatarProposal* proposal);

/* Sets posed, root and what facts say of them. */
vrm_Result vrmi_figure_find_pose(vrm_AvatarProposal* proposal);
/* Sets expressions and look_at. Needs the pose. */
vrm_Result vrmi_figure_find_face(vrm_AvatarProposal* proposal);

/* Sets is_mtoon, if the definition asks for it, and facts.mtoon_count. */
vrm_Result vrmi_figure_choose_mtoon(vrm_AvatarProposal* proposal);
void vrmi_avatar_write_mtoon(const vrm_AvatarProposal* proposal, vrm_Edit* edit);

#endif
