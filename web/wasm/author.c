/* SPDX-License-Identifier: MIT */
/* Proposals: springs of an avatar, and an avatar of a figure. Cut into libvrm-tools.wasm. */
#include "web.h"

#include <string.h>

/* ---- Springs ---- */

/* {"kinds":["hair",...],"feels":["normal",...]} as JSON. */
WEB_EXPORT(vrm_Result, sway_names, void) {
    vrm_JsonBuilder* builder = web_json();
    if (builder == NULL) return VRM_ERR_MEMORY;
    vrm_json_begin_object(builder);
    vrm_json_put_key(builder, "kinds");
    vrm_json_begin_array(builder);
    for (int k = 0; k < VRM_SWAY_KIND_COUNT; k++)
        vrm_json_put_string(builder, vrm_sway_kind_text((vrm_SwayKind)k));
    vrm_json_end_array(builder);
    vrm_json_put_key(builder, "feels");
    vrm_json_begin_array(builder);
    for (int f = 0; f < VRM_SWAY_FEEL_COUNT; f++)
        vrm_json_put_string(builder, vrm_sway_feel_text((vrm_SwayFeel)f));
    vrm_json_end_array(builder);
    vrm_json_end_object(builder);
    return web_json_done();
}

WEB_EXPORT(vrm_Result, spring_proposal_create, const vrm_Model* model, int32_t replaces,
           int32_t has_colliders, int32_t center, vrm_Report* report) {
    vrm_SpringProposalDef def = vrm_default_spring_proposal_def();
    def.replaces = replaces != 0;
    def.has_colliders = has_colliders != 0;
    def.center = center;
    vrm_SpringProposal* proposal = NULL;
    vrm_Result result = vrm_spring_proposal_create(model, &def, report, &proposal);
    web_words[0].p = proposal;
    return result;
}

WEB_EXPORT(void, spring_proposal_destroy, vrm_SpringProposal* proposal) {
    vrm_spring_proposal_destroy(proposal);
}

static void put_chain(const vrm_ProposedSpring* chain) {
    vrm_JsonBuilder* builder = web_json_again();
    vrm_json_begin_object(builder);
    web_key_text("name", chain->name);
    web_key_text("kind", vrm_sway_kind_text(chain->kind));
    web_key_text("feel", vrm_sway_feel_text(chain->feel));
    web_key_bool("isTaken", chain->is_taken);
    web_key_bool("isNamed", chain->is_named);
    web_key_text("bone", vrm_bone_name(chain->bone));
    web_put_integers("nodes", chain->nodes, chain->node_count);
    web_key_bool("addsTail", chain->adds_tail);
    vrm_json_end_object(builder);
}

/* The chains as a JSON array. */
WEB_EXPORT(vrm_Result, spring_proposal_chains, const vrm_SpringProposal* proposal) {
    vrm_JsonBuilder* builder = web_json();
    if (builder == NULL) return VRM_ERR_MEMORY;
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < vrm_spring_proposal_count(proposal); i++) {
        vrm_ProposedSpring chain = vrm_spring_proposal_get(proposal, i);
        put_chain(&chain);
    }
    vrm_json_end_array(builder);
    return web_json_done();
}

WEB_EXPORT(int32_t, spring_proposal_set, vrm_SpringProposal* proposal, int32_t index,
           int32_t is_taken, int32_t kind, int32_t feel) {
    return vrm_spring_proposal_set(proposal, index, is_taken != 0, (vrm_SwayKind)kind,
                                   (vrm_SwayFeel)feel);
}

/* {"springCount","jointCount","colliders":[...]} as JSON. */
WEB_EXPORT(vrm_Result, spring_proposal_result, vrm_SpringProposal* proposal) {
    const vrm_SpringBones* springs = vrm_spring_proposal_result(proposal);
    vrm_JsonBuilder* builder = web_json();
    int64_t joints = 0;
    if (builder == NULL) return VRM_ERR_MEMORY;
    for (int32_t s = 0; s < springs->spring_count; s++) joints += springs->springs[s].joint_count;
    vrm_json_begin_object(builder);
    web_key_integer("springCount", springs->spring_count);
    web_key_integer("jointCount", joints);
    web_put_colliders(springs);
    vrm_json_end_object(builder);
    return web_json_done();
}

