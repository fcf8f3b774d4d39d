/* SPDX-License-Identifier: MIT */
/* Springs of 0.x: everything below a root sways, with the settings of its group. So a joint is left
 * out by folding its node (fold_bones.c), and a chain with settings of its own gets a group of its
 * own. Only roots with one chain and nothing beside it can be thinned. */
#include "optimize/fold/fold.h"
#include "optimize/springs/thin_springs.h"

#include <string.h>

/* The place of a root in the list of its group; -1: it is none. */
static int64_t find_root(const vrm_Json* json, const vrmi_ThinChain* chain) {
    vrm_JsonIter it = vrm_json_iter(json, vrm_json_member(json, chain->spring->json, "bones"));
    int64_t node;
    while (vrm_json_next(&it))
        if (vrm_json_integer(json, it.value, &node) && node == chain->spring->joints[0].node)
            return it.index;
    return -1;
}

/* Each node has the next one as its only child. */
static bool is_alone(const vrmi_Thinning* thinning, const vrmi_ThinChain* chain) {
    const vrm_Node* nodes = thinning->optimization->gltf->nodes;
    const vrm_SpringJoint* joints = chain->spring->joints;
    int32_t count = chain->spring->joint_count;
    if (count < 2 || joints[count - 1].node >= 0) return false;
    for (int32_t k = 0; k + 1 < count; k++)
        if (joints[k].node < 0 || nodes[joints[k].node].child_count != (k + 2 < count ? 1 : 0))
            return false;
    return true;
}

/* Between the root and the last node. */
static void mark_between(const vrmi_ThinChain* chain, uint8_t* nodes) {
    for (int32_t k = 1; k + 2 < chain->spring->joint_count; k++)
        nodes[chain->spring->joints[k].node] = 1;
}

void vrmi_thin0_fix(vrmi_Thinning* thinning) {
    vrmi_Optimization* optimization = thinning->optimization;
    size_t count = (size_t)optimization->gltf->node_count + 1;
    uint8_t* freed = vrmi_optimization_alloc(optimization, count, 1);
    uint8_t* goes = vrmi_optimization_alloc(optimization, count, 1);
    if (freed == NULL || goes == NULL) return;
    for (int32_t i = 0; i < thinning->chain_count; i++) {
        vrmi_ThinChain* chain = &thinning->chains[i];
        chain->must_sway =
            !is_alone(thinning, chain) || find_root(optimization->gltf->json, chain) < 0;
        if (chain->must_sway || chain->spring->joint_count < 4) chain->is_fixed = true;
        if (!chain->is_fixed) mark_between(chain, freed);
    }
    vrmi_fold_try(optimization, freed, goes);
    for (int32_t i = 0; i < thinning->chain_count; i++) {
        vrmi_ThinChain* chain = &thinning->chains[i];
        for (int32_t k = 1; k + 2 < chain->spring->joint_count && !chain->is_fixed; k++)
            if (!goes[chain->spring->joints[k].node]) chain->is_fixed = true;
    }
}

/* ---- Writing ---- */

static void free_nodes(vrmi_Thinning* thinning, const vrmi_ThinChain* chain,
                       const vrm_SpringJoint* left, int32_t count) {
    vrmi_Optimization* optimization = thinning->optimization;
    size_t nodes = (size_t)optimization->gltf->node_count;
    if (optimization->freed == NULL) {
        optimization->freed =
            vrmi_alloc_zeroed(&optimization->model->document->def.allocator, nodes + 1, 1);
        optimization->freed_count = nodes;
    }
    if (optimization->freed == NULL) {
        vrmi_edit_fail(optimization->edit, VRM_ERR_MEMORY);
        return;
    }
    mark_between(chain, optimization->freed);
    for (int32_t k = 0; k < count; k++)
        if (left[k].node >= 0) optimization->freed[left[k].node] = 0;
}

static void put_number(vrm_Edit* edit, vrm_JsonRef group, const char* key, float value) {
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_put_float(b, value);
    vrmi_edit_put(edit, group, key);
}

/* A copy of the group with this root alone, behind the others. */
static vrm_JsonRef copy_group(vrmi_Thinning* thinning, const vrmi_ThinChain* chain) {
    vrm_Edit* edit = thinning->optimization->edit;
    vrm_JsonRef list = vrm_json_member(edit->json, thinning->bones->json, "boneGroups");
    vrm_Span text = vrm_json_text(thinning->optimization->gltf->json, chain->spring->json);
    vrm_JsonRef group = VRM_JSON_MISSING;
    vrmi_edit_fail(edit, vrm_json_insert(edit->json, list, vrm_json_count(edit->json, list),
                                         text.data, text.size, &group));
    if (edit->result != VRM_OK) return VRM_JSON_MISSING;
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_array(b);
    vrm_json_put_integer(b, chain->spring->joints[0].node);
    vrm_json_end_array(b);
    vrmi_edit_put(edit, group, "bones");
    return group;
}

static void drop_group(vrmi_Thinning* thinning, vrm_JsonRef group) {
    vrm_Edit* edit = thinning->optimization->edit;
    vrm_JsonRef list = vrm_json_member(edit->json, thinning->bones->json, "boneGroups");
    uint32_t at = vrm_json_count(edit->json, list);
    while (at > 0 && vrm_json_element(edit->json, list, at - 1) != group) at--;
    if (at > 0) vrmi_edit_fail(edit, vrm_json_remove_at(edit->json, list, at - 1));
}

void vrmi_thin0_write(vrmi_Thinning* thinning, const vrmi_ThinChain* chain,
                      const vrm_SpringJoint* left, int32_t count) {
    vrm_Edit* edit = thinning->optimization->edit;
    const vrm_Json* before = thinning->optimization->gltf->json;
    vrm_JsonRef group = chain->spring->json;
    vrm_JsonRef roots = vrm_json_member(edit->json, group, "bones");
    int64_t at = find_root(edit->json, chain);
    bool is_single = vrm_json_count(edit->json, roots) == 1;
    if (at < 0 || edit->result != VRM_OK) return;
    if (!is_single) vrmi_edit_fail(edit, vrm_json_remove_at(edit->json, roots, (uint32_t)at));
    if (count == 0) {
        if (is_single) drop_group(thinning, group);
        return;
    }
    free_nodes(thinning, chain, left, count);
    if (!is_single) group = copy_group(thinning, chain);
    if (edit->result != VRM_OK) return;
    bool has_stiffness =
        vrm_json_member(before, chain->spring->json, "stiffness") != VRM_JSON_MISSING &&
        vrm_json_member(before, chain->spring->json, "stiffiness") == VRM_JSON_MISSING;
    put_number(edit, group, has_stiffness ? "stiffness" : "stiffiness", left[0].stiffness);
    put_number(edit, group, "gravityPower", left[0].gravity_power);
    put_number(edit, group, "dragForce", left[0].drag_force);
}
