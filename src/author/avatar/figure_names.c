/* SPDX-License-Identifier: MIT */
/* Bones by the names of their joints. src/motion/capture has the names, and finds hips, trunk and
 * head by their place among named joints. */
#include "author/avatar/avatar_proposal.h"

#include "base/report.h"

#define CONFIDENCE_OF_NAMES 0.9f

static void take_bones(vrm_AvatarProposal* proposal, const vrm_Capture* figure) {
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        vrm_ProposedBone* bone = &proposal->bones[b];
        bool is_denied = (proposal->denied >> b & 1) != 0;
        if (bone->finding != VRM_BONE_NOT_FOUND || figure->bones[b] < 0 || is_denied) continue;
        bone->node = vrmi_capture_figure_node(figure, figure->bones[b]);
        bone->finding = VRM_BONE_FOUND_BY_NAME;
        bone->confidence = CONFIDENCE_OF_NAMES;
    }
}

static vrm_Result find(vrm_AvatarProposal* proposal, bool has_all_nodes) {
    vrm_Capture* figure = NULL;
    vrm_Result result = vrmi_capture_read_figure(proposal->model, proposal->stated, has_all_nodes,
                                                 &proposal->allocator, &figure);
    if (result == VRM_ERR_LIMIT && has_all_nodes) return VRM_OK; /* shapes may say more */
    if (result == VRM_ERR_LIMIT)
        vrmi_report_at(proposal->report, VRMI_RULE_CREATE_NO_FIGURE, VRM_NO_OFFSET,
                       "The skeleton has more than %d joints.", (int)VRMI_CAPTURE_JOINTS_MAX);
    if (result != VRM_OK) return result;
    take_bones(proposal, figure);
    vrm_capture_destroy(figure);
    return VRM_OK;
}

/* Joints of skins first: other nodes are often controls of the rig, under the same names. */
vrm_Result vrmi_figure_find_by_name(vrm_AvatarProposal* proposal) {
    vrm_Result result = find(proposal, false);
    if (result != VRM_OK || vrmi_figure_missing(proposal) == 0) return result;
    return find(proposal, true);
}
