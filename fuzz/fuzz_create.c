/* SPDX-License-Identifier: MIT */
/* Avatars of any figure, also with bones chosen by the input and under tight limits: what is
 * proposed exists, and what is written is an avatar. */
#include "require.h"

#include "vrm/author_avatar.h"

#include <math.h>

static void check_proposal(const vrm_Model* model, const vrm_AvatarProposal* proposal) {
    vrm_AvatarFacts facts = vrm_avatar_proposal_facts(proposal);
    int32_t nodes = vrm_model_gltf(model)->node_count, found = 0, count;
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        vrm_ProposedBone bone = vrm_avatar_proposal_bone(proposal, (vrm_Bone)b);
        require(bone.node >= -1 && bone.node < nodes);
        require(bone.confidence >= 0.0f && bone.confidence <= 1.0f);
        found += bone.node >= 0;
        require(bone.node >= 0 || !facts.is_possible || !vrm_bone_is_required((vrm_Bone)b));
    }
    require(found == facts.bone_count);
    if (facts.is_possible) require(isfinite(facts.height) && isfinite(facts.metres));
    const vrm_Expression* expressions = vrm_avatar_proposal_expressions(proposal, &count);
    for (int32_t i = 0; i < count; i++)
        for (int32_t k = 0; k < expressions[i].morph_bind_count; k++)
            require(expressions[i].morph_binds[k].node < nodes);
}

static void create(vrm_Model* model, const vrm_AvatarProposalDef* def) {
    vrm_AvatarProposal* proposal = NULL;
    vrm_Result result = vrm_avatar_proposal_create(model, def, NULL, &proposal);
    require((result == VRM_OK) == (proposal != NULL));
    if (proposal == NULL) return;
    check_proposal(model, proposal);
    bool is_possible = vrm_avatar_proposal_facts(proposal).is_possible;
    result = vrm_avatar_proposal_apply(proposal, model, NULL, NULL);
    require(is_possible || result == VRM_ERR_INVALID);
    if (result == VRM_OK) require(vrm_model_dialect(model) == VRM_DIALECT_1);
    vrm_avatar_proposal_destroy(proposal);
}

static void live(const uint8_t* data, size_t size, vrm_Allowance memory, bool has_choices) {
    vrm_LoadDef load = vrm_default_load_def();
    vrm_AvatarProposalDef def = vrm_default_avatar_proposal_def();
    vrm_BoneChoice choices[3];
    vrm_Model* model = NULL;
    load.limits.decoded_bytes = 16u << 20;
    load.limits.elements = 1u << 16;
    load.limits.memory = memory;
    if (vrm_model_load(data, size, &load, NULL, &model) != VRM_OK) return;
    for (size_t i = 0; i < 3; i++)
        choices[i] = (vrm_BoneChoice){(vrm_Bone)(data[size / 2 + i * size / 8] % VRM_BONE_COUNT),
                                      (int32_t)(data[i * size / 4] % 64) - 1};
    def.choices = choices;
    def.choice_count = has_choices ? 3 : 0;
    vrm_BoneTurn turn = {choices[0].bone, {(float)size, (float)data[0], (float)data[size / 2]}};
    def.bone_turns = &turn;
    def.bone_turn_count = has_choices ? 1 : 0;
    def.ignores_names = size % 3 == 0;
    def.keeps_pose = size % 5 == 0;
    create(model, &def);
    vrm_model_destroy(model);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    vrm_Limits limits = vrm_default_limits();
    if (size == 0) return 0;
    live(data, size, limits.memory, false);
    live(data, size, limits.memory, true);
    live(data, size, (vrm_Allowance){16384 + size % 9 * 8192, 2 + size % 5}, false);
    return 0;
}
