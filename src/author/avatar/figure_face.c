/* SPDX-License-Identifier: MIT */
/* Expressions of morph targets by their names, and gaze by eye bones or by those expressions. */
#include "author/avatar/avatar_proposal.h"
#include "author/expressions/morph_expressions.h"

static bool has_preset(const vrm_AvatarProposal* proposal, vrm_ExpressionPreset preset) {
    for (int32_t i = 0; i < proposal->expression_count; i++)
        if (proposal->expressions[i].preset == preset) return true;
    return false;
}

static void set_look_at(vrm_AvatarProposal* proposal) {
    bool has_bones = proposal->bones[VRM_BONE_LEFT_EYE].node >= 0 &&
                     proposal->bones[VRM_BONE_RIGHT_EYE].node >= 0;
    bool has_all = has_preset(proposal, VRM_EXPRESSION_LOOK_UP) &&
                   has_preset(proposal, VRM_EXPRESSION_LOOK_DOWN) &&
                   has_preset(proposal, VRM_EXPRESSION_LOOK_LEFT) &&
                   has_preset(proposal, VRM_EXPRESSION_LOOK_RIGHT);
    const vrm_RangeMap bones = {.input_max_degrees = 90.0f, .output_scale = 10.0f};
    const vrm_RangeMap morphs = {.input_max_degrees = 45.0f, .output_scale = 1.0f};
    vrm_RangeMap map = has_bones ? bones : morphs;
    vrm_LookAt* look = &proposal->look_at;
    look->type = has_bones ? VRM_LOOK_AT_BONE : VRM_LOOK_AT_EXPRESSION;
    look->horizontal_inner = look->horizontal_outer = map;
    look->vertical_down = look->vertical_up = map;
    proposal->facts.has_look_at = has_bones || has_all;
}

vrm_Result vrmi_figure_find_face(vrm_AvatarProposal* proposal) {
    vrm_Result result = vrmi_morph_expressions(proposal->model, &proposal->budget, &proposal->arena,
                                               &proposal->expressions, &proposal->expression_count);
    if (result != VRM_OK) return result;
    proposal->facts.expression_count = proposal->expression_count;
    set_look_at(proposal);
    return VRM_OK;
}
