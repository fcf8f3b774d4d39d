/* SPDX-License-Identifier: MIT */
/* The file around the avatar: its container, its lists of extensions, and parts that avatars do not
 * use. */
#include "validate/vrm/vrm_rules.h"

#include "json/json_names.h"

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

static void check_extension_lists(vrmi_VrmCheck* check) {
    vrm_JsonIter it = vrm_json_iter(check->json, vrm_json_at(check->json, "/extensionsRequired"));
    while (vrm_json_next(&it))
        if (is_vrm_name(check->json, it.value))
            vrmi_vrm_report(check, VRMI_RULE_VRM_EXTENSION_REQUIRED, it.value);
    it = vrm_json_iter(check->json, vrm_json_at(check->json, "/extensionsUsed"));
    while (vrm_json_next(&it)) {
        for (size_t i = 0; i < sizeof misspellings / sizeof *misspellings; i++)
            if (vrm_json_equals(check->json, it.value, misspellings[i][0]))
                VRMI_REPORT(check, VRM_EXTENSION_MISSPELT, it.value,
                            "There is no extension \"%s\"; write \"%s\".", misspellings[i][0],
                            misspellings[i][1]);
    }
}

void vrmi_check_document(vrmi_VrmCheck* check) {
    check_extension_lists(check);
    if (check->dialect == VRM_DIALECT_NONE) return;
    if (!check->context->document->is_glb)
        vrmi_vrm_report(check, VRMI_RULE_VRM_NOT_GLB, check->vrm);
    if (check->gltf->animation_count > 0)
        vrmi_vrm_report(check, VRMI_RULE_VRM_ANIMATION_UNUSED,
                        vrm_json_at(check->json, "/animations"));
    if (check->gltf->camera_count > 0)
        vrmi_vrm_report(check, VRMI_RULE_VRM_CAMERA_UNUSED, vrm_json_at(check->json, "/cameras"));
}
