/* SPDX-License-Identifier: MIT */
/* Checks the caller's arguments: whether the model is the one whose rig was baked. All indices that
 * the writer takes from the rig and looks up in the model (nodes, meshes with their morph targets,
 * materials) are compared here, so that the writer need not check them again. */
#include "export/bake.h"

static bool has_nodes(const vrm_Gltf* gltf, const vrm_Rig* rig) {
    if (gltf->node_count != vrm_rig_node_count(rig)) return false;
    for (int32_t n = 0; n < gltf->node_count; n++)
        if (gltf->nodes[n].parent != vrm_rig_parent(rig, n)) return false;
    return true;
}

static bool has_meshes(const vrm_Gltf* gltf, const vrm_Rig* rig) {
    int32_t count = 0;
    const vrm_MeshNode* shown = vrm_rig_mesh_nodes(rig, &count);
    for (int32_t i = 0; i < count; i++) {
        int32_t mesh = gltf->nodes[shown[i].node].mesh;
        if (mesh != shown[i].mesh || gltf->meshes[mesh].target_count != shown[i].morph_count)
            return false;
    }
    return true;
}

static bool has_materials(const vrm_Gltf* gltf, const vrm_Rig* rig) {
    int32_t count = 0;
    const vrm_MaterialValue* values = vrm_rig_material_values(rig, &count);
    for (int32_t i = 0; i < count; i++)
        if (values[i].material < 0 || values[i].material >= gltf->material_count) return false;
    return true;
}

bool vrmi_baker_fits(const vrm_Baker* baker, const vrm_Model* model) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    const vrm_Rig* rig = baker->rig;
    return vrm_model_dialect(model) == vrm_rig_dialect(rig) && has_nodes(gltf, rig) &&
           has_meshes(gltf, rig) && has_materials(gltf, rig);
}