WEB_EXPORT(vrm_Result, spring_proposal_apply, vrm_SpringProposal* proposal, vrm_Model* model,
           vrm_Report* report) {
    vrm_Edit* edit = NULL;
    vrm_Result result = vrm_edit_begin(model, &edit);
    if (result == VRM_OK)
        result = vrm_edit_set_spring_bones(edit, vrm_spring_proposal_result(proposal));
    if (result == VRM_OK) result = vrm_edit_commit(edit, report);
    if (result != VRM_OK) vrm_edit_abandon(edit);
    return result;
}

/* ---- An avatar ---- */

/* `choices` are pairs of a bone and its node, `turns` a bone and three angles each. 0 metres: as
 * the figure needs. */
WEB_EXPORT(vrm_Result, avatar_proposal_create, const vrm_Model* model, const int32_t* choices,
           int32_t choice_count, const float* turns, int32_t turn_count, int32_t ignores_names,
           int32_t keeps_pose, int32_t makes_mtoon, float metres, vrm_Report* report) {
    vrm_BoneChoice chosen[VRM_BONE_COUNT];
    vrm_BoneTurn turned[VRM_BONE_COUNT];
    vrm_AvatarProposalDef def = vrm_default_avatar_proposal_def();
    vrm_AvatarProposal* proposal = NULL;
    if (choice_count > VRM_BONE_COUNT || turn_count > VRM_BONE_COUNT) return VRM_ERR_ARGUMENT;
    for (int32_t i = 0; i < choice_count; i++)
        chosen[i] = (vrm_BoneChoice){(vrm_Bone)choices[2 * i], choices[2 * i + 1]};
    for (int32_t i = 0; i < turn_count; i++) {
        const float* turn = turns + (ptrdiff_t)4 * i;
        turned[i] = (vrm_BoneTurn){(vrm_Bone)turn[0], {turn[1], turn[2], turn[3]}};
    }
    def.choices = chosen;
    def.choice_count = choice_count;
    def.bone_turns = turned;
    def.bone_turn_count = turn_count;
    def.ignores_names = ignores_names != 0;
    def.keeps_pose = keeps_pose != 0;
    def.makes_mtoon = makes_mtoon != 0;
    def.metres = metres;
    vrm_Result result = vrm_avatar_proposal_create(model, &def, report, &proposal);
    web_words[0].p = proposal;
    return result;
}

WEB_EXPORT(void, avatar_proposal_destroy, vrm_AvatarProposal* proposal) {
    vrm_avatar_proposal_destroy(proposal);
}

static void put_bone(const vrm_AvatarProposal* proposal, vrm_Bone bone) {
    vrm_ProposedBone found = vrm_avatar_proposal_bone(proposal, bone);
    if (found.node < 0) return;
    vrm_JsonBuilder* builder = web_json_again();
    vrm_json_put_key(builder, vrm_bone_name(bone));
    vrm_json_begin_object(builder);
    web_key_integer("node", found.node);
    web_key_text("by", vrm_bone_finding_text(found.finding));
    web_key_number("confidence", (double)found.confidence);
    web_put_vec4("rest", (vrm_Vec4){found.rest.x, found.rest.y, found.rest.z, found.rest.w});
    vrm_json_end_object(builder);
}

static void put_node(const vrm_PosedNode* posed) {
    vrm_JsonBuilder* builder = web_json_again();
    vrm_Quat turn = posed->local.rotation;
    vrm_json_begin_object(builder);
    web_key_integer("node", posed->node);
    web_put_vec3("translation", posed->local.translation);
    web_put_vec4("rotation", (vrm_Vec4){turn.x, turn.y, turn.z, turn.w});
    web_put_vec3("scale", posed->local.scale);
    vrm_json_end_object(builder);
}

