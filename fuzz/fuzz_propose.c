/* SPDX-License-Identifier: MIT */
/* Spring bones and expressions that are proposed for any file, also under tight limits: what comes
 * out is finite, and its indices exist. Expressions are mirrored, too. */
#include "require.h"

#include "vrm/author_expressions.h"
#include "vrm/author_springs.h"
#include "vrm/edit.h"

#include <math.h>

static void check_joints(const vrm_Gltf* gltf, const vrm_Spring* spring) {
    for (int32_t j = 0; j < spring->joint_count; j++) {
        const vrm_SpringJoint* joint = &spring->joints[j];
        require(joint->node >= -1 && joint->node < gltf->node_count);
        require(joint->node >= 0 || j == spring->joint_count - 1);
        require(isfinite(joint->hit_radius) && joint->hit_radius >= 0.0f);
        require(isfinite(joint->end_offset.x) && isfinite(joint->end_offset.y) &&
                isfinite(joint->end_offset.z));
    }
}

/* Those of the file come first, and are as loading has them. */
static void check_result(const vrm_Model* model, const vrm_SpringBones* result, int32_t kept) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    for (int32_t c = kept; c < result->collider_count; c++) {
        const vrm_Collider* collider = &result->colliders[c];
        require(collider->node >= 0 && collider->node < gltf->node_count);
        require(isfinite(collider->radius) && collider->radius >= 0.0f);
        require(isfinite(collider->offset.x) && isfinite(collider->tail.x));
    }
    for (int32_t s = 0; s < result->spring_count; s++) {
        const vrm_Spring* spring = &result->springs[s];
        if (kept == 0) check_joints(gltf, spring);
        for (int32_t g = 0; g < spring->collider_group_count; g++)
            require(spring->collider_groups[g] < result->collider_group_count);
    }
}

static void write(vrm_Model* model, const vrm_SpringBones* result) {
    vrm_Edit* edit = NULL;
    if (vrm_edit_begin(model, &edit) != VRM_OK) return;
    if (vrm_edit_set_spring_bones(edit, result) != VRM_OK || vrm_edit_commit(edit, NULL) != VRM_OK)
        vrm_edit_abandon(edit);
}

static void propose(vrm_Model* model, bool replaces, const uint8_t* data, size_t size) {
    vrm_SpringProposal* proposal = NULL;
    vrm_SpringProposalDef def = vrm_default_spring_proposal_def();
    def.replaces = replaces;
    vrm_Result result = vrm_spring_proposal_create(model, &def, NULL, &proposal);
    require((result == VRM_OK) == (proposal != NULL));
    if (proposal == NULL) return;
    for (int32_t i = 0; i < vrm_spring_proposal_count(proposal); i++) {
        vrm_ProposedSpring spring = vrm_spring_proposal_get(proposal, i);
        require(spring.node_count > 0 && spring.name != NULL);
        (void)vrm_spring_proposal_set(proposal, i, i % 5 != 0,
                                      (vrm_SwayKind)(data[(size_t)i % size] % 9),
                                      (vrm_SwayFeel)(i % 4));
    }
    int32_t kept = replaces ? 0 : vrm_model_spring_bones(model)->collider_count;
    check_result(model, vrm_spring_proposal_result(proposal), kept);
    if (replaces) write(model, vrm_spring_proposal_result(proposal));
    vrm_spring_proposal_destroy(proposal);
}

static void check_morphs(const vrm_Gltf* gltf, const vrm_Expression* item) {
    require(item->name != NULL);
    for (int32_t i = 0; i < item->morph_bind_count; i++) {
        const vrm_MorphBind* bind = &item->morph_binds[i];
        require(bind->node >= 0 && bind->node < gltf->node_count);
        int32_t mesh = gltf->nodes[bind->node].mesh;
        require(mesh >= 0 && bind->index >= 0 && bind->index < gltf->meshes[mesh].target_count);
    }
}

static void change_expressions(const vrm_Model* model, vrm_ExpressionList* list) {
    int32_t count;
    (void)vrm_expression_list_propose(list, NULL);
    for (int32_t i = 0; i < 40; i++) {
        const vrm_Expression* items = vrm_expression_list_items(list, &count);
        if (i >= count) return;
        check_morphs(vrm_model_gltf(model), &items[i]);
        (void)vrm_expression_list_mirror(list, items[i].name, NULL, NULL);
    }
}

static void write_expressions(vrm_Model* model, const vrm_ExpressionList* list) {
    vrm_Edit* edit = NULL;
    int32_t count;
    const vrm_Expression* items = vrm_expression_list_items(list, &count);
    if (vrm_edit_begin(model, &edit) != VRM_OK) return;
    if (vrm_edit_set_expressions(edit, items, count) != VRM_OK ||
        vrm_edit_commit(edit, NULL) != VRM_OK)
        vrm_edit_abandon(edit);
}

static void try_expressions(vrm_Model* model) {
    vrm_ExpressionList* list = NULL;
    vrm_Result result = vrm_expression_list_create(model, NULL, NULL, &list);
    require((result == VRM_OK) == (list != NULL));
    if (list == NULL) return;
    change_expressions(model, list);
    write_expressions(model, list);
    vrm_expression_list_destroy(list);
}

static void live(const uint8_t* data, size_t size, vrm_Allowance memory) {
    vrm_LoadDef def = vrm_default_load_def();
    vrm_Model* model = NULL;
    def.limits.decoded_bytes = 16u << 20;
    def.limits.elements = 1u << 16;
    def.limits.memory = memory;
    if (vrm_model_load(data, size, &def, NULL, &model) != VRM_OK) return;
    propose(model, false, data, size);
    try_expressions(model);
    propose(model, true, data, size);
    vrm_model_destroy(model);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    vrm_Limits limits = vrm_default_limits();
    live(data, size, limits.memory);
    live(data, size, (vrm_Allowance){16384 + size % 9 * 8192, 2 + size % 5});
    return 0;
}
