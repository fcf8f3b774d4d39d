/* SPDX-License-Identifier: MIT */
/* The file around the avatar: its container, its lists of extensions, and parts that avatars do not
 * use. */
#include "validate/vrm_rules.h"

#include "json/names.h"

#include <string.h>

/* Misspelled names in examples of the specification or its drafts, and the correct names. */
static const char* const misspellings[][2] = {
    {"VMRC_materials_mtoon", "VRMC_materials_mtoon"},
    {"VRMC_material_mtoon", "VRMC_materials_mtoon"},
    {"VRM_springBone_extended_collider", "VRMC_springBone_extended_collider"},
    {"VRMC_springBone_extendedCollider", "VRMC_springBone_extended_collider"},
    {"VRMC_VRM_animation", "VRMC_vrm_animation"},
    {"VRMC_VRM", "VRMC_vrm"},
    {"VRMC_springbone", "VRMC_springBone"},
    {"VRMC_nodeConstraint", "VRMC_node_constraint"},
    {"VRMC_constraints", "VRMC_node_constraint"},
};

static bool is_vrm_name(const vrm_Json* json, vrm_JsonRef name) {
    return vrm_json_equals(json, name, "VRM") || vrmi_json_begins(json, name, "VRMC_");
}

static void judge_extension_lists(vrmi_Judge* judge) {
    vrm_JsonIter it = vrm_json_iter(judge->json, vrm_json_at(judge->json, "/extensionsRequired"));
    while (vrm_json_next(&it))
        if (is_vrm_name(judge->json, it.value))
            VRMI_JUDGE(judge, VRM_EXTENSION_REQUIRED, it.value, NULL);
    it = vrm_json_iter(judge->json, vrm_json_at(judge->json, "/extensionsUsed"));
    while (vrm_json_next(&it)) {
        for (size_t i = 0; i < sizeof misspellings / sizeof *misspellings; i++)
            if (vrm_json_equals(judge->json, it.value, misspellings[i][0]))
                VRMI_JUDGE(judge, VRM_EXTENSION_MISSPELT, it.value,
                           "There is no extension \"%s\"; write \"%s\".", misspellings[i][0],
                           misspellings[i][1]);
    }
}

void vrmi_judge_document(vrmi_Judge* judge) {
    judge_extension_lists(judge);
    if (judge->dialect == VRM_DIALECT_NONE) return;
    if (!judge->context->document->is_glb) VRMI_JUDGE(judge, VRM_NOT_GLB, judge->vrm, NULL);
    if (judge->gltf->animation_count > 0)
        VRMI_JUDGE(judge, VRM_ANIMATION_UNUSED, vrm_json_at(judge->json, "/animations"), NULL);
    if (judge->gltf->camera_count > 0)
        VRMI_JUDGE(judge, VRM_CAMERA_UNUSED, vrm_json_at(judge->json, "/cameras"), NULL);
}