static void put_nodes(const vrm_AvatarProposal* proposal) {
    int32_t count = 0;
    const vrm_PosedNode* nodes = vrm_avatar_proposal_nodes(proposal, &count);
    vrm_JsonBuilder* builder = web_json_again();
    vrm_json_put_key(builder, "nodes");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < count; i++) put_node(&nodes[i]);
    vrm_json_end_array(builder);
}

static void put_missing(const vrm_AvatarProposal* proposal) {
    vrm_JsonBuilder* builder = web_json_again();
    vrm_json_put_key(builder, "missing");
    vrm_json_begin_array(builder);
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        vrm_Bone bone = (vrm_Bone)b;
        if (vrm_bone_is_required(bone) && vrm_avatar_proposal_bone(proposal, bone).node < 0)
            vrm_json_put_string(builder, vrm_bone_name(bone));
    }
    vrm_json_end_array(builder);
}

static void put_expressions(const vrm_AvatarProposal* proposal) {
    int32_t count = 0;
    const vrm_Expression* expressions = vrm_avatar_proposal_expressions(proposal, &count);
    vrm_JsonBuilder* builder = web_json_again();
    vrm_json_put_key(builder, "expressions");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < count; i++) vrm_json_put_string(builder, expressions[i].name);
    vrm_json_end_array(builder);
}

static void put_facts(const vrm_AvatarFacts* facts) {
    web_key_bool("isPossible", facts->is_possible);
    web_key_bool("makesTPose", facts->makes_t_pose);
    web_key_bool("turns", facts->turns);
    web_key_bool("hasLookAt", facts->has_look_at);
    web_key_number("armsOffDegrees", (double)facts->arms_off_degrees);
    web_key_number("turnDegrees", (double)facts->turn_degrees);
    web_key_number("metres", (double)facts->metres);
    web_key_number("height", (double)facts->height);
    web_key_integer("mtoonCount", facts->mtoon_count);
}

/* Facts, bones by name, missing required bones, nodes that move and expressions as JSON. */
WEB_EXPORT(vrm_Result, avatar_proposal_facts, const vrm_AvatarProposal* proposal) {
    vrm_AvatarFacts facts = vrm_avatar_proposal_facts(proposal);
    vrm_JsonBuilder* builder = web_json();
    if (builder == NULL) return VRM_ERR_MEMORY;
    vrm_json_begin_object(builder);
    put_facts(&facts);
    put_missing(proposal);
    put_nodes(proposal);
    put_expressions(proposal);
    vrm_json_put_key(builder, "bones");
    vrm_json_begin_object(builder);
    for (int b = 0; b < VRM_BONE_COUNT; b++) put_bone(proposal, (vrm_Bone)b);
    vrm_json_end_object(builder);
    vrm_json_end_object(builder);
    return web_json_done();
}

enum { AUTHORS_MAX = 64 };

/* `authors` are terminated texts behind each other. NULL, or no author: the default. */
WEB_EXPORT(vrm_Result, avatar_proposal_apply, const vrm_AvatarProposal* proposal, vrm_Model* model,
           const char* name, const char* authors, int32_t author_count, const char* licence,
           vrm_Report* report) {
    const char* each[AUTHORS_MAX];
    vrm_Meta meta = vrm_default_meta();
    if (author_count > AUTHORS_MAX) return VRM_ERR_LIMIT;
    for (int32_t i = 0; i < author_count; i++) {
        each[i] = authors;
        authors += strlen(authors) + 1;
    }
    if (name != NULL) meta.name = name;
    if (author_count > 0) meta.authors = each;
    if (author_count > 0) meta.author_count = author_count;
    if (licence != NULL) meta.other_license_url = licence;
    return vrm_avatar_proposal_apply(proposal, model, &meta, report);
}
